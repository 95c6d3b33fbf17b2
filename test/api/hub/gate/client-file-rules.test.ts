import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { SettingsFormat } from '@mcp-hub/client-configurations';
import fc from 'fast-check';
import { npmVersion, settingsOf } from '../../../support/allow-lists.js';
import {
  listsOfTeam,
  runsOnCline,
  runsOnCodex,
  runsOnWindsurf,
  startedByGemini,
  type ClineSettings,
  type GeminiSettings,
  type WindsurfWhitelist,
} from '../../../support/client-documents.js';
import { ADDRESS, ALLOWED, ClientFiles, NAMED } from '../../../support/client-files.js';
import {
  runsOnClaude,
  runsOnClient,
  type ConfiguredServer,
  type ManagedLists,
} from '../../../support/client-rules.js';

let files: ClientFiles;
beforeAll(async () => {
  files = await ClientFiles.start();
});
afterAll(() => files.close());

const behindCmd = (command: readonly string[]): string[] => ['cmd', '/c', ...command];

/** Variants of a command that start something else, or the same in another way. */
const variantsOf = (command: readonly string[]): readonly (readonly string[])[] => [
  command.map((word) => word.replace(/\d+\.\d+(?:\.\w+)?$/, '9.9.9')),
  command.map((word) => word.replace(/@\d.*$|==.*$/, '')),
  command.map((word) => word.replace(/@\d.*$|==.*$/, '@latest')),
  [...command, '--extra'],
  command.slice(0, -1),
  command.toSpliced(1, 0, '--verbose'),
  ['/tmp/bin/' + (command[0] ?? ''), ...command.slice(1)],
  [command.join(' ')],
  ['sh', '-c', command.join(' ')],
  [...command.slice(0, -1), `${command.at(-1) ?? ''} `],
  command.map((word) => word.toUpperCase()),
];
const isAllowed = (command: readonly string[]): boolean =>
  ALLOWED.some((each) =>
    [each, behindCmd(each)].some((one) => JSON.stringify(one) === JSON.stringify(command)),
  );

const variant = fc
  .constantFrom(...ALLOWED, ...Object.values(NAMED))
  .chain((command) =>
    fc.constantFrom(...[command, behindCmd(command)].flatMap((each) => [each, ...variantsOf(each)])),
  );
/** Variables in which a client starts a program. */
const env = fc.constantFrom<Record<string, string>>({}, { NODE_OPTIONS: '--require /tmp/x.js' });

describe('For all commands, by the rules that the vendors document', () => {
  it('clients that compare commands run exactly the allowed ones, whatever their names and variables are', async () => {
    const [copilot, claude, teams] = [
      await files.parsed<ManagedLists>('copilot'),
      await files.parsed<ManagedLists>('claude'),
      await files.parsed<Parameters<typeof listsOfTeam>[0]>('copilot-teams'),
    ];
    const vscode = await files.parsed<Record<string, ManagedLists['allowedMcpServers']>>('vscode');
    const policies: ManagedLists = {
      allowedMcpServers: vscode['ChatAllowedMcpServers'] ?? [],
      deniedMcpServers: vscode['ChatDeniedMcpServers'] ?? [],
    };
    fc.assert(
      fc.property(
        variant,
        fc.constantFrom('mine', 'acme_files', 'acme/files'),
        env,
        (command, name, variables) => {
          const server: ConfiguredServer = { name, command, env: variables };
          const expected = isAllowed(command);
          expect(runsOnClient(copilot, server)).toBe(expected);
          expect(runsOnClient(policies, server)).toBe(expected);
          expect(runsOnClaude(claude, server)).toBe(expected);
          expect(runsOnClient(listsOfTeam(teams, undefined), server)).toBe(expected);
        },
      ),
      { numRuns: 1000 },
    );
    for (const command of ALLOWED) {
      for (const each of [command, behindCmd(command)]) {
        expect([each, runsOnClient(copilot, { name: 'x', command: each })]).toEqual([each, true]);
      }
    }
    // A denied name is denied with an allowed command, too.
    const [command = []] = ALLOWED;
    expect(runsOnClient(copilot, { name: 'evil/files', command })).toBe(false);
    for (const url of [
      ADDRESS,
      `${ADDRESS}/other`,
      'https://mcp.example.com/',
      'http://mcp.example.com/mcp',
    ]) {
      expect([url, runsOnClient(copilot, { name: 'x', url })]).toEqual([url, url === ADDRESS]);
      expect([url, runsOnClaude(claude, { name: 'x', url })]).toEqual([url, url === ADDRESS]);
    }
  });

  it('the file of a team takes the place of the lists of the enterprise', async () => {
    const enterprise = await files.parsed<Parameters<typeof listsOfTeam>[0]>('copilot-teams');
    const other = await files.gate.withPolicies({ target_type: 'ORIGIN', target_value: 'community' });
    const team = (await settingsOf(other.owner, other.id)).body as ManagedLists;
    const [command = []] = ALLOWED;
    expect(runsOnClient(listsOfTeam(enterprise, team), { name: 'x', command })).toBe(false);
    expect(runsOnClient(listsOfTeam(enterprise, undefined), { name: 'x', command })).toBe(true);
  });

  it('Codex runs exactly the named servers by exactly their commands, with any variables', async () => {
    const text = await files.text('codex');
    const names = [...Object.keys(NAMED), 'acme_remote', 'mine', 'constructor'];
    fc.assert(
      fc.property(variant, fc.constantFrom(...names), env, (command, name, variables) => {
        const expected = JSON.stringify(NAMED[name]) === JSON.stringify(command);
        expect(runsOnCodex(text, { name, command, env: variables })).toBe(expected);
      }),
      { numRuns: 1000 },
    );
    for (const [name, command] of Object.entries(NAMED)) {
      expect([name, runsOnCodex(text, { name, command })]).toEqual([name, true]);
    }
    expect(runsOnCodex(text, { name: 'acme_remote', url: ADDRESS })).toBe(true);
    expect(runsOnCodex(text, { name: 'acme_remote', url: `${ADDRESS}/` })).toBe(false);
    expect(runsOnCodex(text, { name: 'mine', url: ADDRESS })).toBe(false);
  });

  it('Gemini CLI starts what the settings define under an allowed name, never the command or variables of a user', async () => {
    const settings = await files.parsed<GeminiSettings>('gemini');
    const defined = new Map(Object.entries(NAMED).map(([name, words]) => [name.replaceAll('_', '-'), words]));
    expect(settings.mcp.allowed).toEqual([...defined.keys(), 'acme-remote'].toSorted());
    fc.assert(
      fc.property(
        variant,
        fc.constantFrom(...defined.keys(), 'acme-remote', 'acme_files', 'mine'),
        env,
        (command, name, variables) => {
          const started = startedByGemini(settings, { name, command, env: variables });
          const [program, ...args] = defined.get(name) ?? [];
          if (name === 'acme-remote') expect(started).toEqual({ httpUrl: ADDRESS });
          else expect(started).toEqual(program === undefined ? undefined : { command: program, args });
        },
      ),
    );
  });

  it('Cline runs any command under an allowed name, and remote servers of the organization alone', async () => {
    const settings = await files.parsed<ClineSettings>('cline');
    fc.assert(
      fc.property(variant, fc.constantFrom(...Object.keys(NAMED), 'acme_remote', 'mine'), (command, name) => {
        expect(runsOnCline(settings, { name, command })).toBe(Object.hasOwn(NAMED, name));
      }),
    );
    expect(runsOnCline(settings, { name: 'acme_remote', url: ADDRESS })).toBe(true);
    expect(runsOnCline(settings, { name: 'acme_remote', url: 'https://evil.example.com/' })).toBe(false);
    expect(runsOnCline(settings, { name: 'mine', url: ADDRESS })).toBe(false);
  });

  it('Windsurf runs exactly the named servers by exactly their commands, with any variables', async () => {
    const whitelist = await files.parsed<WindsurfWhitelist>('windsurf');
    const unescaped = ['mcp-hub', 'run', 'pypi:acmeXpython==2.0.post1'];
    fc.assert(
      fc.property(
        fc.oneof(variant, fc.constant(unescaped)),
        fc.constantFrom(...Object.keys(NAMED), 'ACME_FILES', 'mine'),
        env,
        (command, name, variables) => {
          const expected = JSON.stringify(NAMED[name]) === JSON.stringify(command);
          expect(runsOnWindsurf(whitelist, { name, command, env: variables })).toBe(expected);
        },
      ),
      { numRuns: 1000 },
    );
    expect(runsOnWindsurf(whitelist, { name: 'acme_remote', url: ADDRESS })).toBe(false);
  });

  it('no client runs anything where nothing is allowed', async () => {
    const none = await files.gate.withPolicies({ target_type: 'ORIGIN', target_value: 'community' });
    const of = async (format: SettingsFormat): Promise<string> =>
      (await settingsOf(none.owner, none.id, format)).text;
    const json = async <T>(format: SettingsFormat): Promise<T> => JSON.parse(await of(format)) as T;
    for (const command of [...ALLOWED, []]) {
      for (const name of ['mine', 'acme_files', 'nothing-is-allowed']) {
        const server = { name, command };
        expect(runsOnClient(await json('copilot'), server)).toBe(false);
        expect(runsOnClient(listsOfTeam(await json('copilot-teams'), undefined), server)).toBe(false);
        expect(runsOnClaude(await json('claude'), server)).toBe(false);
        expect(runsOnCodex(await of('codex'), server)).toBe(false);
        expect(startedByGemini(await json('gemini'), server)).toBeUndefined();
        expect(runsOnCline(await json('cline'), server)).toBe(false);
        expect(runsOnWindsurf(await json('windsurf'), server)).toBe(false);
      }
    }
    expect(await json('claude-mcp')).toEqual({ mcpServers: {} });
  });

  it('names that clients would take for one differ', async () => {
    const own = await files.gate.withPolicies({ target_type: 'MCP', target_value: 'acme/*' });
    for (const name of ['same/one_two', 'same/one-two'])
      await files.gate.server(name, [npmVersion(name.slice(5), '1.0.0')]);
    const settings = (await settingsOf(own.owner, own.id, 'gemini')).body as GeminiSettings;
    const names = (settings.mcp.allowed ?? []).filter((name) => name.startsWith('same-'));
    expect(names).toEqual([
      expect.stringMatching(/^same-one-two-[0-9a-f]{8}$/),
      expect.stringMatching(/^same-one-two-[0-9a-f]{8}$/),
    ]);
    expect(new Set(names).size).toBe(2);
    const claude = (await settingsOf(own.owner, own.id, 'claude-mcp')).body as { mcpServers: object };
    expect(Object.keys(claude.mcpServers)).toEqual(expect.arrayContaining(['same_one-two', 'same_one_two']));
  });
});
