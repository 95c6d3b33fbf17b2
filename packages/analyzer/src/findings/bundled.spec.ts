import { describe, expect, it } from '@jest/globals';
import { analyze } from '../analysis/analyze.js';
import type { TextFile } from '../files/text-file.js';
import { withoutBundled } from './bundled.js';
import type { Finding } from './finding.js';

const SERVER = (text: string): string => `import fs from "node:fs";
import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { z } from "zod";
const server = new McpServer({ name: "harbor-log-keeper", version: "1" });
server.tool("berth_log", "The log of one berth of the harbor", { berth: z.string().describe("The berth to look at") }, async ({ berth }) => {
  const found = fs.readFileSync("/srv/harbor/berths/" + berth, "utf8");
  if (found.length > 90000) throw new Error("This log is too long to show");
  return { content: [{ type: "text", text: "${text}" + found }] };
});
`;
const SOURCE = SERVER('The harbor master wrote: ');
/** Code of libraries in a bundle. */
const LIBRARIES = Array.from(
  { length: 90 },
  (_, index) => `const library${index} = (value) => value + ${index};`,
).join('\n');

async function paths(files: Record<string, string>): Promise<string[]> {
  const input = new Map(Object.entries(files).map(([path, text]) => [path, new TextEncoder().encode(text)]));
  const { report } = await analyze(input);
  return report.findings
    .filter(({ rule_id }) => rule_id === 'MCP-B001')
    .map(({ location }) => location.file_path);
}

describe('a defect in a source and in the bundle of it', () => {
  it('is one finding, at the source', async () => {
    const files = { 'src/server.ts': SOURCE, 'bin/cli.js': `${LIBRARIES}\n${SOURCE}` };
    expect(await paths(files)).toEqual(['src/server.ts']);
  });

  it.each([
    ['the bundle is there alone', { 'bin/cli.js': `${LIBRARIES}\n${SOURCE}` }, ['bin/cli.js']],
    [
      'both are of one size',
      { 'src/server.ts': SOURCE, 'other/server.ts': SOURCE },
      ['other/server.ts', 'src/server.ts'],
    ],
    [
      'a larger script is another program',
      {
        'src/server.ts': SOURCE,
        'bin/cli.js': `${LIBRARIES}\n${SOURCE.replaceAll(/harbor|The |berth_log|This log/gu, 'inland')}`,
      },
      ['bin/cli.js', 'src/server.ts'],
    ],
    [
      'the bundle has one more',
      {
        'src/server.ts': SOURCE,
        'bin/cli.js': `${LIBRARIES}\n${SOURCE.replace('  if (', '  fs.readFileSync("/srv/harbor/keepers/" + berth, "utf8");\n  if (')}`,
      },
      ['bin/cli.js', 'src/server.ts'],
    ],
  ])('is found in each where %s', async (_what, files, expected) => {
    expect(await paths(files as unknown as Record<string, string>)).toEqual(expected);
  });
});

describe('withoutBundled', () => {
  const BUNDLE = `${LIBRARIES}\n${SOURCE}`;
  const file = (path: string, text: string): TextFile => ({ path, text }) as unknown as TextFile;
  const finding = (path: string, rest: Partial<Finding> = {}): Finding =>
    ({
      ruleId: 'MCP-B001',
      severity: 'high',
      confidence: 'high',
      reach: 'handler',
      description: 'x',
      trace: [],
      location: { path, startLine: 1, endLine: 1 },
      ...rest,
    }) as unknown as Finding;
  const left = (source: Partial<Finding>): string[] =>
    withoutBundled(
      [finding('bin/cli.js'), finding('src/server.ts', source)],
      [file('bin/cli.js', BUNDLE), file('src/server.ts', SOURCE)],
    ).map(({ location }) => location.path);

  it('leaves out the finding in the bundle', () => {
    expect(left({})).toEqual(['src/server.ts']);
  });

  it.each<Partial<Finding>>([{ reach: 'unreachable' }, { reach: 'reachable' }, { confidence: 'low' }])(
    'keeps it where that in the source weighs less: %j',
    (source) => {
      expect(left(source)).toEqual(['bin/cli.js', 'src/server.ts']);
    },
  );

  it('compares a limited number of files', () => {
    const copies = Array.from({ length: 400 }, (_, index) => `src/${index}.ts`);
    const bundles = Array.from({ length: 400 }, (_, index) => `bin/${index}.js`);
    const all = [...bundles, ...copies].map((path) => finding(path));
    const texts = [
      ...copies.map((path) => file(path, SERVER(`Other ${path}: `))),
      ...bundles.map((path) => file(path, BUNDLE)),
    ];
    // Each comparison can leave out one finding.
    expect(withoutBundled(all, texts).length).toBeGreaterThanOrEqual(all.length - 200);
  });
});
