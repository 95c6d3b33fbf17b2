import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { WORKSPACE_FILES } from './formats/file-names.js';
import { readServers } from './read-servers.js';
import { UnreadableConfiguration } from './unreadable-configuration.js';

const SECRET = 'Zx8Qm2Lw9Rt5Vb7Ny3Kd6Hf1';

/** The names and launches of a file, or the message of what makes it unreadable. */
function outcome(file: string, text: string): string {
  try {
    return readServers(file, text)
      .map(({ name, format, launch }) => `${format?.name ?? 'list'} ${name}: ${launch.refused ?? 'read'}`)
      .join();
  } catch (error) {
    if (!(error instanceof UnreadableConfiguration)) throw error;
    return error.message;
  }
}

describe('a file of any name', () => {
  it.each([
    ['-', '[mcp_servers.a]\ncommand = "x"', 'Codex a: read'],
    ['servers', 'model = "large"\n[mcp_servers]\na = {command = "x"}', 'Codex a: read'],
    ['goose.yaml', 'extensions:\n  a:\n    cmd: x', 'Goose a: read'],
    ['-', 'extensions:\n  a:\n    cmd: x', 'Goose a: read'],
    ['-', 'mcpServers:\n  - name: a\n    command: x', 'Continue a: read'],
    ['-', '{"context_servers": {"a": {"command": "x"}}}', 'Zed a: read'],
    [
      'x.json',
      '{"context_servers": {"a": {"command": "x"}}, "mcpServers": {"b": {"command": "x"}}}',
      'Zed a: read,Zed b: read',
    ],
    ['-', '{"projects": {"/a": {"mcpServers": {"b": {"command": "x"}}}}}', 'MCP configuration b: read'],
    ['-', '// mine\n{"servers": {"a": {"command": "x"}}}', 'MCP configuration a: read'],
    ['-', 'acme/files@1.0.0', 'list acme/files@1.0.0: read'],
  ])('%s is recognized by its keys: %.30j', (file, text, read) => {
    expect(outcome(file, text)).toBe(read);
  });

  it.each([
    ['-', `token = "${SECRET}"`, '-:1:1: is TOML and has no "mcp_servers"'],
    ['Cargo.toml', `[package]\nname = "${SECRET}"`, 'Cargo.toml:1:1: is TOML and has no "mcp_servers"'],
    ['a.toml', SECRET, 'a.toml:1:25: is not TOML'],
    [
      'ci.yaml',
      `steps:\n  - token: ${SECRET}`,
      'ci.yaml:1:1: is YAML and has no "mcpServers" and no "extensions"',
    ],
    ['-', `token: ${SECRET}`, '-:1:1: is YAML and has no "mcpServers" and no "extensions"'],
    ['-', `<servers token="${SECRET}">`, '-: looks like XML, which is not read, and is no list of servers'],
    ['x.json', `["${SECRET}"]`, 'x.json:1:1: the configuration must be an object'],
    [
      'x.json',
      `{"mcp": {"a": {"command": ["${SECRET}"]}}}`,
      'x.json:1:1: has no "mcpServers" and no "servers"; it looks like opencode, whose file is opencode.json',
    ],
    [
      '.cursor/mcp.json',
      `{"tools": [{"command": "${SECRET}"}]}`,
      '.cursor/mcp.json:1:1: has no "mcpServers" and no "servers"',
    ],
    [
      '.codex/config.toml',
      `mcp_servers = "${SECRET}"`,
      '.codex/config.toml:1:15: mcp_servers must be an object',
    ],
    [
      '.vscode/mcp.json',
      `{"mcpServers": "${SECRET}"}`,
      '.vscode/mcp.json:1:16: mcpServers must be an object',
    ],
  ])('%s is refused with its format, and nothing of it is shown: %.30j', (file, text, message) => {
    expect(outcome(file, text)).toBe(message);
  });

  it.each([
    ['.vscode/settings.json', '{"editor.tabSize": 2}'],
    ['.zed/settings.json', '{}'],
    ['.codex/config.toml', ''],
    ['.continue/config.yaml', '# nothing\n'],
    ['opencode.jsonc', '{"mcp": {}}'],
    ['.kiro/agents/reviewer.json', '{"name": "reviewer"}'],
  ])('%s may have no servers', (file, text) => expect(outcome(file, text)).toBe(''));

  it.each([
    ['.vscode/settings.json', '{"amp.mcpServers": {"a": {"command": "x"}}}', 'under "amp.mcpServers"'],
    ['.vscode/settings.json', '{"mcp.servers": {"a": {"command": "x"}}}', 'under "mcp.servers"'],
    ['.codex/config.toml', '[profiles.a.mcp_servers.b]\ncommand = "x"', 'under "mcp_servers"'],
    [
      '.cursor/mcp.json',
      '{"mcpServers": {}, "context_servers": {"a": {"command": "x"}}}',
      'under "context_servers"',
    ],
    [
      '.gemini/settings.json',
      '{"MCPServers": {"a": {"command": "x"}}}',
      'is read as "mcpServers" by some clients',
    ],
    ['.mcp.json', '{"mcpServers": {}, "mcp": {"servers": {"a": {"command": "x"}}}}', 'under "servers"'],
    [
      '.mcp.json',
      '{"mcpServers": {}, "other": {"MCPServers": {"a": {"command": "x"}}}}',
      'under "MCPServers"',
    ],
    ['.gemini/settings.json', '{"mcp": {"serverCommand": "npx -y a"}}', 'under "mcp.serverCommand"'],
    ['.gemini/settings.json', '{"mcpServerCommand": "npx -y a"}', 'under "mcpServerCommand"'],
    ['.gemini/settings.json', '{"tools": {"discoveryCommand": "./x"}}', 'under "tools.discoveryCommand"'],
    ['.gemini/settings.json', '{"toolCallCommand": "./x"}', 'under "toolCallCommand"'],
    ['.goose.yaml', 'extensions: {}\nother:\n  mcpServers: [{name: a, command: x}]', 'under "mcpServers"'],
  ])('%s is refused where it may have servers at a place that is not read: %.30j', (file, text, problem) => {
    expect(outcome(file, text)).toContain(problem);
  });
});

describe('the settings of Zed', () => {
  it('have servers for a release channel, a system and a profile', () => {
    const servers = (name: string) => ({ context_servers: { [name]: { command: 'x' } } });
    const text = JSON.stringify({
      ...servers('a'),
      stable: servers('b'),
      macos: servers('c'),
      profiles: { work: servers('d') },
      agent: { profiles: { ask: { context_servers: { a: { tools: { read: true } } } } } },
    });
    expect(readServers('.zed/settings.json', text).map(({ name }) => name)).toEqual(['a', 'b', 'c', 'd']);
  });
});

describe('an entry', () => {
  const one = (file: string, text: string) => readServers(file, text)[0];

  it.each([
    [
      '.zed/settings.json',
      '{"context_servers": {"a": {"source": "extension", "settings": {}}}}',
      'it has neither a command nor a url',
    ],
    [
      '.gemini/settings.json',
      '{"mcpServers": {"a": {"tcp": "ws://x"}}}',
      'its tcp is not read, and may decide what runs',
    ],
    [
      '.continue/config.yaml',
      'mcpServers:\n  - uses: acme/files',
      'its uses is not read, and may decide what runs',
    ],
    [
      'goose.yaml',
      'extensions: {a: {type: inline_python, code: "import os"}}',
      'its code is not read, and may decide what runs',
    ],
    [
      'goose.yaml',
      'extensions: {a: {type: builtin, cmd: ./x, config: {cmd: ./y}}}',
      'it has several commands, of which clients use different ones',
    ],
    [
      '.codex/config.toml',
      'mcp_servers.a = {command = "npx", args = ["a@1.0.0"], env_vars = ["NODE_OPTIONS"]}',
      'the variable NODE_OPTIONS changes what runs',
    ],
    [
      '.codex/config.toml',
      'mcp_servers.a = {command = "npx", env_vars = [{name = "NODE_OPTIONS", source = "remote"}]}',
      'the variable NODE_OPTIONS changes what runs',
    ],
    [
      '.codex/config.toml',
      'mcp_servers.a = {command = "npx", args = ["a@1.0.0"], cwd = "/srv"}',
      'its cwd is another folder, whose packages and settings decide what runs',
    ],
    [
      'opencode.json',
      '{"mcp": {"a": {"command": "npx a@1.0.0"}}}',
      'mcp["a"].command must be a list of strings',
    ],
    [
      'opencode.json',
      '{"mcp": {"servers": {"type": "local", "command": ["./x"]}}}',
      'servers["type"] must be an object',
    ],
  ])('of %s is denied: %.50j', (file, text, refused) => {
    expect(one(file, text)?.launch.refused).toBe(refused);
  });

  it('is read in both versions of opencode', () => {
    const names = readServers(
      'opencode.json',
      JSON.stringify({
        mcp: {
          servers: { a: { command: ['npx', 'a@1.0.0'], disabled: true } },
          b: { command: ['npx', 'b@1.0.0'], enabled: false },
        },
      }),
    ).map(({ name, disabled, launch }) => [name, disabled, launch.references[0]?.name]);
    expect(names).toEqual([
      ['a', true, 'npm:a'],
      ['b', true, 'npm:b'],
    ]);
  });

  it('warns of a switch that is neither on nor off, and of at most ten unknown keys by name', () => {
    const more = Object.fromEntries(Array.from({ length: 12 }, (_unused, at) => [`x${at}`, 1]));
    const text = JSON.stringify({ mcpServers: { a: { command: './x', disabled: 'true', ...more } } });
    expect(one('mcp.json', text)).toMatchObject({
      launch: {
        warnings: [
          ...Array.from({ length: 10 }, (_unused, at) => `the key "x${at}" is not known, and was not read`),
          '2 more keys are not known, and were not read',
          'its disabled is neither true nor false',
        ],
      },
    });
    expect(one('mcp.json', text)).not.toHaveProperty('disabled');
  });

  it('is of a plugin without a name of the list, and of Visual Studio under servers', () => {
    expect(
      outcome(
        'plugins/a/.mcp.json',
        '{"a": {"command": "./x"}, "b": {"type": "sse", "url": "https://x.example"}}',
      ),
    ).toBe('Claude Code a: read,Claude Code b: read');
    expect(outcome('.mcp.json', '{"servers": {"a": {"command": "./x"}}}')).toBe('Claude Code a: read');
    expect(outcome('.mcp.json', '{"a": 1}')).toContain('has no "mcpServers"');
  });
});

/** Parts of configurations in all three syntaxes. */
const part = fc.constantFrom(
  '{',
  '}',
  '[',
  ']',
  '"',
  "'",
  '"""',
  "'''",
  ':',
  ': ',
  ',',
  '=',
  ' = ',
  '\n',
  '\n  ',
  '- ',
  '#',
  '//',
  '/*',
  '*/',
  '\\',
  '&a',
  '*a',
  '!t',
  '? ',
  '|',
  '>',
  '---\n',
  '%YAML 1.1\n',
  '[mcp_servers.a]\n',
  '[[a]]\n',
  'mcpServers',
  'mcp_servers',
  'servers',
  'extensions',
  'context_servers',
  'mcp',
  'command',
  'cmd',
  'args',
  'env',
  '__proto__',
  'constructor',
  'true',
  '1',
  '1979-05-27',
  '<<',
  '\t',
  '\r',
  '\u2028',
  '\u0000',
  '\ud800',
  '\ufeff',
  'x',
);
const text = fc.oneof(
  fc.array(part, { maxLength: 40 }).map((parts) => parts.join('')),
  fc.tuple(part, fc.constantFrom(100, 5000, 60_000)).map(([each, count]) => each.repeat(count)),
  fc.string({ unit: 'binary', maxLength: 60 }),
);
const file = fc.constantFrom(
  '-',
  'a.json',
  'a.toml',
  'a.yaml',
  'list',
  ...WORKSPACE_FILES.map((each) => each.replaceAll('*', 'x')),
);

describe('readServers', () => {
  it('reads any text, or says why not', () => {
    fc.assert(
      fc.property(file, text, (name, content) => {
        expect(outcome(name, content)).toEqual(expect.any(String));
      }),
      { numRuns: 1500 },
    );
  });
});
