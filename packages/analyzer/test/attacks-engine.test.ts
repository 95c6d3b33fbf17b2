import { describe, expect, it } from '@jest/globals';
import { analyze } from '../src/analysis/analyze.js';

/** The findings in a file, except those of low severity. */
async function found(file: string, text: string): Promise<string[]> {
  const { report } = await analyze(new Map([[file, Buffer.from(text)]]));
  return report.findings
    .filter(({ severity }) => severity !== 'low')
    .map(({ rule_id, severity }) => `${rule_id} ${severity}`);
}

const PYTHON = `import collections, json, os, pathlib, shlex, subprocess, textwrap, yaml
from mcp.server.fastmcp import FastMCP
mcp = FastMCP("x")
`;
const SCRIPT = `import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { exec, spawn } from 'node:child_process';
import fs from 'node:fs';
import { StringDecoder } from 'node:string_decoder';
import yaml from 'js-yaml';
import { Tool } from 'some-tool';
import { z } from 'zod';
const server = new McpServer({ name: 'x', version: '1' });
`;

type Row = readonly [what: string, before: string, body: string];

const lines = (body: string): string =>
  body
    .split('\n')
    .map((line) => `    ${line}\n`)
    .join('');
const python = (before: string, body: string, parameters = 'host: str'): Promise<string[]> =>
  found(
    'server.py',
    `${PYTHON}${before}\n@mcp.tool()\ndef lookup(${parameters}) -> str:\n    """Looks up."""\n${lines(body)}    return "ok"\n`,
  );
const script = (before: string, body: string, type = 'z.string()'): Promise<string[]> =>
  found(
    'index.mjs',
    `${SCRIPT}${before}\nserver.registerTool('lookup', { description: 'Looks up.', inputSchema: { host: ${type} } }, async ({ host }) => { ${body} return { content: [] }; });\n`,
  );

const PING = 'os.system("ping " + host)';
const RAISE = 'raise ValueError("bad")';
const EXEC = "exec('ping ' + host);";
const THROW = "throw new Error('bad');";
const CRITICAL = ['MCP-A001 critical'];

describe('lookups that do not validate their key', () => {
  const EACH = `if not all(c in A for c in host): ${RAISE}\n${PING}`;
  const SEEN = 'A = json.load(open("seen.json"))';

  it.each<Row>([
    ['the characters of a text that is read', 'A = open("charset.txt").read()', EACH],
    ['the characters of a text in another form', 'A = open("charset.txt").read().strip() + "abc"', EACH],
    ['characters in another form', 'A = ["a", ";", " "]', `if not all(c.lower() in A for c in host): ${RAISE}\n${PING}`], // prettier-ignore
    ['characters that are iterated', 'with open("n.txt") as f:\n    A = f.read()', `for c in host:\n    if c not in A:\n        ${RAISE}\n${PING}`], // prettier-ignore
    ['a list of characters that is read', 'A = set(json.load(open("chars.json")))', EACH],
    ['a list of characters and an empty text', 'A = ["a", ";", " ", ""]', EACH],
    ['a counter', 'A = collections.Counter(json.load(open("stats.json")))', `A[host] += 1\n${PING}`],
    ['a map that has all keys', 'A = collections.defaultdict(int, json.load(open("stats.json")))', `n = A[host]\n${PING}`], // prettier-ignore
    ['the result of a library for a text', 'from counters import Store\nA = Store(open("seen.json").read())', `n = A[host]\n${PING}`], // prettier-ignore
    ['a class with a catch-all lookup', `class Stats(dict):\n    def __missing__(self, key):\n        return 0\nA = Stats(json.load(open("seen.json")))`, `n = A[host]\n${PING}`], // prettier-ignore
    ['data with the key added later', SEEN, `A[host] = A.get(host, 0) + 1\nn = A[host]\n${PING}`],
    ['a part of data with the key added later', SEEN, `A["x"][host] = 1\nn = A["x"][host]\n${PING}`],
    ['data with a default for the key', SEEN, `A.setdefault(host, 0)\nn = A[host]\n${PING}`],
    ['a field with the key added later', `class S:\n    def __init__(self): self.seen = json.load(open("a.json"))\nA = S()`, `A.seen[host] = 1\nn = A.seen[host]\n${PING}`], // prettier-ignore
    ['an own map with the key added later', 'A = {}', `A[host] = A.get(host, 0) + 1\nn = A[host]\n${PING}`],
    ['an own map with another one in it', 'A = {}', `A.update({host: 1})\nn = A[host]\n${PING}`],
    ['a check that was made before', `${SEEN}\ndef known(h): return h in A`, `if not known(host): A.append(host)\nif not known(host): ${RAISE}\n${PING}`], // prettier-ignore
    ['a check of an own map that was made before', `A = {}\ndef known(h): return h in A`, `if not known(host): A[host] = 1\nif not known(host): ${RAISE}\n${PING}`], // prettier-ignore
    ['a map that another tool writes', 'A = {}\n@mcp.tool()\ndef note(host: str) -> str:\n    """Notes it."""\n    A[host] = 1\n    return "ok"', `if host in A:\n    ${PING}`], // prettier-ignore
  ])('in Python: %s', async (_what, before, body) => {
    await expect(python(before, body)).resolves.toEqual(CRITICAL);
  });

  it.each<Row>([
    ['the characters of a text that is read', "const A = fs.readFileSync('c.txt', 'utf8');", `for (const c of host) if (!A.includes(c)) ${THROW} ${EXEC}`], // prettier-ignore
    ['a set of such characters', "const A = new Set(fs.readFileSync('c.txt', 'utf8'));", `for (const c of host) if (!A.has(c)) ${THROW} ${EXEC}`], // prettier-ignore
    ['data with the key added later', "const A = JSON.parse(fs.readFileSync('a.json', 'utf8'));", `A[host] ??= 0; A[host] += 1; if (!A[host]) ${THROW} ${EXEC}`], // prettier-ignore
    ['a list with the item added later', "const A = JSON.parse(fs.readFileSync('a.json', 'utf8'));", `if (!A.includes(host)) A.push(host); if (!A.includes(host)) ${THROW} ${EXEC}`], // prettier-ignore
    ['an own object with the key added later', 'const A = {};', `A[host] ??= 0; A[host] += 1; if (!A[host]) ${THROW} ${EXEC}`], // prettier-ignore
    ['an own object with another one in it', 'const A = {};', `Object.assign(A, { [host]: 1 }); if (!A[host]) ${THROW} ${EXEC}`], // prettier-ignore
    ['an own map with the key added later', 'const A = new Map();', `A.set(host, 1); if (!A.has(host)) ${THROW} ${EXEC}`], // prettier-ignore
  ])('in JavaScript: %s', async (_what, before, body) => {
    await expect(script(before, body)).resolves.toEqual(CRITICAL);
  });
});

describe('lists written by the operator', () => {
  const IN = `if host not in A: ${RAISE}\n${PING}`;

  it.each<Row>([
    ['data', 'A = json.load(open("a.json"))', IN],
    ['a part of data', 'A = json.loads(pathlib.Path("a").read_text()).get("hosts", [])', IN],
    ['a map', 'A = yaml.safe_load(open("a.yml"))', `h = A["hosts"][host]\n${PING}`],
    ['a copy of a map', 'A = dict(json.load(open("a.json")))', `h = A[host]\n${PING}`],
    ['lines', 'A = open("a.txt").read().splitlines()', IN],
    ['lines that are iterated', 'A = set(line.strip() for line in open("a.txt"))', IN],
    ['words', 'A = frozenset(pathlib.Path("a").read_text().split())', IN],
    ['data with others added later', 'A = json.load(open("a.json"))\nB = {}', `if host not in A: ${RAISE}\nB[host] = 1\nA["x"] = 2\n${PING}`], // prettier-ignore
  ])('in Python: %s', async (_what, before, body) => {
    await expect(python(before, body)).resolves.toEqual([]);
  });

  it('are checked for each item of a list', async () => {
    const body = `if not all(h in A for h in hosts): ${RAISE}\nos.system("ping " + " ".join(hosts))`;
    await expect(python('A = json.load(open("a.json"))', body, 'hosts: list[str]')).resolves.toEqual([]);
    const each = `for (const h of host) if (!A.includes(h)) ${THROW} exec('ping ' + host.join(' '));`;
    const before = "const A = JSON.parse(fs.readFileSync('a.json', 'utf8'));";
    await expect(script(before, each, 'z.array(z.string())')).resolves.toEqual([]);
  });

  it.each<Row>([
    ['data of another form', "const A = yaml.load(fs.readFileSync('a.yml', 'utf8'));", `if (!A.hosts.includes(host)) ${THROW} ${EXEC}`], // prettier-ignore
    ['a map', "const A = JSON.parse(fs.readFileSync('a.json', 'utf8'));", `if (!A[host]) ${THROW} ${EXEC}`],
    ['lines', "const A = fs.readFileSync('a.txt', 'utf8').split('\\n');", `if (!A.includes(host)) ${THROW} ${EXEC}`], // prettier-ignore
  ])('in JavaScript: %s', async (_what, before, body) => {
    await expect(script(before, body)).resolves.toEqual([]);
  });
});

describe('a function result from before a state change', () => {
  const MANY = Array.from({ length: 400 }, (_, index) => `k${index}: { v: 'c${index}' }`).join(', ');

  it.each<Row>([
    ['deep in an object', "const s = { a: { b: { c: 'x' } } };\nfunction go() { exec('ping ' + s.a.b.c); }\ngo();", 's.a.b.c = host; go();'], // prettier-ignore
    ['deeper', "const s = { a: { b: { c: { d: 'x' } } } };\nfunction go() { exec('ping ' + s.a.b.c.d); }\ngo();", 's.a.b.c.d = host; go();'], // prettier-ignore
    ['beside the same', "const s = { a: { b: { c: 'x', d: 'x' } } };\nfunction go() { exec('ping ' + s.a.b.c); }\ngo();", 's.a.b.d = host; go(); s.a.b.c = host; go();'], // prettier-ignore
    ['within a value stored deep in it', "const s = { a: { b: { c: { d: 'x' } } } };\nfunction go() { exec('ping ' + s.a.b.c.d); }\ngo();", 's.a.b = { c: { d: host } }; go();'], // prettier-ignore
    ['in an object of an instance', "class S { constructor() { this.a = { b: { c: 'x' } }; } target() { return this.a.b.c; } }\nconst s = new S(); s.target();", "s.a.b.c = host; exec('ping ' + s.target());"], // prettier-ignore
    ['among many', `const s = { ${MANY} };\nfunction go() { exec('ping ' + s.k399.v); }\ngo();`, 's.k399.v = host; go();'], // prettier-ignore
  ])('%s', async (_what, before, body) => {
    await expect(script(before, body)).resolves.toEqual(CRITICAL);
  });
});

describe('changes that do not sanitize', () => {
  it.each([
    ['an empty text', "spawn('' + host, []);"],
    ['an empty part', "spawn(`${''}${host}`, []);"],
    ['a path to any folder', "spawn('/usr/bin/../..' + host, []);"],
    ['a folder', "spawn('/usr/bin/' + host, []);"],
    ['dots', "spawn('..' + host, []);"],
  ])('before the name of a program: %s', async (_what, body) => {
    await expect(script('', body)).resolves.toEqual(['MCP-A002 critical']);
  });

  it('before the name of a program: not a prefix of the name', async () => {
    await expect(script('', "spawn('git-' + host, []);")).resolves.toEqual(['MCP-A002 critical']);
  });

  it.each([
    ["exec(new Tool().pick('ping ' + host));"],
    ["exec(new Tool().wrap('ping ' + host));"],
    ["const d = new StringDecoder('utf8'); exec(d.write(Buffer.from('ping ' + host)));"],
  ])('between source and sink: %s', async (body) => {
    await expect(script('', body)).resolves.toEqual(CRITICAL);
  });

  it('between source and sink: lines that are filled', async () => {
    const body = 'os.system(textwrap.TextWrapper(width=9999).fill("ping " + host))';
    await expect(python('', body)).resolves.toEqual(CRITICAL);
  });
});

describe('programs of lists that start with a spread', () => {
  const BASE = 'BASE = shlex.split(os.environ.get("TOOL", "git --no-pager"))';
  const run = (list: string): string => `subprocess.run([${list}], timeout=3)`;
  const parameters = 'host: str, opts: list[str]';

  it.each([
    ['*BASE, "show", "--", host', []],
    ['*BASE, host', []],
    ['*opts, "--version"', ['MCP-A002 critical']],
    ['*[x for x in opts], "--version"', ['MCP-A002 critical']],
    ['*BASE, *opts', []],
    ['*[], host', ['MCP-A002 critical']],
  ])('%s', async (list, expected) => {
    await expect(python(BASE, run(list), parameters)).resolves.toEqual(expected);
  });
});
