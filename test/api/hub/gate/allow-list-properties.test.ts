import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { SETTINGS_FORMATS } from '@mcp-hub/client-configurations';
import fc from 'fast-check';
import { CiGate } from '../../../support/ci-gate.js';
import { npm, settingsOf, unique } from '../../../support/allow-lists.js';
import { policies, servers, verdicts, world } from '../../../support/catalog-worlds.js';
import { runsOnClaude, runsOnClient, type ManagedLists } from '../../../support/client-rules.js';

let gate: CiGate;
beforeAll(async () => {
  gate = await CiGate.start();
});
afterAll(async () => {
  await gate.close();
});

const RUNS = 12;

describe('For all policies and catalogs', () => {
  it('the gate, the allow list and the managed settings agree', async () => {
    await fc.assert(
      fc.asyncProperty(servers, policies, async (plan, rules) => {
        const { own, mark, made, client, path } = await world(gate, plan, rules);
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
              const checked = { name: 'mine', command: ['mcp-hub', 'run', `npm:${pkg}@${version}`] };
              expect([pkg, version, runsOnClient(settings, checked)]).toEqual([pkg, version, runs]);
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
        const { own, stranger, mark, made, path } = await world(gate, plan, rules);
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
            ...Object.keys(SETTINGS_FORMATS).map((format) => settingsOf(own.owner, own.id, format)),
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
    const run = ['mcp-hub', 'run', `npm:${name}@1.0.0`];
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
      fc.constant(run),
      fc.constant([...run, '--', '/data']),
      fc.constant(['mcp-hub', 'run', `npm:${name}@2.0.0`]),
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
      [good, ['cmd', '/c', ...good], run, ['cmd', '/c', ...run]].some(
        (each) => JSON.stringify(each) === JSON.stringify(parts),
      );
    fc.assert(
      fc.property(command, fc.string(), fc.constantFrom(...lists), (parts, label, list) => {
        expect(runsOnClient(list, { name: label, command: parts })).toBe(isGood(parts));
      }),
      { numRuns: 500 },
    );
  });
});
