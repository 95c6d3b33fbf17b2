import { beforeAll, describe, expect, it } from '@jest/globals';
import { parse } from 'yaml';
import type { ApiClient, Method } from '../../support/api-client.js';
import { artifactPath, aVersion } from '../../support/builders.js';
import { OPERATIONS } from '../../support/openapi-contract.js';
import { useTestApp } from '../../support/suite.js';
import { createOrganization, someBytes } from '../../support/stored-artifacts.js';
import { exchange, Wire } from '../../support/wire.js';

interface OpenApiDocument {
  readonly openapi: string;
  readonly paths: Record<string, Record<string, { operationId: string; 'x-access': unknown }>>;
}

const METHODS: readonly Method[] = ['GET', 'POST', 'PUT', 'DELETE', 'PATCH'];
const EXAMPLES: Readonly<Record<string, string>> = {
  org: 'edge',
  name: 'files',
  version: '1.0.0',
  digest: `sha256:${'0'.repeat(64)}`,
  kind: 'sbom',
  token_id: 'mcp_aaaaaaaaaaaaaaaaaaaa',
  username: 'somebody',
};
const PATHS = [...new Set(OPERATIONS.map(({ path }) => path))];

const exampleOf = (template: string): string =>
  template.replace(/\{(\w+)\}/g, (_whole, name: string) => EXAMPLES[name] ?? name);

let admin: ApiClient;
const t = await useTestApp();
beforeAll(async () => {
  admin = await t.actors.admin();
});

describe('an unknown route', () => {
  it.each([
    '/v1',
    '/v1/nothing',
    '/v2/catalog',
    '/v1/healthz',
    '/healthz/x',
    '/v1//catalog',
    '/v1/org/edge',
    '/v1/org/edge/mcps',
    '/v1/org/edge/artifacts',
    '/v1/orgs/edge/members',
    '/favicon.ico',
    '/.env',
    '/api/v2/nothing',
  ])("%s is 404 in the registry's error format, for every method", async (path) => {
    for (const method of METHODS) {
      for (const actor of [t.actors.anonymous, admin]) {
        const { status, headers, body } = await actor.send(method, path, {});
        expect(status).toBe(404);
        expect(headers.get('content-type')).toMatch(/^application\/json\b/);
        expect(body).toEqual({
          message: 'no such endpoint',
          error: { code: 'not_found', message: 'no such endpoint', details: {} },
        });
      }
    }
  });

  it.each(['/V1/catalog', '/v1/Catalog', '/HEALTHZ', '/v1/ORG/edge/members', '/v1/org/edge/Mcps/files'])(
    'includes one that differs in case: %s',
    async (path) => {
      expect((await exchange(t, admin, ['GET', path])).status).toBe(404);
    },
  );
});

describe('a wrong method', () => {
  it.each(PATHS)('on %s is 405 with the allowed ones in Allow', async (template) => {
    const path = exampleOf(template);
    const right = OPERATIONS.filter((operation) => operation.path === template).map(({ method }) => method);
    const allowed = [...right, ...(right.includes('GET') ? ['HEAD'] : [])].sort();
    for (const method of METHODS.filter((wrong) => !right.includes(wrong))) {
      const { status, headers, body } = await t.actors.anonymous.send(method, path, {});
      expect(status).toBe(405);
      expect(headers.get('allow')).toBe(allowed.join(', '));
      expect(body.error).toMatchObject({ code: 'method_not_allowed', details: { allowed } });
      expect(body.message).toBe(body.error.message);
    }
  });

  it('includes TRACE, which would reflect credentials', async () => {
    const { status, bytes } = await exchange(t, admin, ['TRACE', '/healthz']);
    expect(status).toBe(405);
    expect(bytes.toString()).not.toContain(admin.credentials['authorization']);
  });
});

describe('leading slashes', () => {
  it.each(['//v1/catalog', '///v1/catalog', '//v1/catalog?org=edge'])(
    '%s are served as one',
    async (path) => {
      await createOrganization(admin, 'edge').catch(() => undefined);
      const expected = await admin.get(path.replace(/^\/+/, '/'));
      const response = await fetch(t.url + path, { headers: admin.credentials });
      expect(response.status).toBe(200);
      expect(await response.json()).toEqual(expected.body);
    },
  );

  it('are served as one for uploads and downloads, and do not bypass authorization', async () => {
    const { bytes, digest } = someBytes('two slashes');
    await aVersion(admin, 'slashes/files', '1.0.0').ingested();
    const path = artifactPath('slashes', digest, 'bundle');
    const type = { 'Content-Type': 'application/octet-stream' };
    expect((await exchange(t, t.actors.anonymous, ['PUT', `/${path}`], type, bytes)).status).toBe(401);
    expect((await exchange(t, admin, ['PUT', `/${path}`], type, bytes)).status).toBe(200);
    expect((await exchange(t, admin, ['GET', `/${path}`])).bytes.equals(bytes)).toBe(true);
    expect((await exchange(t, t.actors.anonymous, ['GET', `/${path}`])).status).toBe(401);
  });

  it('are not taken for a host name', async () => {
    expect((await exchange(t, admin, ['GET', '//other.example/v1/catalog'])).status).toBe(404);
  });
});

describe('malformed percent-encoding', () => {
  it.each([
    '/v1/org/%E0%A4%A/mcps/files',
    '/v1/org/%zz/members',
    '/v1/org/edge/mcps/%',
    '/v1/org/%ff/mcps/files',
    '/v1/org/edge/mcps/files/resolve%',
    `/v1/org/edge/artifacts/sha256%3/bundle`,
  ])('%s is 400 or 404, never a crash', async (path) => {
    const { status, body } = await exchange(t, admin, ['GET', path]);
    const isRoute = !path.includes('resolve%');
    expect(status).toBe(isRoute ? 400 : 404);
    expect(body.error.code).toBe(isRoute ? 'bad_request' : 'not_found');
    expect(body.message).toBe(body.error.message);
  });

  it.each([
    '/v1/org/a%2Fb/members',
    '/v1/org/..%2F..%2Fetc/members',
    '/v1/org/%00/members',
    '/v1/org/%20/members',
  ])('%s is decoded once and refused by name validation', async (path) => {
    const { status, body } = await exchange(t, admin, ['GET', path]);
    expect(status).toBe(400);
    expect(body.error.details).toMatchObject({ field: 'org' });
  });
});

describe('X-Request-Id', () => {
  const idOf = async (given?: string | readonly string[], path = '/healthz'): Promise<string | null> => {
    const headers = given === undefined ? {} : { 'X-Request-Id': given };
    return (await exchange(t, t.actors.anonymous, ['GET', path], headers)).headers.get('x-request-id');
  };
  const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

  it.each([
    ['empty', ''],
    ['longer than 128 characters', 'a'.repeat(129)],
    ['with a space', 'a b'],
    ['with quotes', '"a"'],
    ['not ASCII', 'a\u00e9'],
    ['an injected log entry', '1;level=error'],
    ['given twice', ['a', 'b']],
  ])('that is %s is replaced', async (_what, given) => {
    expect(await idOf(given)).toMatch(UUID);
  });

  it.each(['abc-123_.X', '0', 'a'.repeat(128)])('%s is echoed', async (given) => {
    expect(await idOf(given)).toBe(given);
    expect(await idOf(given, '/nowhere')).toBe(given);
    expect(await idOf(given, '/v1/catalog')).toBe(given);
  });

  it('is generated for every request without one', async () => {
    const ids = [await idOf(), await idOf(), await idOf(undefined, '/nowhere')];
    for (const id of ids) expect(id).toMatch(UUID);
    expect(new Set(ids).size).toBe(ids.length);
  });
});

describe('every response', () => {
  it.each<[method: string, path: string, status: number]>([
    ['GET', '/healthz', 200],
    ['GET', '/v1/catalog', 401],
    ['GET', '/nowhere', 404],
    ['PATCH', '/v1/catalog', 405],
    ['POST', '/v1/auth/login', 400],
    ['GET', '/v1/org/%/members', 400],
    ['GET', '/docs/registry.json', 200],
    ['GET', '/docs', 200],
  ])('%s %s (%i) has nosniff and no X-Powered-By, and is not cacheable', async (method, path, status) => {
    const wire = (await Wire.to(t)).send(`${method} ${path} HTTP/1.1\r\nHost: registry.test\r\n\r\n`);
    const answer = await wire.answer();
    wire.cut();
    expect(answer.status).toBe(status);
    expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
    expect(answer.headers.get('x-powered-by')).toBeNull();
    expect(answer.headers.get('cache-control')).toBe('no-store');
    expect(answer.headers.get('x-request-id')).not.toBeNull();
  });
});

describe('GET /healthz', () => {
  it('answers 200 with status ok to anyone', async () => {
    const { status, body } = await t.actors.anonymous.get('/healthz');
    expect(status).toBe(200);
    expect(body).toEqual({ status: 'ok' });
    expect((await t.actors.anonymous.head('/healthz')).status).toBe(200);
    expect((await admin.get('/healthz')).status).toBe(200);
  });
});

describe('GET /docs', () => {
  it('serves the OpenAPI document, as JSON and as YAML, with every operation and its access rule', async () => {
    const json = await fetch(`${t.url}/docs/registry.json`);
    expect(json.status).toBe(200);
    expect(json.headers.get('content-type')).toMatch(/^application\/json\b/);
    const yaml = await fetch(`${t.url}/docs/registry.yaml`);
    expect(yaml.status).toBe(200);
    // The schemas are compared where the compiled code generates them: `npm run generate:check`.
    const expected = OPERATIONS.map(({ operationId, access }) => [operationId, access]);
    for (const document of [await json.json(), parse(await yaml.text())]) {
      const { openapi, paths } = document as OpenApiDocument;
      expect(openapi).toMatch(/^3\.0\./);
      const operations = Object.values(paths).flatMap((methods) => Object.values(methods));
      expect(operations.map((operation) => [operation.operationId, operation['x-access']])).toEqual(expected);
    }
  });
});
