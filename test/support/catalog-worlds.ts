import { createHash, randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { allowListOf, npm, unique } from './allow-lists.js';
import type { ApiClient } from './api-client.js';
import { CI_PATH, type CiGate, type VersionRow } from './ci-gate.js';

const OWNERS = ['none', 'own', 'stranger'] as const;

interface ServerPlan {
  readonly name: number;
  readonly owner: (typeof OWNERS)[number];
  readonly isPrivate: boolean;
  readonly origin: string;
  readonly license: string;
  readonly repo: number;
  readonly versions: readonly {
    readonly pkg: number;
    readonly number: string;
    readonly kind: 'npm' | 'repository' | 'upload';
    readonly score: number;
    readonly level: number;
    readonly bytes: number;
    readonly declares: 'nothing' | 'the same' | 'others';
    readonly state: 'good' | 'revoked' | 'pending' | 'incomplete';
  }[];
}

const versions = fc.uniqueArray(
  fc.record({
    pkg: fc.nat(2),
    number: fc.constantFrom('1.0.0', '1.1.0', '2.0.0'),
    kind: fc.constantFrom('npm' as const, 'npm' as const, 'repository' as const, 'upload' as const),
    score: fc.constantFrom(20, 60, 90),
    level: fc.integer({ min: 0, max: 3 }),
    bytes: fc.nat(5),
    declares: fc.constantFrom('nothing' as const, 'the same' as const, 'others' as const),
    state: fc.constantFrom(
      'good' as const,
      'good' as const,
      'good' as const,
      'revoked' as const,
      'pending' as const,
      'incomplete' as const,
    ),
  }),
  { maxLength: 3, selector: ({ number, pkg }) => `${number} ${pkg}` },
);
/** Servers with versions in all states. */
export const servers: fc.Arbitrary<ServerPlan[]> = fc.uniqueArray(
  fc.record({
    name: fc.nat(3),
    owner: fc.constantFrom(...OWNERS),
    isPrivate: fc.boolean(),
    origin: fc.constantFrom('official', 'verified', 'community'),
    license: fc.constantFrom('MIT', 'GPL-3.0-only', ''),
    repo: fc.nat(2),
    versions,
  }),
  { minLength: 1, maxLength: 6, selector: ({ name, owner }) => `${name} ${owner}` },
);
/** Policies of all kinds. */
export const policies = fc.array(
  fc
    .oneof(
      fc.record({ target_type: fc.constant('SCORE'), target_value: fc.constantFrom('min:50', 'min:80') }),
      fc.record({ target_type: fc.constant('CERT_LEVEL'), target_value: fc.constantFrom('min:1', 'min:2') }),
      fc.record({
        target_type: fc.constant('ORIGIN'),
        target_value: fc.constantFrom('community', 'verified'),
      }),
      fc.record({ target_type: fc.constant('LICENSE'), target_value: fc.constant('GPL-3.0-only') }),
      fc.record({ target_type: fc.constant('AGE'), target_value: fc.constantFrom('min:0', 'min:1') }),
      fc.record({
        target_type: fc.constant('SURFACE'),
        target_value: fc.constantFrom('unchanged', 'declared'),
      }),
      fc.record({
        target_type: fc.constant('PROTOCOL_VERSION'),
        target_value: fc.constantFrom('min:2024-11-05', 'min:2026-07-28'),
      }),
      fc.record({
        target_type: fc.constant('MCP'),
        target_value: fc.constantFrom('*-1/*', '*-2/files', '*'),
      }),
    )
    .chain((target) =>
      fc.record({
        target: fc.constant(target),
        action: fc.constantFrom('DENY', 'DENY', 'ALLOW', 'WARN'),
        priority: fc.nat(3),
        environments: fc.constantFrom<string[]>([], ['production'], ['staging']),
      }),
    ),
  { maxLength: 4 },
);

/** What the manifest of an MCP bundle says, whose code does not have some of its tools. */
const mcpbOf = (missing: readonly string[]): object => {
  const names = { generated: false, only_in_code: [], unnamed_in_code: false };
  return {
    tools: { ...names, declared: ['look', ...missing], only_in_manifest: missing },
    prompts: { ...names, declared: null, only_in_manifest: [] },
  };
};

/** An organization with policies, and the servers of a plan. */
export async function world(
  gate: CiGate,
  plan: readonly ServerPlan[],
  rules: readonly { target: object; action: string; priority: number; environments: string[] }[],
) {
  const [own, stranger] = [await gate.actors.organization(), await gate.actors.organization()];
  for (const [index, { target, action, priority, environments }] of rules.entries()) {
    const exception = { reason: 'A test', expires_at: new Date(Date.now() + 1e8).toISOString() };
    const json = {
      name: `P${index}`,
      action,
      priority,
      environments,
      ...target,
      ...(action === 'ALLOW' && exception),
    };
    const { status, text } = await own.owner.post(`/api/v1/orgs/${own.id}/policies`, json);
    if (status !== 201) throw new Error(text);
  }
  const mark = `w${unique()}`;
  const repoOf = (index: number): string => `https://github.com/${mark}/repo-${index}`;
  const made: {
    name: string;
    visible: string[];
    commits: string[];
    bytes: string[];
    private: boolean;
    owner: string;
  }[] = [];
  for (const server of plan) {
    const name = `${mark}-${server.name}/files`;
    const rows = server.versions.map((version): VersionRow => ({
      commit: randomUUID().replaceAll('-', '').padEnd(40, '0'),
      semver: version.number,
      score: version.score,
      level: version.level,
      bytes: `sha256:${createHash('sha256').update(`${mark} ${version.bytes}`).digest('hex')}`,
      ...(version.declares !== 'nothing' && {
        mcpb: mcpbOf(version.declares === 'the same' ? [] : ['gone']),
      }),
      ...(version.state === 'revoked' && { revoked: 'bad' }),
      ...(version.state === 'pending' && { status: 'ANALYZING', complete: [] }),
      ...(version.state === 'incomplete' && { complete: [false] }),
      source: {
        npm: npm(`${mark}-pkg-${version.pkg}`, version.number),
        repository: { kind: 'repository', url: repoOf(server.repo), path: '', commit: '1', ref: '' },
        upload: { kind: 'upload', key: 'x' },
      }[version.kind],
    }));
    const orgId = server.owner === 'own' ? own.id : server.owner === 'stranger' ? stranger.id : null;
    const isPrivate = server.isPrivate && orgId !== null;
    await gate.server(name, rows, {
      orgId,
      visibility: isPrivate ? 'private' : 'public',
      license: server.license,
      repoUrl: repoOf(server.repo),
    });
    await gate.t.rows('UPDATE mcp SET origin = $2 WHERE name = $1 AND org_id IS NOT DISTINCT FROM $3', [
      name,
      server.origin,
      orgId,
    ]);
    made.push({
      name,
      visible: rows.map(({ commit }, index) => `commit-${commit.slice(0, 7)}-${index}`),
      commits: rows.map(({ commit }) => commit),
      bytes: rows.flatMap(({ bytes = [] }) => bytes),
      private: isPrivate,
      owner: server.owner,
    });
  }
  const client = await gate.actors.serviceToken(own.id, [`ci:org:${own.id}`]);
  const { path } = await allowListOf(own.owner, own.id);
  return { own, stranger, mark, made, client, path };
}

/** What the gate says of servers by their names and versions. */
export async function verdicts(
  client: ApiClient,
  orgId: string,
  mcps: readonly { name: string; version: string }[],
): Promise<string[]> {
  if (mcps.length === 0) return [];
  const { body } = await client.post(CI_PATH, { org_id: orgId, environment: 'production', mcps });
  return (body.mcps as { result: string }[]).map(({ result }) => result);
}
