import { describe, expect, it } from '@jest/globals';
import { readServers } from '../read-servers.js';
import { UnreadableConfiguration } from '../unreadable-configuration.js';
import { CLIENT_FORMATS } from './client-formats.js';
import { formatsOfFile } from './file-names.js';

const SECRET = 'Zx8Qm2Lw9Rt5Vb7Ny3Kd6Hf1';

/** Three servers of one format: one of a package that is off where the format can say so, a remote one, a broken one. */
interface Fixture {
  readonly file: string;
  readonly text: string;
  /** Whether the package is off. */
  readonly canDisable?: boolean;
}

const json = (file: string, value: object, canDisable = false): Fixture => ({
  file,
  text: JSON.stringify(value, undefined, 2),
  canDisable,
});

const ENV = { API_TOKEN: SECRET };
const PACKAGE = { command: 'npx', args: ['-y', '@acme/files@1.2.3'], env: ENV };
const REMOTE = { url: 'https://mcp.example.com/sse', headers: { Authorization: `Bearer ${SECRET}` } };
const BROKEN = { command: 'npx', args: ['-y', 8080], env: ENV };
const servers = (more: object = {}, address: object = REMOTE) => ({
  pack: { ...PACKAGE, ...more },
  remote: address,
  broken: BROKEN,
});
const OFF = { disabled: true };

const FIXTURES: Readonly<Record<string, Fixture>> = {
  any: json('mcp.json', { mcpServers: servers(OFF) }, true),
  'claude-code': json(
    '/home/me/.claude.json',
    {
      numStartups: 3,
      projects: { '/home/me/shop': { mcpServers: servers(), disabledMcpServers: ['pack'] } },
    },
    true,
  ),
  'claude-desktop': json('claude_desktop_config.json', { mcpServers: servers() }),
  vscode: json('.vscode/mcp.json', { servers: servers({ type: 'stdio' }), inputs: [{ id: 'token' }] }),
  'visual-studio': json('.vs/mcp.json', { servers: servers({ type: 'stdio' }) }),
  cursor: json('.cursor/mcp.json', { mcpServers: servers() }),
  copilot: json('.github/mcp.json', { mcpServers: servers({ type: 'local', tools: ['*'] }) }),
  codex: {
    file: '.codex/config.toml',
    text: `model = "large"

[mcp_servers.pack]
command = "npx"
args = ["-y", "@acme/files@1.2.3"]
env_vars = ["LOCAL_TOKEN"]
enabled = false

[mcp_servers.pack.env]
API_TOKEN = "${SECRET}"

[mcp_servers.remote]
url = "https://mcp.example.com/sse"
http_headers = { Authorization = "Bearer ${SECRET}" }

[mcp_servers.broken]
command = "npx"
args = ["-y", 8080]
env = { API_TOKEN = "${SECRET}" }
`,
    canDisable: true,
  },
  'gemini-cli': json(
    '.gemini/settings.json',
    {
      theme: 'dark',
      mcpServers: servers(
        { trust: true },
        { httpUrl: 'https://mcp.example.com/sse', headers: { Authorization: `Bearer ${SECRET}` } },
      ),
      mcp: { allowed: ['remote', 'broken'] },
    },
    true,
  ),
  antigravity: json(
    '.agents/mcp_config.json',
    { mcpServers: servers(OFF, { serverUrl: 'https://mcp.example.com/sse' }) },
    true,
  ),
  windsurf: json(
    '/home/me/.codeium/windsurf/mcp_config.json',
    { mcpServers: servers(OFF, { serverUrl: 'https://mcp.example.com/sse' }) },
    true,
  ),
  devin: json('.devin/mcp_config.json', { mcpServers: servers(OFF, { ...REMOTE, transport: 'http' }) }, true),
  zed: json(
    '.zed/settings.json',
    {
      tab_size: 2,
      context_servers: {
        ...servers(),
        pack: {
          source: 'custom',
          enabled: false,
          command: { path: 'npx', args: PACKAGE.args, env: ENV },
          settings: {},
        },
      },
      agent: { profiles: { ask: { context_servers: { pack: { tools: { read: true } } } } } },
    },
    true,
  ),
  opencode: json(
    'opencode.json',
    {
      mcp: {
        pack: {
          type: 'local',
          command: ['npx', '-y', '@acme/files@1.2.3'],
          environment: ENV,
          enabled: false,
        },
        remote: { type: 'remote', ...REMOTE },
        broken: { type: 'local', command: ['npx', '-y', 8080], environment: ENV },
      },
    },
    true,
  ),
  cline: json('cline/cline_mcp_settings.json', { mcpServers: servers(OFF) }, true),
  'roo-code': json('.roo/mcp.json', { mcpServers: servers({ ...OFF, watchPaths: ['dist'] }) }, true),
  kiro: json('.kiro/settings/mcp.json', { mcpServers: servers({ ...OFF, autoApprove: [] }) }, true),
  'amazon-q': json('.amazonq/mcp.json', { mcpServers: servers(OFF) }, true),
  junie: json('.junie/mcp/mcp.json', { mcpServers: servers({ enabled: false }) }, true),
  jetbrains: json('.air/mcp.json', { mcpServers: servers() }),
  continue: {
    file: '.continue/mcpServers/shop.yaml',
    text: `name: Shop
version: 0.0.1
schema: v1
mcpServers:
  # the shop's
  - name: pack
    command: npx
    args: ["-y", "@acme/files@1.2.3"]
    env:
      API_TOKEN: ${SECRET}
  - name: remote
    type: sse
    url: https://mcp.example.com/sse
    requestOptions:
      headers:
        Authorization: Bearer ${SECRET}
  - name: broken
    command: npx
    args: ["-y", 8080]
    env: { API_TOKEN: ${SECRET} }
`,
  },
  goose: {
    file: '/home/me/.config/goose/config.yaml',
    text: `GOOSE_MODEL: large
extensions:
  developer:
    type: builtin
    name: developer
    enabled: true
    bundled: true
  pack:
    type: stdio
    cmd: npx
    args: ["-y", "@acme/files@1.2.3"]
    enabled: false
    envs:
      API_TOKEN: ${SECRET}
    env_keys: [LOCAL_TOKEN]
  remote:
    type: streamable_http
    uri: https://mcp.example.com/sse
    headers:
      Authorization: Bearer ${SECRET}
  broken:
    enabled: true
    config:
      type: stdio
      cmd: npx
      args: ["-y", 8080]
      envs: { API_TOKEN: ${SECRET} }
`,
    canDisable: true,
  },
  'lm-studio': json('/home/me/.lmstudio/mcp.json', { mcpServers: servers() }),
};
// The file of an extension is recognized with the folders above it.
const CLINE =
  '/home/me/.config/Code/User/globalStorage/saoudrizwan.claude-dev/settings/cline_mcp_settings.json';
const fixtureOf = (id: string): Fixture => {
  const fixture = FIXTURES[id];
  if (fixture === undefined) throw new Error(`no fixture of ${id}`);
  return id === 'cline' ? { ...fixture, file: CLINE } : fixture;
};

/** The message of what makes a file unreadable, or what its servers are. */
function outcome(file: string, text: string): string {
  try {
    return JSON.stringify(readServers(file, text));
  } catch (error) {
    if (error instanceof UnreadableConfiguration) return error.message;
    throw error;
  }
}

describe('the formats', () => {
  it('have a fixture each, and ids and marks of their own', () => {
    const ids = CLIENT_FORMATS.map(({ id }) => id);
    expect(Object.keys(FIXTURES)).toEqual(ids);
    expect(new Set(ids).size).toBe(ids.length);
    const marks = CLIENT_FORMATS.flatMap(({ syntax, mark }) =>
      mark === undefined ? [] : [`${syntax} ${mark}`],
    );
    expect(new Set(marks).size).toBe(marks.length);
  });

  it.each(CLIENT_FORMATS.map((format) => [format.name, format] as const))(
    '%s is recognized by the names of its files, and no key of it is another one in another case',
    (_name, format) => {
      const paths = format.files.flatMap(({ workspace = [], user = [] }) => [
        workspace,
        typeof user === 'string' ? user : Object.values(user),
      ]);
      for (const path of paths.flat().map((each) => each.replaceAll('*', 'x')))
        expect([path, formatsOfFile(path).map(({ format: { id } }) => id)]).toEqual([
          path,
          expect.arrayContaining([format.id]),
        ]);
      const keys = Object.keys(format.keys).map((key) => key.toLowerCase());
      expect(new Set(keys).size).toBe(keys.length);
    },
  );

  it.each(CLIENT_FORMATS.map(({ name, id }) => [name, id] as const))(
    '%s: a package, an address, and a bad entry alone, each with its place',
    (name, id) => {
      const { file, text, canDisable = false } = fixtureOf(id);
      const [pack, remote, broken, ...others] = readServers(file, text);
      const [, lines] = ['', text.split('\n')];
      expect(others).toEqual([]);
      expect([pack, remote, broken].map((entry) => [entry?.name, entry?.format, entry?.disabled])).toEqual([
        ['pack', { id, name }, canDisable ? true : undefined],
        ['remote', { id, name }, undefined],
        ['broken', { id, name }, undefined],
      ]);
      expect(pack?.launch).toMatchObject({
        references: [{ name: 'npm:@acme/files', version: '1.2.3', pin: { kind: 'exact' } }],
        variables: expect.arrayContaining(['API_TOKEN']),
        warnings: [],
      });
      expect(remote?.launch).toEqual({
        references: [{ name: 'https://mcp.example.com/sse', version: 'latest', pin: { kind: 'exact' } }],
        warnings: [],
      });
      expect(broken?.launch.refused).toMatch(
        /\["broken"\](?:\.config)?\.(?:args|command) must be a list of strings/,
      );
      for (const entry of [pack, remote, broken])
        expect(lines[(entry?.region.startLine ?? 0) - 1]).toContain(entry?.name);
    },
  );

  it.each(CLIENT_FORMATS.map(({ name, id }) => [name, id] as const))(
    '%s: nothing of a value is in a message, wherever the file breaks off',
    (_name, id) => {
      const { file, text } = fixtureOf(id);
      for (let end = 0; end < text.length; end += 7) {
        for (const broken of [text.slice(0, end), `${text.slice(0, end)} ] = : { ${text.slice(end)}`])
          expect(outcome(file, broken)).not.toContain(SECRET);
      }
    },
  );

  it.each(CLIENT_FORMATS.map(({ name, id }) => [name, id] as const))(
    '%s: an unknown key warns by its name, and one in another case denies its entry alone',
    (_name, id) => {
      const { file, text } = fixtureOf(id);
      const isYaml = file.endsWith('.yaml');
      const added = (key: string): string =>
        file.endsWith('.toml')
          ? text.replace('[mcp_servers.remote]\n', `[mcp_servers.remote]\n${key} = "x"\n`)
          : isYaml
            ? text.replace(/^( *)(url|uri): /m, `$1${key}: x\n$1$2: `)
            : text.replace(/^( *)"((?:serverU|httpU|u)rl)": /m, `$1"${key}": "x",\n$1"$2": `);
      const read = (key: string) => readServers(file, added(key)).map(({ launch }) => launch);
      expect(read('surprise')[1]?.warnings).toEqual(['the key "surprise" is not known, and was not read']);
      const command = id === 'goose' ? 'Cmd' : 'Command';
      const [pack, remote] = read(command);
      expect(remote?.refused).toBe(
        `the key "${command}" is read as "${command.toLowerCase()}" by some clients`,
      );
      expect(pack?.references).toHaveLength(1);
    },
  );
});

describe('files of earlier versions and of recipes', () => {
  const shown = (file: string, text: string) =>
    readServers(file, text).map(({ name, launch, format }) => [
      format?.id,
      name,
      launch.references[0]?.name ?? launch.refused,
    ]);

  it.each(['.continuerc.json', 'my.continuerc.json', '/home/me/.continue/config.json'])(
    '%s of Continue has servers behind their transport',
    (file) => {
      const transport = { type: 'stdio', command: 'npx', args: ['-y', 'files@1.2.3'], env: ENV };
      const modelContextProtocolServers = [
        { transport },
        { name: 'far', transport: { type: 'sse', url: REMOTE.url } },
      ];
      const text = JSON.stringify({ models: [], experimental: { modelContextProtocolServers } });
      expect(shown(file, text)).toEqual([
        ['continue', '#1', 'npm:files'],
        ['continue', 'far', REMOTE.url],
      ]);
      expect(shown(file, '{"mergeBehavior": "merge"}')).toEqual([]);
    },
  );

  it('the first version of Continue had one server, which is refused', () => {
    const text = JSON.stringify({ experimental: { modelContextProtocolServer: { transport: PACKAGE } } });
    expect(() => shown('.continuerc.json', text)).toThrow(/has the command of a server under/);
  });

  it('its list is refused where it is not read', () => {
    const text = JSON.stringify({ experimental: { modelContextProtocolServers: [{ transport: PACKAGE }] } });
    expect(() => shown('settings.json', text)).toThrow(UnreadableConfiguration);
  });

  it('recipes of Goose have a list of servers', () => {
    const text = `version: "1.0.0"
title: Files
extensions:
  - type: stdio
    name: files
    cmd: npx
    args: ["-y", "files@1.2.3"]
  - type: inline_python
    name: code
    code: print(1)
  - type: builtin
    name: developer
`;
    expect(shown('.goose/recipes/files.yaml', text)).toEqual([
      ['goose', 'files', 'npm:files'],
      ['goose', 'code', 'its code is not read, and may decide what runs'],
    ]);
  });
});
