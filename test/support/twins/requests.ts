import { HUB_OPERATIONS, OPERATIONS, type Operation } from '../openapi-contract.js';
import { digestOf as bundleDigestOf, bundleOf, commitOf } from '../builders.js';
import { daysAgo, digestOf, idOf, secretOf } from './marks.js';
import { bytesOf, commitOfVersion, findingIdOf, mcpIdOf, versionIdOf, type TwinMcp } from './mcp-rows.js';
import { orgIdOf, OTHERS, OWN, type TwinOrganization } from './organizations.js';
import { mcpsOf } from './servers.js';
import { TOOL } from './platform-rows.js';

/** A request that changes nothing that others see. */
export interface ReadRequest {
  readonly operation: Operation;
  readonly path: string;
  readonly json?: object;
  /** The same request without a filter, which is asked before. */
  readonly plain?: string;
  /** Whether it asks for a part of a list. Which one depends on what else is in it. */
  readonly isPage?: boolean;
  /** Whether it asks for versions that are history. */
  readonly namesPast?: boolean;
}

const PAGE = /[?&](?:limit=1|offset=1|page=2|per_page=1)(?:&|$)/;

const READING_PATHS = [
  '/api/v1/ci/evaluate',
  '/api/v1/orgs/{orgId}/evaluations/preview',
  '/api/v1/orgs/{orgId}/policies/test',
  '/api/v1/catalog/check',
];

// Probes, keys and the pages of the sign-in are about no organization.
const WITHOUT_ORGANIZATION = /^\/(health|ready|\.well-known|auth)/;

/** Every reading operation of the APIs. */
const READ_OPERATIONS: readonly Operation[] = [...HUB_OPERATIONS, ...OPERATIONS].filter(
  ({ method, path }) =>
    (method === 'GET' || READING_PATHS.includes(path)) && !WITHOUT_ORGANIZATION.test(path),
);

/** Values of parameters of paths. @param org whose objects are meant */
function pathValues(org: TwinOrganization, mcp: TwinMcp): Readonly<Record<string, string>> {
  const of = (...words: string[]): string => idOf(org.mark, org.key, ...words);
  const [version] = mcp.versions;
  const [owner = '', slug = ''] = mcp.name.split('/');
  return {
    orgId: orgIdOf(org),
    mcpId: mcpIdOf(mcp),
    versionId: version === undefined ? of('version') : versionIdOf(mcp, version),
    owner,
    slug,
    serverName: encodeURIComponent(mcp.name),
    areaId: of('area', 'core'),
    policyId: of('policy', 'scores'),
    evaluationId: of('evaluation', 'true'),
    webhookId: of('webhook', 'first'),
    deliveryId: of('delivery', 'first', 'DEAD'),
    reportId: of('report', 'first'),
    scheduleId: of('schedule', 'first'),
    userId: of('user', 'member'),
    tokenId: of('token', 'ci'),
    invitationId: of('invitation', 'member'),
    suppressionId: of('suppression', 'path'),
    allowListId: of('allow-list', 'production'),
    findingId: findingIdOf(mcp, 'weak'),
    jobId: of('job', mcp.slug, '1.0.0'),
    capability: secretOf(org.key, 'allow-list', 'production'),
    checkToken: secretOf(org.key, 'scan'),
    scanId: of('scan'),
    // Issues are made when they are asked for, at a time that no twin knows.
    revision: '1767225600000.json',
  };
}

/** Of the registry: its organizations are not those of the hub. */
const packageValues = (org: string, name: string, version: string): Readonly<Record<string, string>> => ({
  org,
  name,
  version,
  kind: 'sbom',
  digest: bundleDigestOf(bundleOf(`${org}/${name}`, version)),
});

const { files, open, code } = mcpsOf(OWN);

/** Values of the parameters of queries that are no enumerations. */
const QUERY_VALUES: Readonly<Record<string, readonly string[]>> = {
  action: ['mcp.updated'],
  actor_id: [idOf('own', OWN.key, 'user', 'owner')],
  area_id: ['core', 'edge'].map((name) => idOf('own', OWN.key, 'area', name)),
  category: ['files', 'empty'],
  cursor: [],
  environment: ['production', 'staging'],
  featured: ['true', 'false'],
  from: [daysAgo(7).toISOString().slice(0, 10)],
  full: ['true'],
  include_deleted: ['true', 'false'],
  key: [secretOf(OWN.key, 'badge')],
  language: ['Python', 'Go'],
  limit: ['1'],
  mcp_id: [mcpIdOf(files), mcpIdOf(open)],
  min_level: ['3'],
  min_score: ['65', '85'],
  offset: ['1'],
  org: ['packs'],
  org_id: [orgIdOf(OWN)],
  page: ['2'],
  per_page: ['1'],
  q: ['open', 'acme files'],
  query: ['tool'],
  ref: ['latest', '^1.0.0', '1.0.0', 'stable', commitOf('packs/files@1.0.0')],
  rule_id: ['MCP-A001'],
  search: ['open'],
  severity: ['critical', 'low,high'],
  since: [daysAgo(7).toISOString()],
  suppressed: ['true', 'false'],
  tag: ['disk', 'unused'],
  to: [daysAgo(7).toISOString().slice(0, 10)],
  until: [daysAgo(7).toISOString(), daysAgo(-1).toISOString()],
  updated_since: [daysAgo(15).toISOString(), daysAgo(5).toISOString()],
  user_id: [idOf('own', OWN.key, 'user', 'owner')],
  version: ['latest'],
};

/** The queries of an operation: none, and each value of each parameter. @throws for an unknown parameter */
function queriesOf({ path, query }: Operation): string[] {
  const valuesOf = (name: string, values: readonly (string | number)[] | undefined): readonly string[] => {
    const all = values?.map(String) ?? QUERY_VALUES[name];
    if (all === undefined) throw new Error(`which values has ${name} of ${path}?`);
    return all;
  };
  const named = query.map(({ name, required, schema }) => ({
    name,
    required,
    values: valuesOf(name, schema.enum),
  }));
  const needed = named.filter(({ required }) => required);
  // A list as a whole: pages have their own test.
  const whole = query.some(({ name }) => name === 'limit') ? '&limit=100' : '';
  const bases = needed.reduce<string[]>(
    (made, { name, values }) =>
      made.flatMap((base) => values.map((value) => `${base}&${name}=${encodeURIComponent(value)}`)),
    [whole],
  );
  const [first = ''] = bases;
  const more = named
    .filter(({ required }) => !required)
    .flatMap(({ name, values }) =>
      values.map((value) => {
        const rest = name === 'limit' ? first.replace('&limit=100', '') : first;
        return `${rest}&${name}=${encodeURIComponent(value)}`;
      }),
    );
  return [...bases, ...more].map((text) => text.replace(/^&/, '?'));
}

const filled = (path: string, values: Readonly<Record<string, string>>): string =>
  path.replace(/\{(\w+)\}/g, (_all, name: string) => {
    // The administration's terms have no other name, and are only read as lists.
    const value = values[name];
    if (value === undefined) throw new Error(`nothing stands for {${name}} of ${path}`);
    return value;
  });

/** Names of servers of all kinds, for the gate. */
const NAMES = [
  ...[files, open, code, TOOL].map(({ name }) => name),
  `https://${files.repoUrl.slice('https://'.length)}`,
  open.repoUrl,
  code.repoUrl,
  'npm:acme-files',
  'pypi:acme-open',
  'npm:platform-tool',
  'docker:acme/files',
  'https://files.example.com/mcp',
  ...[files, open].map((mcp) => bytesOf(mcp.slug, mcp.versions[0] as never)),
];

const commitIn = (mcp: TwinMcp): string => commitOfVersion(mcp.slug, mcp.versions[0] as never);

/** Versions by number, commit and digest, and such as no server has, or another one. */
const VERSIONS = [
  ...['latest', '1.0.0', '1.0', 'v1.0.0', '1.0.0+build', '9.9.9'],
  ...[files, code].flatMap((mcp) => [commitIn(mcp), commitIn(mcp).slice(0, 7)]),
  bytesOf(files.slug, files.versions[0] as never),
  `sha256:${digestOf('wheel', OWN.key)}`,
];
const GATE_PARTS = [VERSIONS.slice(0, 2), VERSIONS.slice(2, 7), VERSIONS.slice(7)].map((versions) =>
  versions.flatMap((version) => NAMES.map((name) => ({ name, version }))),
);
const [gateItems = []] = GATE_PARTS;
/** Versions that were withdrawn, or only previews. */
const PAST_ITEMS = ['0.9.0', '3.0.0', '4.0.0'].map((version) => ({ name: files.name, version }));
const POLICIES = [
  { name: 'All', action: 'DENY', target_type: 'SCORE', target_value: 'min:75', priority: 1 },
  { name: 'Classes', action: 'WARN', target_type: 'CLASS', target_value: 'A', priority: 2 },
];

const bodiesOf = ({ path }: Operation): readonly object[] =>
  ['production', 'staging'].flatMap((environment): object[] => {
    if (path.endsWith('/policies/test')) return [{ environment, policies: POLICIES }];
    if (path.endsWith('/catalog/check')) return environment === 'production' ? [{ mcps: gateItems }] : [];
    if (path.endsWith('/preview')) return [{ environment, mcps: gateItems }];
    return [...GATE_PARTS, PAST_ITEMS].map((mcps) => ({ org_id: orgIdOf(OWN), environment, mcps }));
  });

/** What the parameters of a path stand for: the objects of the organization, with each of these servers. */
const SUBJECTS: readonly Readonly<Record<string, string>>[] = [
  { ...pathValues(OWN, files), ...packageValues('packs', 'files', '1.0.0') },
  { ...pathValues(OWN, open), ...packageValues('packs', 'open', '1.0.0') },
];

/** Every request about the objects of the organization: all operations with all queries. */
export function ownRequests(): ReadRequest[] {
  return READ_OPERATIONS.flatMap((operation): ReadRequest[] => {
    const { method, path } = operation;
    const paths = [...new Set(SUBJECTS.map((values) => filled(path, values)))];
    if (method !== 'GET') {
      return paths.flatMap((each) =>
        bodiesOf(operation).map((json) => ({
          operation,
          path: each,
          json,
          ...('mcps' in json && json.mcps === PAST_ITEMS && { namesPast: true }),
        })),
      );
    }
    const queries = queriesOf(operation);
    // The second server is asked about without filters alone.
    return paths.flatMap((each, index) =>
      (index === 0 ? queries : queries.slice(0, 1)).map((query) => ({
        operation,
        path: each + query,
        ...(query !== queries[0] && { plain: each + (queries[0] ?? '') }),
        ...(PAGE.test(query) && { isPage: true }),
      })),
    );
  });
}

const [like, suspended] = OTHERS as readonly [TwinOrganization, TwinOrganization];

/** Paths that mix what is the organization's with what is another's. */
const MIXED_SUBJECTS: readonly Readonly<Record<string, string>>[] = [
  { ...ownValuesOf(like), orgId: orgIdOf(OWN) },
  ownValuesOf(like),
  {
    ...pathValues(OWN, files),
    versionId: ownValuesOf(like)['versionId'] ?? '',
    ...packageValues('others', 'open', '1.0.0'),
  },
  { ...pathValues(OWN, mcpsOf(like).open), ...packageValues('others', 'open', '2.0.0') },
  { ...pathValues(OWN, mcpsOf(suspended).open), ...packageValues('packs', 'files', '9.9.9') },
];

/** The values of another organization's own objects. */
function ownValuesOf(org: TwinOrganization): Readonly<Record<string, string>> {
  return { ...pathValues(org, mcpsOf(org).files), ...packageValues('others', 'files', '1.0.0') };
}

/** Requests without filters whose paths name these things, if they differ from the organization's own. */
function requestsWith(subjects: readonly Readonly<Record<string, string>>[]): ReadRequest[] {
  return READ_OPERATIONS.flatMap((operation): ReadRequest[] => {
    const own = new Set(SUBJECTS.map((values) => filled(operation.path, values)));
    const [query = ''] = queriesOf(operation);
    const [json] = operation.method === 'GET' ? [] : bodiesOf(operation);
    return [...new Set(subjects.map((values) => filled(operation.path, values)))]
      .filter((path) => !own.has(path))
      .map((path) => ({ operation, path: path + query, ...(json !== undefined && { json }) }));
  });
}

/** Requests with paths that name something of others. */
export const mixedRequests = (): ReadRequest[] => requestsWith(MIXED_SUBJECTS);

/** Requests about the objects of another organization. */
export const requestsOf = (org: TwinOrganization): ReadRequest[] => requestsWith([ownValuesOf(org)]);
