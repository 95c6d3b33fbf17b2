import { describe, expect, it } from '@jest/globals';
import { readClientConfiguration } from './client-configuration.js';

const read = (text: string) => readClientConfiguration('mcp.json', text);
const one = (definition: object) => read(JSON.stringify({ mcpServers: { s: definition } }))[0];

describe('readClientConfiguration', () => {
  it.each([
    ['', 'mcp.json:1:1: is not JSON: '],
    ['{"mcpServers": {', 'mcp.json:1:17: is not JSON: close brace expected'],
    ['{\n  "mcpServers": {"a" {}}}', 'mcp.json:2:22: is not JSON: colon expected'],
    ["{'mcpServers': {}}", 'mcp.json:1:2: is not JSON: invalid symbol'],
    ['{} {}', 'mcp.json:1:4: is not JSON: end of file expected'],
    ['[]', 'mcp.json:1:1: the configuration must be an object'],
    ['{}', 'mcp.json:1:1: has no "mcpServers" and no "servers"'],
    ['{"mcpServers": []}', 'mcp.json:1:16: mcpServers must be an object'],
    ['{"mcpServers": {"a": {}, "a": {}}}', 'mcp.json:1:26: mcpServers has the key "a" twice'],
    ['{"MCPServers": {}}', 'the key "MCPServers" is read as "mcpServers" by some clients'],
    ['{"mcpServers": {}, "other": {"mcpServers": {}}}', 'has a list of servers at a place that is not read'],
    ['{"mcpServers": {}, // a\r "b": {}\n}', 'has a line end that programs read differently'],
    ['{"mcpServers": {} /* a\u2028 */}', 'has a line end that programs read differently'],
    [`{"mcpServers": ${'['.repeat(100_000)}`, 'nests more than 64 objects and lists'],
  ])('refuses %.60s', (text, message) => {
    expect(() => read(text)).toThrow(message);
  });

  it.each([
    ['1', 'mcpServers["a"] must be an object'],
    ['{"command": 1}', 'mcpServers["a"].command must be a string'],
    ['{"command": "x", "args": "y"}', 'mcpServers["a"].args must be a list of strings'],
    ['{"command": "npx", "args": ["a@1.0.0", 8080]}', 'mcpServers["a"].args must be a list of strings'],
    ['{"command": "x", "command": "y"}', 'mcpServers["a"] has the key "command" twice'],
    [
      '{"command": "npx", "args": ["a@1.0.0"], "Command": "./x"}',
      'the key "Command" is read as "command" by some clients',
    ],
    ['{"command": "npx", "args": ["a@1.0.0"], "ENV": {}}', 'the key "ENV" is read as "env" by some clients'],
    [
      '{"command": "npx", "args": ["a@1.0.0"], "cwd": "./x"}',
      'its cwd is another folder, whose packages and settings decide what runs',
    ],
  ])('refuses an entry alone that is %s', (entry, reason) => {
    const [bad, good] = read(`{"mcpServers": {"a": ${entry}, "b": {"command": "npx", "args": ["b@1.0.0"]}}}`);
    expect(bad?.launch).toEqual({ references: [], refused: reason, warnings: [] });
    expect(good?.launch.references).toMatchObject([{ name: 'npm:b', version: '1.0.0' }]);
  });

  it('reads the lists of projects, of workspaces and of containers', () => {
    const servers = { a: { command: 'x' } };
    for (const file of [
      { mcpServers: {}, projects: { '/home/me/shop': { mcpServers: servers } } },
      { settings: { mcp: { servers } } },
      { customizations: { vscode: { mcp: { servers } } } },
    ])
      expect(read(JSON.stringify(file)).map(({ name }) => name)).toEqual(['a']);
  });

  it('shows nothing invisible of a file in messages', () => {
    const [entry] = read('{"servers": {"a\\u202e\\u001b[2J\\n": 1}}');
    expect(entry?.launch.refused).toBe(String.raw`servers["a\u{202e}\u{1b}[2J\u{a}"] must be an object`);
  });

  it('reads comments, trailing commas, and the positions of entries', () => {
    const text =
      '// my servers\r\n{\r\n  "servers": {\r\n    /* one */ "a": {\r\n      "command": "npx",\r\n    },\r\n  },\r\n}';
    expect(read(text)).toMatchObject([
      { name: 'a', region: { startLine: 4, startColumn: 15, endLine: 6, endColumn: 6 } },
    ]);
  });

  it('reads both lists, and those inside of mcp', () => {
    const names = (value: object) => read(JSON.stringify(value)).map(({ name }) => name);
    expect(
      names({ mcpServers: { a: { url: 'https://a.example' } }, servers: { b: { command: 'x' } } }),
    ).toEqual(['a', 'b']);
    expect(names({ mcp: { servers: { c: { command: 'x' } } } })).toEqual(['c']);
    expect(names({ mcpServers: {} })).toEqual([]);
    // Visual Studio Code reads the inner one.
    expect(names({ mcpServers: {}, mcp: { servers: { c: { command: 'x' } } } })).toEqual(['c']);
    expect(names({ mcpServers: {}, mcp: true })).toEqual([]);
  });

  it('keeps names as they are', () => {
    const names = ['__proto__', 'a"b', 'a%2Fb', 'a\nb', '日本', ''];
    const text = `{"mcpServers": {${names.map((name) => `${JSON.stringify(name)}: {"command": "x"}`).join()}}}`;
    expect(read(text).map(({ name }) => name)).toEqual(names);
  });

  it('refuses what could be two things, or none', () => {
    expect(one({ command: 'npx', url: 'https://a.example' })?.launch.refused).toMatch(
      /both a command and a url/,
    );
    const [url, other] = ['https://a.example', 'https://b.example'];
    for (const addresses of [
      { url, serverUrl: other },
      { url, httpUrl: other },
    ])
      expect(one(addresses)?.launch.refused).toMatch(
        /several addresses, of which clients use different ones/,
      );
    expect(one({ url, serverUrl: url })?.launch.references).toHaveLength(1);
    expect(one({ url, headersHelper: './evil.sh' })?.launch.refused).toMatch(/headersHelper is a program/);
    expect(one({ type: 'stdio' })?.launch.refused).toMatch(/neither a command nor a url/);
    expect(one({ command: 'npx', args: ['a@1.0.0'], env: { NODE_OPTIONS: '-r ./x' } })?.launch).toEqual({
      references: [],
      refused: 'the variable NODE_OPTIONS changes what runs',
      warnings: [],
    });
  });

  it('names a file of variables, which it does not read', () => {
    expect(one({ command: 'npx', args: ['a@1.0.0'], envFile: '.env' })?.launch.environmentFiles).toEqual([
      '.env',
    ]);
  });

  it.each([
    [{ type: 'http', url: 'https://mcp.example.com/' }, 'https://mcp.example.com'],
    [
      { type: 'sse', url: 'https://mcp.example.com:8443/sse?token=secret#x' },
      'https://mcp.example.com:8443/sse',
    ],
    [{ url: 'https://MCP.example.com/a%2Fb' }, 'https://mcp.example.com/a%2Fb'],
  ])('reads the remote server %j', (definition, name) => {
    expect(one(definition)?.launch.references).toEqual([{ name, version: 'latest', pin: { kind: 'exact' } }]);
  });

  it.each([
    ['https://user:pw@mcp.example.com', /user name or password/],
    ['ftp://mcp.example.com', /must start with https/],
    ['${input:url}', /is not a URL/],
    ['https://${host}/mcp', /is not a URL|is a variable/],
    ['https://a.example/${tenant:-../other}', 'the path of the server has a variable'],
    ...[
      'https://a.example\\\\@b.example/',
      ' https://a.example/mcp',
      'https://a\u3002example/mcp',
      'https://a%2eexample/mcp',
      'https://a.example/b/../mcp',
      'https://a.example/b/%2e%2e/mcp',
    ].map((url): [string, string] => [
      url,
      'the address of the server is one that programs read differently',
    ]),
  ])('refuses the address %s', (url, reason) => {
    expect(one({ url })?.launch.refused).toMatch(reason);
  });
});
