import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { ApiClient } from '../../support/api-client.js';
import { CI_PATH, CiGate, type VersionRow } from '../../support/ci-gate.js';
import { allowListOf, npm, settingsOf, unique } from '../../support/allow-lists.js';
import { runsOnClaude, runsOnClient, type ManagedLists } from '../../support/client-rules.js';

let gate: CiGate;
beforeAll(async () => {
  gate = await CiGate.start();
});
afterAll(async () => {
  await gate.close();
});

const RUNS = 12;
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
const servers: fc.Arbitrary<ServerPlan[]> = fc.uniqueArray(
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
const policies = fc.array(
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

/** An organization with policies, and the servers of a plan. */
async function world(
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
  const made: { name: string; visible: string[]; private: boolean; owner: string }[] = [];
  for (const server of plan) {
    const name = `${mark}-${server.name}/files`;
    const rows = server.versions.map((version): VersionRow => ({
      commit: randomUUID().replaceAll('-', '').padEnd(40, '0'),
      semver: version.number,
      score: version.score,
      level: version.level,
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
      private: isPrivate,
      owner: server.owner,
    });
  }
  const client = await gate.actors.serviceToken(own.id, [`ci:org:${own.id}`]);
  const { path } = await allowListOf(own.owner, own.id);
  return { own, stranger, mark, made, client, path };
}

/** What the gate says of servers by their names and versions. */
async function verdicts(
  client: ApiClient,
  orgId: string,
  mcps: readonly { name: string; version: string }[],
): Promise<string[]> {
  if (mcps.length === 0) return [];
  const { body } = await client.post(CI_PATH, { org_id: orgId, environment: 'production', mcps });
  return (body.mcps as { result: string }[]).map(({ result }) => result);
}

describe('For all policies and catalogs', () => {
  it('the gate, the allow list and the managed settings agree', async () => {
    await fc.assert(
      fc.asyncProperty(servers, policies, async (plan, rules) => {
        const { own, mark, made, client, path } = await world(plan, rules);
        try {
          const listed = (await gate.actors.anonymous.get(`${path}/v0.1/servers?search=${mark}&limit=100`))
            .body.servers as {
            server: {
              name: string;
              version: string;
              packages?: { registryType: string; identifier: string; version: string }[];
            };
          }[];
          // All that is listed is allowed, by each name that the list gives.
          const byList = listed.map(({ server }) => ({ name: server.name, version: server.version }));
          const byPackage = listed.flatMap(({ server }) =>
            (server.packages ?? []).map(({ identifier, version }) => ({
              name: `npm:${identifier}`,
              version,
            })),
          );
          for (const asked of [byList, byPackage]) {
            expect(await verdicts(client, own.id, asked)).toEqual(asked.map(() => 'ALLOWED'));
          }
          // All that is allowed by its name in the catalog is listed, and nothing else.
          const known = [
            ...new Map(made.map((each) => [each.name, made.filter(({ name }) => name === each.name)])),
          ].flatMap(([name, same]) =>
            same.flatMap(({ visible }) => visible.map((version) => ({ name, version }))),
          );
          const byName = await verdicts(client, own.id, known);
          for (const [index, { name, version }] of known.entries()) {
            const { status } = await gate.actors.anonymous.get(
              `${path}/v0.1/servers/${encodeURIComponent(name)}/versions/${version}`,
            );
            expect([name, version, status]).toEqual([name, version, byName[index] === 'ALLOWED' ? 200 : 404]);
          }
          // A client runs exactly the commands of packages that the gate allows and that are of listed servers.
          const settings = (await settingsOf(client, own.id)).body as ManagedLists;
          const claude = (await settingsOf(client, own.id, 'claude')).body as ManagedLists;
          for (const pkg of [0, 1, 2].map((each) => `${mark}-pkg-${each}`)) {
            for (const version of ['1.0.0', '1.1.0', '2.0.0', '9.9.9']) {
              const server = { name: 'mine', command: ['npx', '-y', `${pkg}@${version}`] };
              const runs = runsOnClient(settings, server);
              expect([pkg, version, runsOnClaude(claude, server)]).toEqual([pkg, version, runs]);
              const [verdict] = await verdicts(client, own.id, [{ name: `npm:${pkg}`, version }]);
              if (runs) expect([pkg, version, verdict]).toEqual([pkg, version, 'ALLOWED']);
              const isListed = byPackage.some(
                ({ name, version: other }) => name === `npm:${pkg}` && other === version,
              );
              expect([pkg, version, runs]).toEqual([pkg, version, isListed]);
            }
          }
          // Claude Code applies its lists to the servers of the other file, too.
          const { mcpServers } = (await settingsOf(client, own.id, 'claude-mcp')).body as {
            mcpServers: Record<string, { command: string; args: string[] }>;
          };
          for (const [name, { command, args }] of Object.entries(mcpServers)) {
            expect([name, runsOnClaude(claude, { name, command: [command, ...args] })]).toEqual([name, true]);
          }
        } finally {
          await gate.t.rows('DELETE FROM mcp WHERE name LIKE $1', [`${mark}%`]);
        }
      }),
      { numRuns: RUNS },
    );
  });

  it('nothing of another organization is in any of them', async () => {
    await fc.assert(
      fc.asyncProperty(servers, policies, async (plan, rules) => {
        const { own, stranger, mark, made, path } = await world(plan, rules);
        try {
          const secrets = [
            stranger.id,
            stranger.owner.id,
            stranger.owner.email,
            ...made
              .filter((server) => server.private && server.owner === 'stranger')
              .flatMap(({ visible }) => visible),
          ];
          const texts = await Promise.all([
            ...['copilot', 'claude', 'claude-mcp', 'vscode'].map((format) =>
              settingsOf(own.owner, own.id, format),
            ),
            ...[
              '/v0.1/servers?limit=100&include_deleted=true',
              '/managed-settings.json',
              '/managed-mcp.json',
            ].map((file) => gate.actors.anonymous.get(path + file)),
            gate.actors.anonymous.get(`/v0.1/servers?limit=100&search=${mark}`),
          ]);
          for (const { text } of texts) {
            for (const secret of secrets) expect(text).not.toContain(secret);
          }
        } finally {
          await gate.t.rows('DELETE FROM mcp WHERE name LIKE $1', [`${mark}%`]);
        }
      }),
      { numRuns: 4 },
    );
  });
});

describe('For all configurations of users', () => {
  it('a client runs a command only if it is exactly that of an allowed version', async () => {
    const own = await gate.withPolicies({ target_type: 'SCORE', target_value: 'min:50' });
    const mark = `c${unique()}`;
    const name = `${mark}-files`;
    await gate.server(`${mark}/files`, [
      {
        commit: `1${randomUUID().replaceAll('-', '')}`.padEnd(40, '0'),
        semver: '1.0.0',
        score: 80,
        source: npm(name, '1.0.0'),
      },
      {
        commit: `2${randomUUID().replaceAll('-', '')}`.padEnd(40, '0'),
        semver: '2.0.0',
        score: 20,
        source: npm(name, '2.0.0'),
      },
    ]);
    const lists = await Promise.all(
      ['copilot', 'claude'].map(
        async (format) => (await settingsOf(own.owner, own.id, format)).body as ManagedLists,
      ),
    );
    const good = ['npx', '-y', `${name}@1.0.0`];
    const hostile = fc.constantFrom(
      '',
      ' ',
      '"',
      `'`,
      '\n',
      '%2F',
      '--',
      '-y',
      '; rm -rf /',
      '&',
      '|',
      '\u0000',
      'é',
      '\u202e',
      '@latest',
      '@2.0.0',
      '@^1.0.0',
      '$(x)',
    );
    const command = fc.oneof(
      fc.constant(good),
      fc.constant(['cmd', '/c', ...good]),
      fc.constant(['npx', '-y', `${name}@2.0.0`]),
      fc.constant(['npx', '-y', name]),
      fc.constant(['npx', '-y', `${name}@latest`]),
      fc
        .tuple(fc.nat(2), hostile)
        .map(([at, text]) => good.map((part, index) => (index === at ? part + text : part))),
      fc.tuple(fc.nat(3), hostile).map(([at, text]) => good.toSpliced(at, 0, text)),
      fc.nat(2).map((at) => good.toSpliced(at, 1)),
      fc.array(fc.oneof(hostile, fc.string(), fc.constantFrom(...good)), { maxLength: 5 }),
    );
    const isGood = (parts: readonly string[]): boolean =>
      [good, ['cmd', '/c', ...good]].some((each) => JSON.stringify(each) === JSON.stringify(parts));
    fc.assert(
      fc.property(command, fc.string(), fc.constantFrom(...lists), (parts, label, list) => {
        expect(runsOnClient(list, { name: label, command: parts })).toBe(isGood(parts));
      }),
      { numRuns: 500 },
    );
  });
});
