import { describe, expect, it } from '@jest/globals';
import { analyze } from '../src/analysis/analyze.js';
import type { ReportedStart } from '../src/report/report.js';
import { lines } from './support/flow-rows.js';

async function startOf(files: Readonly<Record<string, string>>): Promise<ReportedStart> {
  const bytes = Object.entries(files).map(([path, text]) => [path, Buffer.from(text)] as const);
  return (await analyze(new Map(bytes))).report.start;
}

const SERVER = lines(
  'import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";',
  'const mcp = new McpServer({ name: "a", version: "1.0.0" });',
  'mcp.tool("ping", async () => ({ content: [] }));',
);

describe('the variables that a package reads', () => {
  it.each<[string, string, string, string[]]>([
    ['a property', 'a.js', 'const a = process.env.API_KEY;', ['API_KEY']],
    ['an index', 'a.js', 'const a = process.env["API_KEY"];', ['API_KEY']],
    ['an optional property', 'a.js', 'const a = process.env?.API_KEY;', ['API_KEY']],
    [
      'what is taken apart',
      'a.js',
      'const { API_KEY, PORT: port = "80" } = process.env;',
      ['API_KEY', 'PORT'],
    ],
    ['another name of the environment', 'a.js', 'const env = process.env; run(env.API_KEY);', ['API_KEY']],
    [
      'a helper',
      'a.js',
      'const read = (name) => process.env[name]; export const key = read("API_KEY");',
      ['API_KEY'],
    ],
    [
      'a schema',
      'a.ts',
      'import { z } from "zod"; const E = z.object({ API_KEY: z.string() }); export const e = E.parse(process.env);',
      ['API_KEY'],
    ],
    ['an option', 'a.js', 'new Option("--key <key>").env("API_KEY");', ['API_KEY']],
    [
      'a function that nothing calls',
      'a.js',
      'function never() { return process.env.API_KEY; }',
      ['API_KEY'],
    ],
    ['what is only set', 'a.js', 'process.env.API_KEY = "x"; process.env["OTHER"] = "y";', []],
    ['a text', 'a.js', 'console.log("set API_KEY, or process.env");', []],
    ['an index in Python', 'a.py', 'import os\nkey = os.environ["API_KEY"]\n', ['API_KEY']],
    [
      'functions in Python',
      'a.py',
      'import os\na = os.getenv("API_KEY")\nb = os.environ.get("B_KEY", "")\n',
      ['API_KEY', 'B_KEY'],
    ],
    [
      'settings in Python',
      'a.py',
      lines(
        'from pydantic import Field',
        'from pydantic_settings import BaseSettings, SettingsConfigDict',
        'class Settings(BaseSettings):',
        '    model_config = SettingsConfigDict(env_prefix="ACME_")',
        '    api_key: str',
        '    region: str = Field("eu", validation_alias="REGION_NAME")',
        '',
        'class Other:',
        '    not_read: str',
      ),
      ['ACME_API_KEY', 'ACME_REGION', 'REGION_NAME'],
    ],
    [
      'options in Python',
      'a.py',
      'import click\n@click.option("--key", envvar=["API_KEY", "B_KEY"])\ndef main(key):\n    pass\n',
      ['API_KEY', 'B_KEY'],
    ],
    ['what is only set in Python', 'a.py', 'import os\nos.environ["API_KEY"] = "x"\n', []],
    [
      'functions in Go',
      'main.go',
      'package main\nimport "os"\nfunc main() { _ = os.Getenv("API_KEY"); _, _ = os.LookupEnv("B_KEY") }\n',
      ['API_KEY', 'B_KEY'],
    ],
    [
      'fields in Go',
      'main.go',
      'package main\ntype Config struct {\n  Key string `env:"API_KEY,required"`\n}\nfunc main() {}\n',
      ['API_KEY'],
    ],
    [
      'keys with a prefix in Go',
      'main.go',
      'package main\nimport "github.com/spf13/viper"\nfunc main() { viper.SetEnvPrefix("acme"); _ = viper.GetString("api-key") }\n',
      ['ACME_API_KEY'],
    ],
  ])('are those in %s', async (_what, path, text, variables) => {
    const manifest = path.endsWith('.go')
      ? { 'go.mod': 'module example.com/a\n\ngo 1.22\n' }
      : { 'package.json': '{"name":"a","version":"1.0.0","main":"a.js"}' };
    expect((await startOf({ ...manifest, [path]: text })).variables).toEqual(variables);
  });

  it('are those of product code, and those that its server.json declares', async () => {
    const { variables } = await startOf({
      'package.json': '{"name":"a","version":"1.0.0","main":"a.js"}',
      'a.js': 'const a = process.env.API_KEY;',
      'test/a.test.js': 'const b = process.env.TEST_KEY;',
      'server.json': JSON.stringify({
        packages: [{ environmentVariables: [{ name: 'B_KEY' }, { name: 'NOT A NAME' }, 7] }],
      }),
    });
    expect(variables).toEqual(['API_KEY', 'B_KEY']);
  });

  it('are none of a server.json that is not JSON', async () => {
    const files = { 'package.json': '{"name":"a"}', 'a.js': '', 'server.json': '{' };
    expect((await startOf(files)).variables).toEqual([]);
  });

  it('are at most 500', async () => {
    const all = Array.from({ length: 600 }, (_, index) => `process.env.V${index}`);
    const { variables } = await startOf({ 'package.json': '{"name":"a"}', 'a.js': `run(${all.join(',')});` });
    expect(variables).toHaveLength(500);
  });
});

describe('the commands that a package installs', () => {
  it.each<[string, Record<string, string>, string[]]>([
    ['one file in bin', { 'package.json': '{"name":"@acme/files","bin":"a.js"}', 'a.js': SERVER }, ['files']],
    [
      'names in bin',
      { 'package.json': '{"name":"a","bin":{"z":"a.js","b":"a.js"}}', 'a.js': SERVER },
      ['b', 'z'],
    ],
    ['no bin', { 'package.json': '{"name":"a","main":"a.js"}', 'a.js': SERVER }, []],
    [
      'a folder of programs',
      {
        'package.json': '{"name":"a","directories":{"bin":"cli"}}',
        'cli/run': '#!/usr/bin/env node\n',
        'a.js': SERVER,
      },
      ['run'],
    ],
    [
      'those of a package beside it are not its own',
      {
        'package.json': '{"name":"a","bin":{"a":"a.js"}}',
        'a.js': SERVER,
        'packages/b/package.json': '{"name":"b","bin":{"ssh-agent":"b.js"}}',
        'packages/b/b.js': '',
      },
      ['a'],
    ],
    [
      'scripts of a project in Python',
      { 'pyproject.toml': '[project]\nname = "a"\n[project.scripts]\na-server = "a:main"\n', 'a.py': '' },
      ['a-server'],
    ],
    [
      'entry points and scripts of a wheel',
      {
        'a-1.0.dist-info/METADATA': 'Name: a\nVersion: 1.0\n\n',
        'a-1.0.dist-info/entry_points.txt': '[console_scripts]\na-server = a:main\n[other]\nb = a:b\n',
        'a-1.0.data/scripts/a-tool': '#!python\n',
        'a.py': '',
      },
      ['a-server', 'a-tool'],
    ],
  ])('are those of %s', async (_what, files, commands) => {
    expect((await startOf(files)).commands).toEqual(commands);
  });
});

it.each([
  ['one', SERVER, true],
  ['none', 'export const add = (a, b) => a + b;', false],
])('says whether there is a server: %s', async (_what, text, isServer) => {
  const start = await startOf({ 'package.json': '{"name":"a","main":"a.js"}', 'a.js': text });
  expect(start.is_server).toBe(isServer);
});
