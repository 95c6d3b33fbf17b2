import { describe, expect, it } from '@jest/globals';
import { inGo, inPython, inScript } from './support/tool-bodies.js';

const SHELL = ['MCP-A001 critical'];

/** What is empty at first decides nothing: what fills it may run before the tool does. */
describe('code behind a check of a list or an option that others fill', () => {
  const js = 'execSync(`ping ${host}`);';
  it.each([
    ['pushed', 'const hosts = [];\nexport function add(one) { hosts.push(one); }', 'hosts.length === 0'],
    ['put in front', 'const hosts = [];\nexport function add(one) { hosts.unshift(one); }', '!hosts.length'],
    ['replaced', 'let hosts = [];\nexport function set(all) { hosts = all; }', 'hosts.length < 1'],
    ['a set', 'const hosts = new Set();\nexport function add(one) { hosts.add(one); }', 'hosts.size === 0'],
    [
      'a new array',
      'const hosts = new Array();\nexport function add(one) { hosts.push(one); }',
      'hosts.length === 0',
    ],
    [
      'of an object',
      'const state = { hosts: [] };\nexport const set = (more) => Object.assign(state, more);',
      'state.hosts.length === 0',
    ],
    [
      'an option under any name',
      'const state = { on: false };\nexport const set = (more) => { for (const key in more) Reflect.set(state, key, more[key]); };',
      '!state.on',
    ],
    [
      'that had one',
      "const hosts = ['a'];\nexport function add(one) { hosts.push(one); }",
      'hosts.length < 2',
    ],
  ])('in JavaScript: %s', async (_what, before, test) => {
    expect(await inScript(`if (${test}) return; ${js}`, before)).toEqual(SHELL);
  });

  it.each([
    ['replaced', 'hosts = []\ndef fill(more):\n    global hosts\n    hosts = more\n', 'len(hosts) == 0'],
    ['extended', 'hosts: list[str] = list()\ndef fill(more):\n    hosts.extend(more)\n', 'len(hosts) < 1'],
    [
      'of a class',
      'class Store:\n    hosts: list = []\n    def fill(self, more):\n        self.hosts = more\nstore = Store()\n',
      'len(store.hosts) == 0',
    ],
  ])('in Python: %s', async (_what, before, test) => {
    const body = `if ${test}:\n    raise ValueError()\nsubprocess.run(f"ping {host}", shell=True)`;
    expect(await inPython(body, before)).toEqual(SHELL);
  });

  it.each([
    ['replaced', 'var hosts []string\nfunc Fill(more []string) { hosts = more }', 'len(hosts) == 0'],
    [
      'extended',
      'var hosts = []string{}\nfunc Fill(one string) { hosts = append(hosts, one) }',
      'len(hosts) == 0',
    ],
    [
      'of a struct',
      'type store struct{ hosts []string }\nfunc (s *store) Fill(more []string) { s.hosts = more }\nvar kept = &store{}',
      'len(kept.hosts) == 0',
    ],
  ])('in Go: %s', async (_what, before, test) => {
    const body = `\tif ${test} { return nil, nil }\n\texec.Command("sh", "-c", "ping "+host).Run()`;
    expect(await inGo(body, before)).toEqual(SHELL);
  });
});

describe('code behind an option that a method sets under any name', () => {
  it.each([
    ['setattr(self, key, more[key])', true],
    ['self.__dict__.update(more)', true],
    ['setattr(self, "other", more)', false],
    ['print(more)', false],
  ])('%s', async (statement, isFound) => {
    const before = `class Options:\n    def __init__(self):\n        self.on = False\n    def set(self, key, more):\n        ${statement}\noptions = Options()\n`;
    const body = 'if not options.on:\n    raise ValueError()\nsubprocess.run(f"ping {host}", shell=True)';
    expect(await inPython(body, before)).toEqual(isFound ? SHELL : []);
  });

  it.each([
    ['this[key] = more[key];', true],
    ['Object.assign(this, more);', true],
    ['for (const each of key) { this[each] = more[each]; }', true],
    ["this['other'] = more;", false],
  ])('%s', async (statement, isFound) => {
    const before = `class Options { on = false; set(key, more) { ${statement} } }\nconst options = new Options();`;
    expect(await inScript('if (!options.on) return; execSync(`ping ${host}`);', before)).toEqual(
      isFound ? SHELL : [],
    );
  });
});

describe('the length of a list of the function itself', () => {
  it('decides', async () => {
    expect(await inScript('const all = []; if (all.length === 0) return; execSync(`ping ${host}`);')).toEqual(
      [],
    );
    const rest = 'const run = (...all) => { if (all.length === 1) return; execSync(all[1]); };';
    expect(await inScript('run(host);', rest)).toEqual([]);
  });
});
