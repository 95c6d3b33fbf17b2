import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { Ajv } from 'ajv';
import formats from 'ajv-formats';
import { DOMParser, type Element } from '@xmldom/xmldom';
import { fromMarkdown } from 'mdast-util-from-markdown';
import { visit } from 'unist-util-visit';
import { validateXML } from 'xmllint-wasm';
import {
  evaluateEntries,
  refusedWithoutPolicies,
  type GateReport,
  type Issue,
  type ReferenceDecision,
} from '../gate-report.js';
import { EXACT, type Launch, runs, type ServerEntry } from '@mcp-hub/client-configurations';
import { jsonOf } from './json.js';
import { junitOf } from './junit.js';
import { markdownOf } from './markdown.js';
import { sarifOf } from './sarif.js';
import { textOf } from './text.js';

const SCHEMA = join(process.cwd(), 'packages/analyzer/test/schemas/sarif-2.1.0-rtm.5.json');
const {
  $schema: _draft,
  id: _id,
  ...schema
} = JSON.parse(readFileSync(SCHEMA, 'utf8')) as Record<string, unknown>;
const ajv = new Ajv({ strict: false, allErrors: true, unicodeRegExp: false });
formats.default(ajv);
const validate = ajv.compile(schema);

const HOSTILE = [
  'a"b<c>&\'d',
  'line\nbreak\r\u2028',
  '\u202egnirts\u0007\u001b[2J',
  'a%2Fb ${x} {0}',
  '[click](javascript:alert(1))',
  '@octocat/team #1 https://evil.example www.evil.example',
  'a | b || `c` ``d``',
  'a\\| ![p](https://evil.example/x) \\\\| [l](https://evil.example) | ✅ allowed',
  '<!-- comment --> <img src=x onerror=alert(1)>',
  ']]> </failure> \ud800',
  '__proto__',
  '',
  'x'.repeat(5000),
];

const region = { startLine: 3, startColumn: 5, endLine: 6, endColumn: 6 };
const entry = (name: string, launch: Launch, file = '.mcp.json'): ServerEntry => ({
  file,
  name,
  region,
  launch,
});
const reference = (name: string, version = '1.2.3') => ({ name, version, pin: EXACT });

const allowed: ReferenceDecision = { allowed: true, score: 90, denials: [], warnings: [] };
const deniedBy = (issue: Partial<Issue>): ReferenceDecision => ({
  allowed: false,
  score: 40,
  denials: [{ rule: 'policy', message: 'the global score, 40, is below 70', ...issue }],
  warnings: [],
});

const reportOf = (
  entries: readonly ServerEntry[],
  decision: ReferenceDecision = allowed,
  allowLocal = false,
): Promise<GateReport> =>
  evaluateEntries(
    entries,
    (references) => Promise.resolve({ decisions: references.map(() => decision), ids: [] }),
    { allowLocal, folders: new Map() },
  );

const hostile = async (): Promise<GateReport> =>
  reportOf(
    HOSTILE.map((name) =>
      entry(name, runs(reference(`npm:a${HOSTILE.indexOf(name)}`)), name === '' ? 'a' : name),
    ),
    deniedBy({ message: HOSTILE.join(' '), policy: HOSTILE[4] ?? '' }),
  );

/** Reports of evaluations that no policy applied to: refused and accepted. */
async function withoutPolicies(): Promise<GateReport[]> {
  const report = await reportOf([entry('a', runs(reference('npm:a')))]);
  const warning = { code: 'no_policy_applied', message: HOSTILE.join(' '), environments: HOSTILE };
  const policies = { count: 0, warnings: [warning] };
  return [false, true].map((isAccepted) => refusedWithoutPolicies({ ...report, policies }, isAccepted));
}

interface Log {
  readonly runs: readonly {
    readonly tool: {
      readonly driver: { readonly rules: readonly { readonly id: string; readonly help: object }[] };
    };
    readonly results: readonly {
      readonly ruleId: string;
      readonly ruleIndex: number;
      readonly level: string;
      readonly message: { readonly text: string };
      readonly locations: readonly object[];
      readonly partialFingerprints: Readonly<Record<string, string>>;
    }[];
  }[];
}

function runOf(report: GateReport) {
  const log = JSON.parse(sarifOf(report)) as Log;
  validate(log);
  expect(validate.errors ?? []).toEqual([]);
  const [run] = log.runs;
  if (run === undefined) throw new Error('there is no run');
  return run;
}

/** What no output may have: it could control a terminal or change the direction of text. */
const expectHarmless = (text: string): void => {
  expect(text.replaceAll('\n', '')).not.toMatch(/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/u);
};

describe('evaluateEntries', () => {
  it('asks about each reference once, and denies what is not pinned with the newest version', async () => {
    const asked: string[] = [];
    const floating = { name: 'npm:a', version: 'latest', pin: { kind: 'none', prefix: 'a@' } } as const;
    const { servers, result } = await evaluateEntries(
      [entry('one', runs(floating)), entry('two', runs(floating, reference('npm:b')))],
      (references) => {
        asked.push(...references.map(({ name }) => name));
        const decisions = references.map(() => ({ ...allowed, newest: '2.0.1' }));
        return Promise.resolve({ decisions, ids: [] });
      },
      { allowLocal: false, folders: new Map() },
    );
    expect(asked).toEqual(['npm:a', 'npm:b']);
    expect(result).toBe('FAIL');
    expect(servers[0]?.denials).toEqual([
      {
        rule: 'not-pinned',
        message:
          'no version is pinned, so another one may run tomorrow; the newest analyzed version is 2.0.1; use a@2.0.1',
      },
    ]);
  });

  it('denies local programs, what is not understood, and names that cannot be asked about', async () => {
    const denials = async (launch: Launch, allowLocal = false) =>
      (await reportOf([entry('a', launch)], allowed, allowLocal)).servers[0]?.denials.map(({ rule }) => rule);
    const program = { references: [], local: 'node x.js', warnings: [] };
    expect(await denials(program)).toEqual(['local-program']);
    expect(await denials(program, true)).toEqual([]);
    expect(await denials({ references: [], refused: 'why', warnings: [] }, true)).toEqual(['not-understood']);
    expect(await denials(runs(reference('x'.repeat(401))))).toEqual(['not-understood']);
    expect(await denials(runs(reference('a\u202eb')))).toEqual(['not-understood']);
  });

  it('denies a reference that has no decision', async () => {
    const { result } = await evaluateEntries(
      [entry('a', runs(reference('b')))],
      () => Promise.resolve({ decisions: [], ids: [] }),
      { allowLocal: true, folders: new Map() },
    );
    expect(result).toBe('FAIL');
  });

  it('warns of a tag that can be moved', async () => {
    const tag = {
      name: 'https://github.com/a/b',
      version: '1.0.0',
      pin: { kind: 'movable' },
      ref: 'v1.0.0',
    } as const;
    const { result, servers } = await reportOf([entry('a', runs(tag))]);
    expect([result, servers[0]?.warnings]).toEqual([
      'PASS',
      [
        {
          rule: 'movable-version',
          message: 'the owner of the repository can move the tag v1.0.0; use a commit',
        },
      ],
    ]);
  });
});

/** The elements of an XML document by their name, each with its attributes and text. @throws when it is not well-formed */
function elements(xml: string): (name: string) => object[] {
  // A warning: the replacement character, which takes the place of what is not printed.
  const onError = (level: string, message: string): void => {
    if (level !== 'warning') throw new Error(message);
  };
  const document = new DOMParser({ onError }).parseFromString(xml, 'text/xml');
  return (name) =>
    Array.from(document.getElementsByTagName(name), (element: Element) => {
      const attributes: Record<string, string> = {};
      for (const { name: key, value } of element.attributes) attributes[key] = value;
      const text = element.getElementsByTagName('*').length === 0 ? (element.textContent ?? '') : '';
      return { ...attributes, ...(text.trim() !== '' && { text }) };
    });
}

describe('SARIF', () => {
  it('has a result at the entry of the file for each reason, with a rule that has a help text', async () => {
    const run = runOf(
      await reportOf(
        [entry('files', runs(reference('npm:a')), '.vscode/mcp.json')],
        deniedBy({ policy: 'Scores' }),
      ),
    );
    expect(run.results).toMatchObject([
      {
        ruleId: 'policy',
        level: 'error',
        message: { text: 'files: the global score, 40, is below 70 (policy Scores)' },
        locations: [
          {
            physicalLocation: {
              artifactLocation: { uri: '.vscode/mcp.json', uriBaseId: '%SRCROOT%' },
              region,
            },
          },
        ],
        properties: { result: 'DENIED', global_score: 40, references: ['npm:a@1.2.3'], policy: 'Scores' },
      },
    ]);
    for (const { ruleId, ruleIndex } of run.results)
      expect(run.tool.driver.rules[ruleIndex]?.id).toBe(ruleId);
    for (const { help } of run.tool.driver.rules)
      expect(help).toMatchObject({ text: expect.stringMatching(/\.$/) });
  });

  it('has fingerprints that lines and versions do not change, and different ones for different servers', async () => {
    const fingerprints = async (...entries: ServerEntry[]) =>
      runOf(await reportOf(entries, deniedBy({}))).results.map(
        (result) => result.partialFingerprints['primaryLocationLineHash'],
      );
    const one = entry('a', runs(reference('npm:a')));
    const moved = { ...entry('a', runs(reference('npm:a', '2.0.0'))), region: { ...region, startLine: 1 } };
    expect(await fingerprints(moved)).toEqual(await fingerprints(one));
    expect(await fingerprints(one)).toEqual([expect.stringMatching(/^[0-9a-f]{32}:1$/)]);
    const [first, second, third] = await fingerprints(one, one, entry('b', runs(reference('npm:a'))));
    expect(second).toBe(first?.replace(/1$/, '2'));
    expect(third?.slice(0, 32)).not.toBe(first?.slice(0, 32));
  });

  it('has at most as many results as GitHub shows', async () => {
    const many = Array.from({ length: 6000 }, (_, index) => entry(`s${index}`, runs(reference('npm:a'))));
    const run = runOf(await reportOf(many, deniedBy({})));
    expect(run.results).toHaveLength(5000);
    expect(run).toMatchObject({ properties: { results_left_out: 1000 } });
  });

  it('names files outside of the folder by their absolute address', async () => {
    const uris = async (file: string) =>
      JSON.stringify(
        runOf(await reportOf([entry('a', runs(reference('b')), file)], deniedBy({}))).results[0]?.locations,
      );
    expect(await uris('../x.json')).toContain('"uri":"file:///');
    expect(await uris(join(process.cwd(), 'a b.json'))).toContain('"uri":"a%20b.json","uriBaseId"');
    expect(await uris('-')).toContain('"uri":"stdin"');
  });
});

describe('JUnit', () => {
  it('has a suite for each file, a test for each server and a failure for each that is denied', async () => {
    const report = await reportOf(
      [
        entry('a', runs(reference('b'))),
        entry('c', { references: [], local: 'x', warnings: ['careful'] }, 'mcp.json'),
      ],
      allowed,
    );
    const all = elements(junitOf(report));
    expect(all('testsuites')).toEqual([
      { name: 'mcp-hub gate', tests: '2', failures: '1', errors: '0', time: '0' },
    ]);
    expect(all('testsuite')).toMatchObject([
      { name: '.mcp.json', tests: '1', failures: '0', errors: '0', skipped: '0' },
      { name: 'mcp.json', tests: '1', failures: '1', errors: '0', skipped: '0' },
    ]);
    expect(all('testcase')).toEqual([
      { classname: '.mcp.json', name: 'a', time: '0' },
      { classname: 'mcp.json', name: 'c', time: '0' },
    ]);
    expect(all('failure')).toEqual([
      {
        type: 'local-program',
        message: expect.stringContaining('program of this machine (x)'),
        text: expect.stringMatching(/^mcp\.json:3\nit runs a program/),
      },
    ]);
    expect(all('system-out')).toEqual([{ text: 'warning: careful' }]);
  });
});

describe('JUnit, by the schema that Jenkins validates with', () => {
  const schema = readFileSync(join(process.cwd(), 'test/schemas/junit-10.xsd'), 'utf8');
  const errorsIn = async (xml: string): Promise<string[]> => {
    const { valid, errors } = await validateXML({ xml: { fileName: 'gate.xml', contents: xml }, schema });
    return valid ? [] : errors.map(({ message }) => message);
  };

  it('is valid without servers, with all kinds of results, and with hostile texts', async () => {
    const warned: Launch = { references: [], local: 'x', warnings: ['careful', 'very'] };
    for (const report of [
      { result: 'NONE', servers: [], evaluationIds: [] } as const,
      await reportOf(
        [entry('a', runs(reference('b'))), entry('a', warned), entry('c', warned, '-')],
        allowed,
      ),
      await reportOf([entry('a', runs(reference('b')))], deniedBy({ policy: '<&>"\'' })),
      await hostile(),
      ...(await withoutPolicies()),
    ])
      expect(await errorsIn(junitOf(report))).toEqual([]);
  });

  it('is not valid when it is not JUnit', async () => {
    const xml = junitOf(await reportOf([entry('a', runs(reference('b')))], allowed));
    for (const wrong of [xml.replaceAll(' failures=', ' failed='), xml.replace('<testcase', '<test'), '<a/>'])
      expect((await errorsIn(wrong)).length).toBeGreaterThan(0);
  });
});

describe('Markdown', () => {
  it('puts denied servers first, and says how many are allowed', async () => {
    const report = await reportOf([
      entry('a', runs(reference('b'))),
      entry('c', { references: [], local: 'x', warnings: [] }),
    ]);
    const lines = markdownOf(report).split('\n');
    expect(lines.slice(0, 3)).toEqual(['### MCP servers: FAIL', '', '1 of 2 servers are allowed.']);
    expect(lines[6]).toMatch(/^\| ❌ denied \| ` c ` \| ` \.mcp\.json:3 ` \| {2}\| ` it runs a program/);
    expect(lines[7]).toBe('| ✅ allowed | ` a ` | ` .mcp.json:3 ` | 90 |  |');
  });

  it('makes nothing of hostile texts but code', async () => {
    const text = markdownOf(await hostile());
    for (const row of text.split('\n').slice(6)) {
      if (row === '') continue;
      // Readers differ in whether a backslash escapes another one before a bar.
      expect(row.replaceAll(/\\[\\|]/g, '').split('|')).toHaveLength(7);
      const cells = row.replaceAll('\\|', '').split('|');
      expect(cells).toHaveLength(7);
      const types = new Set<string>();
      visit(
        fromMarkdown(cells.slice(2, 6).join(' ').replaceAll('<br>', ' ')),
        (node) => void types.add(node.type),
      );
      expect(
        [...types].filter((type) => !['root', 'paragraph', 'text', 'inlineCode'].includes(type)),
      ).toEqual([]);
    }
  });

  it('fits into a comment', async () => {
    const many = Array.from({ length: 500 }, (_, index) => entry(`s${index}`, runs(reference('npm:a'))));
    expect(markdownOf(await reportOf(many, deniedBy({})))).toContain('300 more servers are not shown.');
  });
});

describe('without policies', () => {
  it('only a report that is accepted passes', async () => {
    const reports = await withoutPolicies();
    expect(reports.map(({ result, isRefused = false }) => [result, isRefused])).toEqual([
      ['NO_POLICY', true],
      ['PASS', false],
    ]);
    const all = reports.map((report) => elements(junitOf(report)));
    expect(all.map((each) => each('testsuites'))).toMatchObject([
      [{ tests: '2', failures: '1' }],
      [{ tests: '2', failures: '0' }],
    ]);
    expect(all[0]?.('property')).toEqual([{ name: 'policies_applied', value: '0' }]);
    expect(all[0]?.('failure')).toMatchObject([{ type: 'no-policy' }]);
    for (const [index, report] of reports.entries())
      expect(runOf(report).results).toMatchObject([
        { ruleId: 'no-policy', level: index === 0 ? 'error' : 'warning' },
      ]);
    for (const report of reports)
      for (const format of [textOf, jsonOf, junitOf, markdownOf, sarifOf]) expectHarmless(format(report));
  });
});

describe('all formats', () => {
  it('are harmless with hostile names, files and reasons', async () => {
    const report = await hostile();
    for (const format of [textOf, jsonOf, junitOf, markdownOf, sarifOf]) {
      const text = format(report);
      expectHarmless(text);
      expect(text.isWellFormed()).toBe(true);
    }
    expect(elements(junitOf(report))('testcase')).toHaveLength(HOSTILE.length);
    expect(runOf(report).results.every(({ message }) => message.text.length < 4000)).toBe(true);
    const { servers } = JSON.parse(jsonOf(report)) as { servers: { name: string }[] };
    expect(servers.map(({ name }) => name)).toEqual(HOSTILE);
  });
});
