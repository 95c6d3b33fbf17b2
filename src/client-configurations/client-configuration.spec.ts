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
    ['{"mcpServers": {"a": 1}}', 'mcp.json:1:22: mcpServers["a"] must be an object'],
    ['{"mcpServers": {"a": {"command": 1}}}', 'mcp.json:1:34: mcpServers["a"].command must be a string'],
    [
      '{"mcpServers": {"a": {"command": "x", "args": "y"}}}',
      'mcpServers["a"].args must be a list of strings',
    ],
    [
      '{"mcpServers": {"a": {"command": "x", "args": [1]}}}',
      'mcp.json:1:48: mcpServers["a"].args must be a list',
    ],
    ['{"mcpServers": {"a": {}, "a": {}}}', 'mcp.json:1:26: mcpServers has the key "a" twice'],
    ['{"mcpServers": {"a": {"command": "x", "command": "y"}}}', 'has the key "command" twice'],
    [`{"mcpServers": ${'['.repeat(100_000)}`, 'nests more than 64 objects and lists'],
  ])('refuses %.60s', (text, message) => {
    expect(() => read(text)).toThrow(message);
  });

  it('shows nothing invisible of a file in messages', () => {
    const text = '{"servers": {"a\\u202e\\u001b[2J\\n": 1}}';
    expect(() => read(text)).toThrow('servers["a\ufffd\ufffd[2J\ufffd"] must be an object');
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
    expect(one({ type: 'stdio' })?.launch.refused).toMatch(/neither a command nor a url/);
    expect(one({ command: 'npx', args: ['a@1.0.0'], env: { NODE_OPTIONS: '-r ./x' } })?.launch).toEqual({
      references: [],
      refused: 'the variable NODE_OPTIONS changes what runs',
      warnings: [],
    });
  });

  it('warns of a file of variables, which it does not read', () => {
    expect(one({ command: 'npx', args: ['a@1.0.0'], envFile: '.env' })?.launch.warnings).toEqual([
      'its envFile was not read; a variable in it may change what runs',
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
  ])('refuses the address %s', (url, reason) => {
    expect(one({ url })?.launch.refused).toMatch(reason);
  });
});
