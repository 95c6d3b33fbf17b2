import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { ApiClient, ApiResponse } from '../support/api-client.js';
import { artifactPath, aVersion, digestOf, publish, setStatus, uploadBundle } from '../support/builders.js';
import { ARTIFACT_STORE, type ArtifactStore } from '../../src/storage/artifacts/artifact-store.js';
import { OPERATIONS, type Operation } from '../support/openapi-contract.js';
import { ORG, WORLDS, type Mode, type World } from '../support/people.js';
import { BYTES, PARAMETERS, send } from './registry-operations.js';

const ID = `${ORG}/files`;
const PUBLIC = { PUBLIC_READ_CATALOG: 'true', PUBLIC_DOWNLOAD_ARTIFACTS: 'true' };

/** Every operation about an organization: one that is added is among them. */
const OF_ORGANIZATION = OPERATIONS.filter(({ path }) => path.includes('{org}'));

const CALLERS = ['a member', 'an administrator of the registry', 'the hub', 'anybody'] as const;
type Caller = (typeof CALLERS)[number];

/** The outcome of a request. */
interface Outcome {
  readonly status: number;
  readonly code?: string | undefined;
  readonly reason?: unknown;
}

const outcomeOf = ({ status, body }: ApiResponse): Outcome => {
  const { code, details } = (status >= 400 ? body.error : {}) as {
    code?: string;
    details?: { reason?: unknown };
  };
  return { status, code, reason: details?.reason };
};

/** The reference: whether a caller has the rights that an operation needs. */
function mayCall(caller: Caller, { access }: Operation): boolean {
  const { kind, any_of: scopes = [] } = access as { kind: string; any_of?: readonly string[] };
  const ofService = scopes.includes('admin:publish');
  if (caller === 'the hub') return kind === 'scope' && (ofService || scopes.includes('mcp:publish'));
  return caller !== 'anybody' && !ofService;
}

const FORBIDDEN: Outcome = { status: 403, code: 'forbidden', reason: undefined };
const UNSIGNED: Outcome = { status: 501, code: 'not_implemented', reason: undefined };
const SUSPENDED: Outcome = { status: 403, code: 'forbidden', reason: 'organization_suspended' };

const ORDER = ['GET', 'PUT', 'POST', 'DELETE'];

/** Operations that change what the requests of others are about come last. */
const inOrder = (operations: readonly Operation[]): Operation[] =>
  [...operations].sort((one, other) => ORDER.indexOf(one.method) - ORDER.indexOf(other.method));

/** The whole registry, as far as requests change it. */
const traces = (world: World): Promise<unknown[]> =>
  world.t.rows(`SELECT digest || created_at AS made FROM registry_artifact UNION ALL
                SELECT version || status FROM registry_version UNION ALL
                SELECT username FROM registry_member UNION ALL
                SELECT content_key FROM registry_certification UNION ALL
                SELECT token_id FROM registry_api_token`);

type Answers = Map<string, Outcome>;
const keyOf = ({ operationId }: Operation, caller: Caller): string => `${caller} ${operationId}`;

/** The outcome of each operation for each caller. */
async function askAll(
  callers: Readonly<Partial<Record<Caller, ApiClient>>>,
  operations: readonly Operation[],
  parameters: Readonly<Record<string, string>>,
): Promise<Answers> {
  const answers: Answers = new Map();
  for (const operation of inOrder(operations)) {
    for (const [caller, client] of Object.entries(callers)) {
      const answer = await send(client, operation, operation.method, parameters);
      answers.set(keyOf(operation, caller as Caller), outcomeOf(answer));
    }
  }
  return answers;
}

const idsIn = (answer: ApiResponse | undefined): string[] =>
  ((answer?.body.packages ?? []) as { id: string }[]).map(({ id }) => id);

/** The world of an organization with published, unpublished and private packages, in both APIs. */
async function populated(mode: Mode): Promise<{
  world: World;
  platform: ApiClient;
  callers: Readonly<Record<Caller, ApiClient>>;
}> {
  const world = await WORLDS[mode](PUBLIC);
  const platform = (await world.person('an administrator of the platform')).session;
  const { registry: administrator } = await world.person('an administrator of the registry');
  const { registry: member } = await world.person('a member');
  const digest = digestOf(BYTES);
  await publish(administrator, ID, '1.0.0', {
    visibility: 'public',
    bundle_digest: digest,
    bundle_size_bytes: BYTES.length,
    evidence_digests: [digest],
  });
  await uploadBundle(administrator, ORG, BYTES);
  await setStatus(administrator, ID, '1.0.0', 'published');
  await aVersion(administrator, ID, '2.0.0').draft();
  await aVersion(administrator, `${ORG}/secret`, '1.0.0').published();
  for (const part of ['manifest', 'evidence/sbom']) {
    await administrator.put(artifactPath(ORG, digest, part), BYTES, 'application/json');
  }
  const callers = {
    'a member': member,
    'an administrator of the registry': administrator,
    'the hub': await world.bearer({ scopes: ['admin:publish'], resources: ['org/'] }),
    anybody: world.t.actors.anonymous,
  };
  return { world, platform, callers };
}

const STATES = { suspended: ['POST', '/suspend'], deleted: ['DELETE', ''] } as const;
type State = keyof typeof STATES;
const CELLS = (Object.keys(WORLDS) as Mode[]).flatMap((mode) =>
  (Object.keys(STATES) as State[]).map((state) => [mode, state] as const),
);

describe.each(CELLS)('in %s mode, of an organization that is %s in the hub', (mode, state) => {
  let world: World;
  let callers: Readonly<Record<Caller, ApiClient>>;
  let before: Answers;
  let during: Answers;
  let unknown: Answers;
  let after: Answers | undefined;
  let changed: { readonly before: unknown[]; readonly after: unknown[] };
  let tokens: ApiResponse[];
  const catalogs: Record<string, ApiResponse> = {};

  const readCatalogs = async (phase: string, etags: Readonly<Record<string, string>> = {}): Promise<void> => {
    for (const caller of ['a member', 'an administrator of the registry', 'anybody'] as const) {
      for (const query of ['', `?org=${ORG}`, '?q=files', '?limit=1']) {
        const headers = { 'if-none-match': etags[`${caller}${query}`] ?? '"none"' };
        catalogs[`${phase} ${caller}${query}`] = await callers[caller].get(`/v1/catalog${query}`, {
          headers,
        });
      }
    }
  };
  const etagsOf = (phase: string): Record<string, string> =>
    Object.fromEntries(
      Object.entries(catalogs)
        .filter(([key]) => key.startsWith(`${phase} `))
        .map(([key, { headers }]) => [key.slice(phase.length + 1), headers.get('etag') ?? '']),
    );

  beforeAll(async () => {
    const made = await populated(mode);
    ({ world, callers } = made);
    const parameters = { ...PARAMETERS, org: ORG };
    const reads = OF_ORGANIZATION.filter(({ method }) => method === 'GET');
    before = await askAll(callers, reads, parameters);
    await readCatalogs('before');
    const [method, path] = STATES[state];
    await made.platform.send(method, `/api/v1/admin/orgs/${world.orgId}${path}`, {});
    const stored = await traces(world);
    during = await askAll(callers, OF_ORGANIZATION, parameters);
    unknown = await askAll({ anybody: callers.anybody }, OF_ORGANIZATION, {
      ...PARAMETERS,
      org: 'unknown-org',
    });
    changed = { before: stored, after: await traces(world) };
    await readCatalogs('during', etagsOf('before'));
    const { 'an administrator of the registry': administrator } = callers;
    const token = { description: '', scopes: ['mcp:resolve'] };
    tokens = [
      await administrator.post('/v1/tokens', { ...token, resources: [`org/${ORG}/mcp/`] }),
      await administrator.post('/v1/tokens', { ...token, resources: ['org/other/'] }),
      await administrator.get('/v1/tokens'),
    ];
    if (state === 'deleted') return;
    await made.platform.post(`/api/v1/admin/orgs/${world.orgId}/activate`);
    await readCatalogs('after', etagsOf('during'));
    after = await askAll(callers, OF_ORGANIZATION, parameters);
  });
  afterAll(() => world.close());

  it('reads answered before', () => {
    const ofMember = [...before].filter(([key]) => key.startsWith('a member '));
    // An MCP bundle is made later, and of certified versions alone.
    const statusOf = (key: string): number => (key.endsWith(' downloadMcpb') ? 404 : 200);
    expect(ofMember.map(([, { status }]) => status)).toEqual(ofMember.map(([key]) => statusOf(key)));
    const open = [...before].filter(([key]) => key.startsWith('anybody '));
    expect(open.filter(([, { status }]) => status === 200).length).toBe(3);
  });

  it.each(OF_ORGANIZATION.map((operation) => [operation.operationId, operation] as const))(
    '%s is refused to those with rights, with the reason, and to others like an unknown organization',
    (_id, operation) => {
      for (const caller of CALLERS) {
        const answer = during.get(keyOf(operation, caller));
        const outside = caller === 'anybody' ? unknown.get(keyOf(operation, caller)) : FORBIDDEN;
        const signs = world.t.app.get<ArtifactStore>(ARTIFACT_STORE).presigning !== undefined;
        const inside = operation.operationId === 'presignUpload' && !signs ? UNSIGNED : SUSPENDED;
        expect({ caller, ...answer }).toEqual({ caller, ...(mayCall(caller, operation) ? inside : outside) });
      }
    },
  );

  it('nothing changes', () => {
    expect(changed.after).toEqual(changed.before);
  });

  it('the catalog has none of its packages, and no cached copy stays valid', () => {
    for (const [key, { status }] of Object.entries(catalogs)) {
      if (!key.startsWith('after ')) expect({ key, status }).toEqual({ key, status: 200 });
    }
    const keys = Object.keys(catalogs).filter((key) => key.startsWith('during '));
    expect(keys.flatMap((key) => idsIn(catalogs[key]))).toEqual([]);
    expect(idsIn(catalogs['before a member'])).toEqual([ID, `${ORG}/secret`]);
    expect(idsIn(catalogs['before anybody'])).toEqual([ID]);
  });

  it('makes no tokens for it; others and the list of tokens stay', () => {
    expect(tokens.map(outcomeOf)).toMatchObject([SUSPENDED, { status: 201 }, { status: 200 }]);
  });

  it('everything answers as before once it is active again', () => {
    if (after === undefined) return;
    for (const [key, answer] of before) expect({ key, ...after.get(key) }).toEqual({ key, ...answer });
    expect([...after.values()]).not.toContainEqual(SUSPENDED);
    expect(after.get('a member publishVersion')?.status).toBe(200);
    for (const key of Object.keys(etagsOf('before'))) {
      expect(catalogs[`after ${key}`]?.body).toEqual(catalogs[`before ${key}`]?.body);
    }
  });
});
