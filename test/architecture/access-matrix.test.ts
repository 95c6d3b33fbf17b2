import { describe, expect, it } from '@jest/globals';
import { RouteRules } from '../../src/auth/rules/route-rules.js';
import type { ServerAdapter } from '../../src/common/http/server-adapter.js';
import type { ApiClient, ApiResponse } from '../support/api-client.js';
import { HUB_OPERATIONS, OPERATIONS, type Operation } from '../support/openapi-contract.js';
import { useTestApp } from '../support/suite.js';
import { fill, PARAMETERS, send } from './registry-operations.js';

const ALL_SCOPES = [
  'mcp:catalog:read',
  'mcp:resolve',
  'mcp:resolve:prepublish',
  'mcp:publish',
  'artifact:download',
  'evidence:read',
  'token:create',
  'token:list',
  'token:delete',
];
const EVERYWHERE = ['catalog', 'org/'];

const PACKAGE = 'org/{org}/mcp/{name}';
const ARTIFACT = 'org/{org}/artifact/{digest}';

/** Every operation of the registry: scopes, then the resource (registry contract 3). */
const SPECIFIED: Readonly<Record<string, string>> = {
  'GET /healthz': 'open',
  // From the hub's specification.
  'GET /health': 'open',
  'GET /readyz': 'open',
  'GET /ready': 'open',
  'POST /v1/auth/login': 'open',
  'GET /v1/catalog': 'mcp:catalog:read on catalog, with org org/{org}/catalog',
  'GET /v1/org/{org}/mcps/{name}': `mcp:catalog:read on ${PACKAGE}`,
  'GET /v1/org/{org}/mcps/{name}/versions': `mcp:catalog:read on ${PACKAGE}`,
  'GET /v1/org/{org}/mcps/{name}/versions/{version}': `mcp:catalog:read on ${PACKAGE}`,
  'DELETE /v1/org/{org}/mcps/{name}/versions/{version}': `mcp:publish on ${PACKAGE}`,
  'PUT /v1/org/{org}/mcps/{name}/versions/{version}/certification': 'admin:publish',
  'GET /v1/org/{org}/mcps/{name}/resolve': `mcp:resolve or mcp:resolve:prepublish on ${PACKAGE}`,
  'POST /v1/org/{org}/mcps/{name}/publish': `mcp:publish on ${PACKAGE}`,
  'POST /v1/org/{org}/mcps/{name}/versions/{version}/status': `mcp:publish on ${PACKAGE}`,
  'GET /v1/org/{org}/artifacts/{digest}/manifest': `artifact:download on ${ARTIFACT}/manifest`,
  'GET /v1/org/{org}/artifacts/{digest}/mcpb': `artifact:download on ${ARTIFACT}/mcpb`,
  'GET /v1/org/{org}/artifacts/{digest}/bundle': `artifact:download on ${ARTIFACT}/bundle`,
  'GET /v1/org/{org}/artifacts/{digest}/evidence/{kind}': `evidence:read on ${ARTIFACT}/evidence/{kind}`,
  'PUT /v1/org/{org}/artifacts/{digest}/manifest': `mcp:publish on ${ARTIFACT}/manifest`,
  'PUT /v1/org/{org}/artifacts/{digest}/bundle': `mcp:publish on ${ARTIFACT}/bundle`,
  'PUT /v1/org/{org}/artifacts/{digest}/evidence/{kind}': `mcp:publish on ${ARTIFACT}/evidence/{kind}`,
  'POST /v1/org/{org}/artifacts/{digest}/presign': `mcp:publish on ${ARTIFACT}/{kind}`,
  'POST /v1/tokens': 'token:create',
  'GET /v1/tokens': 'token:list',
  'DELETE /v1/tokens/{token_id}': 'token:delete',
  'GET /v1/org/{org}/members': 'authenticated',
  'POST /v1/org/{org}/members': 'authenticated',
  'DELETE /v1/org/{org}/members/{username}': 'authenticated',
};

/** `x-access` of an operation that needs a scope. */
interface ScopeRule {
  readonly kind: string;
  readonly any_of: readonly string[];
  readonly resource?: string | { readonly without: string; readonly with: string };
}

const nameOf = ({ method, path }: Operation): string => `${method} ${path}`;
const ruleOf = ({ access }: Operation): ScopeRule => access as unknown as ScopeRule;

const wordsOf = (operation: Operation): string => {
  const { kind, any_of: scopes, resource } = ruleOf(operation);
  if (kind !== 'scope') return kind;
  const held = scopes.join(' or ');
  if (resource === undefined) return held;
  const on = typeof resource === 'string' ? resource : `${resource.without}, with org ${resource.with}`;
  return `${held} on ${on}`;
};

/** The exact resource of the request in `send`; undefined when the operation needs none. */
function resourceOf({ access, operationId }: Operation): string | undefined {
  const { resource } = access as unknown as ScopeRule;
  if (resource === undefined) return undefined;
  const template = typeof resource === 'string' ? resource : resource.without;
  return fill(template, operationId === 'presignUpload' ? { ...PARAMETERS, kind: 'bundle' } : PARAMETERS);
}

const ofKind = (kind: string): [string, Operation][] =>
  OPERATIONS.filter(({ access }) => access['kind'] === kind).map((operation) => [
    nameOf(operation),
    operation,
  ]);

const guarded = [...ofKind('scope'), ...ofKind('authenticated')];

const t = await useTestApp({ RATE_LIMIT_ANONYMOUS: '10000' });

/** Everything that the operations of this file could change. */
const traces = (): Promise<unknown[]> =>
  t.rows(`SELECT slug AS made FROM registry_organization UNION ALL
          SELECT token_id FROM registry_api_token UNION ALL
          SELECT digest FROM registry_artifact UNION ALL
          SELECT username FROM registry_member`);

const refusal = ({ status, body }: ApiResponse): object => ({
  status,
  code: body.error.code,
  message: body.error.message,
});
const SIGN_IN_FIRST = { status: 401, code: 'unauthorized', message: 'sign in first' };
const UNAUTHORIZED = { ...SIGN_IN_FIRST, message: 'invalid token' };
const FORBIDDEN = { status: 403, code: 'forbidden', message: 'not authorized' };

async function expectRefused(caller: ApiClient, operation: Operation, expected: object): Promise<void> {
  const before = await traces();
  expect(refusal(await send(caller, operation))).toEqual(expected);
  if (operation.method === 'GET') {
    expect((await send(caller, operation, 'HEAD')).status).toBe((expected as { status: number }).status);
  }
  expect(await traces()).toEqual(before);
}

/** Pages and files of the web application. */
const DASHBOARD_ROUTE = /^GET \/($|[a-z]+\{\/\*path\}$|assets\/\*path$|icon\.svg$|theme\.js$)/;

describe('the OpenAPI document', () => {
  it('gives every operation the scopes and the resource of the specification', () => {
    expect(
      Object.fromEntries(OPERATIONS.map((operation) => [nameOf(operation), wordsOf(operation)])),
    ).toEqual(SPECIFIED);
  });

  it('has every route of the running application, and no other', () => {
    const { routes: table } = t.app.getHttpAdapter() as ServerAdapter;
    const routes = table.names
      // The documentation, and the dashboard with its files.
      .filter((route) => !/^GET \/docs(\/|$)/.test(route) && !DASHBOARD_ROUTE.test(route))
      .map((route) => route.replace(/:(\w+)/g, '{$1}'));
    // Those for probes are in both documents.
    const documented = new Set([...OPERATIONS, ...HUB_OPERATIONS].map(nameOf));
    expect(routes.sort()).toEqual([...documented].sort());
  });
});

describe('every operation that is not open', () => {
  it.each(guarded)('answers anonymous callers 401: %s', async (_name, operation) => {
    await expectRefused(t.actors.anonymous, operation, SIGN_IN_FIRST);
  });

  it.each(guarded)('answers an invalid JWT 401: %s', async (_name, operation) => {
    const forged = await t.actors.bearer(
      { scopes: ALL_SCOPES, resources: EVERYWHERE },
      'another secret of more than 32 bytes',
    );
    await expectRefused(forged, operation, UNAUTHORIZED);
  });

  it.each(guarded)('answers a JWT without scopes and resources 403: %s', async (_name, operation) => {
    await expectRefused(await t.actors.bearer({}), operation, FORBIDDEN);
  });
});

describe('every operation that needs a scope', () => {
  it.each(ofKind('scope'))('answers all the other scopes, everywhere, 403: %s', async (_name, operation) => {
    const needed = ruleOf(operation).any_of;
    const scopes = ALL_SCOPES.filter((scope) => !needed.includes(scope));
    expect([...ALL_SCOPES, 'admin:publish']).toEqual(expect.arrayContaining([...needed]));
    await expectRefused(await t.actors.bearer({ scopes, resources: EVERYWHERE }), operation, FORBIDDEN);
  });

  it.each(ofKind('scope').filter(([, operation]) => resourceOf(operation) !== undefined))(
    'answers all scopes on resources of another organization 403: %s',
    async (_name, operation) => {
      const resources = ['org/other/', 'org/matrix2/', 'org/matri', 'org/other/*/files', 'catalogue'];
      await expectRefused(await t.actors.bearer({ scopes: ALL_SCOPES, resources }), operation, FORBIDDEN);
    },
  );

  it.each(ofKind('scope'))('accepts one such scope on its resource only: %s', async (_name, operation) => {
    const resource = resourceOf(operation);
    for (const scope of ruleOf(operation).any_of) {
      const resources = resource === undefined ? ['org/matrix/'] : [resource];
      const caller = await t.actors.bearer({ scopes: [scope], resources });
      const { status } = await send(caller, operation);
      expect([200, 201, 404, 501]).toContain(status);
    }
  });
});

describe('every operation that needs a role', () => {
  it.each(ofKind('authenticated'))(
    'answers members of another organization 403: %s',
    async (_name, operation) => {
      await t.actors.member('matrix', 'admin');
      await expectRefused(await t.actors.member('other', 'admin'), operation, FORBIDDEN);
    },
  );

  it.each(ofKind('authenticated'))('accepts admins of the organization: %s', async (_name, operation) => {
    const { status } = await send(await t.actors.member('matrix', 'admin'), operation);
    expect([200, 404]).toContain(status);
  });
});

describe('every open operation', () => {
  it.each(ofKind('open'))('accepts anonymous callers: %s', async (name, operation) => {
    const { status, text } = await send(t.actors.anonymous, operation);
    // A login without valid credentials is processed, and refused for its content.
    expect({ status, refused: /invalid token|sign in first/.test(text) }).toEqual({
      status: name.startsWith('POST') ? 401 : 200,
      refused: false,
    });
  });
});

describe('the start', () => {
  it('checks the rules of all handlers', () => {
    expect(t.app.get(RouteRules)).toBeInstanceOf(RouteRules);
  });
});

describe('a trailing slash', () => {
  const { routes } = t.app.getHttpAdapter() as ServerAdapter;
  const paths = routes.names
    .filter((name) => !name.endsWith(' /'))
    .map((name) => name.replaceAll(/[:*]\w+/gu, 'x').split(' ') as [string, string]);

  it.each(paths)('makes no difference to anonymous callers: %s %s', async (method, path) => {
    const [without, slashed] = await Promise.all(
      [path, `${path}/`].map((each) => fetch(`${t.url}${each}`, { method, redirect: 'manual' })),
    );
    expect(slashed?.status).toBe(without?.status);
    expect(slashed?.status).toBeLessThan(500);
  });
});
