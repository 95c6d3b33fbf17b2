import { describe, expect, it } from '@jest/globals';
import type { TextFile } from '../files/text-file.js';
import type { VulnerabilityClass } from './classes.js';
import type { Finding } from './finding.js';
import { withSnippets } from './snippets.js';

const findingAt = (
  startLine: number,
  vulnerabilityClass: VulnerabilityClass = 'A',
  more: Partial<Finding['location']> = {},
): Finding =>
  ({
    vulnerabilityClass,
    location: { path: 'a.js', startLine, endLine: startLine, ...more },
    trace: [],
  }) as unknown as Finding;

const fileOf = (text: string, language?: TextFile['language'] | 'data'): TextFile => ({
  path: 'a.js',
  role: 'product',
  language: language === 'data' ? undefined : (language ?? 'javascript'),
  text,
  lines: text.split('\n'),
});

const snippetsOf = (file: TextFile, ...findings: readonly Finding[]): (string | undefined)[] =>
  withSnippets(findings, [file]).map(({ location }) => location.snippet);

describe('the snippet of a finding', () => {
  it.each([
    ['the line, trimmed', '  exec(`ping ${host}`);  ', {}, 'exec(`ping ${host}`);'],
    ['a long line from the column on', `${'a();'.repeat(60)}exec(x);`, { startColumn: 241 }, '…exec(x);'],
    ['a long line without a column', 'a();'.repeat(60), {}, `${'a();'.repeat(50).slice(0, 199)}…`],
    [
      'the next lines after a short one',
      'exec(\n  `ping ${host}`,\n);',
      { endLine: 3 },
      'exec( `ping ${host}`, );',
    ],
    [
      'escaped where characters are invisible',
      'exec("\u202e\u001b[2Jls");',
      {},
      String.raw`exec("\u{202e}\u{1b}[2Jls");`,
    ],
    [
      'a name of a variable of the environment',
      'exec(process.env["PATH_2"]);',
      {},
      'exec(process.env["PATH_2"]);',
    ],
    [
      'a credential of a known format, redacted',
      `exec("ghp_${'aB3'.repeat(12)}");`,
      {},
      /^exec\("(?!ghp_aB3aB3)/u,
    ],
    ['no literal that looks random', 'login("kJ8#mQ2$vX9!pL4z");', {}, 'login("…");'],
  ])('is %s', (_, text, more, expected) => {
    const [snippet] = snippetsOf(fileOf(text), findingAt(1, 'A', more));
    if (expected instanceof RegExp) expect(snippet).toMatch(expected);
    else expect(snippet).toBe(expected);
  });

  it('is absent where there is no text', () => {
    expect(snippetsOf(fileOf('a'), findingAt(7))).toEqual([undefined]);
    expect(snippetsOf(fileOf('\n'), findingAt(1))).toEqual([undefined]);
    expect(withSnippets([findingAt(1)], [])[0]?.location.snippet).toBeUndefined();
    expect(snippetsOf(fileOf('const a = "\u2028";\nexec();'), findingAt(2))).toEqual([undefined]);
  });

  const SECRET = 'dbpass@localhost';

  it.each<[string, string, TextFile['language'] | 'data', string | undefined]>([
    ['a literal', `connect("db", '${SECRET}');`, 'javascript', `connect("…", '…');`],
    ['a literal with escapes', String.raw`const a = "x\"${SECRET}";`, 'javascript', 'const a = "…";'],
    ['a literal that continues', `const a = \`${SECRET}`, 'javascript', 'const a = `…`'],
    ['a literal in Python', `PASSWORD = f"{a}${SECRET}"`, 'python', 'PASSWORD = f"…"'],
    ['a raw literal in Go', `const password = \`${SECRET}\``, 'go', 'const password = `…`'],
    ['a comment', `connect("db"); // ${SECRET}`, 'javascript', 'connect("…");'],
    ['the inside of a literal', `  ${SECRET}`, 'python', undefined],
    ['the inside of a literal with quotes', `PASSWORD=${SECRET}9 "a"`, 'python', 'PASSWORD=… "…"'],
    ['a number', 'unlock(20250817);', 'javascript', undefined],
    ['a setting', `PASSWORD=${SECRET}`, 'data', 'PASSWORD= …'],
    ['a member of JSON', `"password": "${SECRET}",`, 'data', '"password": …'],
    ['a line without a name', SECRET, 'data', undefined],
    ['a long line', `const a = "${SECRET}"; ${'b();'.repeat(60)}`, 'javascript', undefined],
  ])('does not show a secret that was found as %s', (_, text, language, expected) => {
    const file = fileOf(`\n${text}`, language);
    expect(snippetsOf(file, findingAt(2, 'E'))).toEqual([expected]);
    for (const snippet of snippetsOf(file, findingAt(2, 'A', { startColumn: 1 }), findingAt(2, 'E')))
      expect(snippet ?? '').not.toContain(SECRET);
  });

  it('does not show a secret that was found on another line', () => {
    const file = fileOf(`const key = "${SECRET}";\nsend("key", '${SECRET}');\nexec(\n  "${SECRET}",\n);`);
    const [, second, third] = snippetsOf(
      file,
      findingAt(1, 'E'),
      findingAt(2),
      findingAt(3, 'A', { endLine: 5 }),
    );
    expect(second).toBe(`send("key", '…');`);
    expect(third).toBe('exec( "…", );');
  });

  it('does not continue with the line of a secret', () => {
    const file = fileOf(`connect(\n  ${SECRET}\n);`);
    expect(snippetsOf(file, findingAt(1, 'A', { endLine: 3 }), findingAt(2, 'E'))).toEqual([
      'connect(',
      undefined,
    ]);
  });

  it('takes time that grows with the length of the line alone', () => {
    const text = `${String.raw`\"`.repeat(200_000)}\\`;
    const started = performance.now();
    withSnippets([findingAt(1), findingAt(1, 'E')], [fileOf(text)]);
    expect(performance.now() - started).toBeLessThan(1000);
  });
});

describe('the columns of a finding', () => {
  const columnsOf = (text: string, more: Partial<Finding['location']> = {}) => {
    const [found] = withSnippets([findingAt(1, 'A', more)], [fileOf(text)]);
    return [found?.location.startColumn, found?.location.endColumn];
  };

  it('are those of the rule, or else those of its lines', () => {
    expect(columnsOf('  exec(x);', { startColumn: 3, endColumn: 10 })).toEqual([3, 10]);
    expect(columnsOf('  exec(x);  ')).toEqual([3, 11]);
    expect(columnsOf('  exec(\n    x);', { endLine: 2 })).toEqual([3, 8]);
    expect(columnsOf('   ')).toEqual([undefined, undefined]);
  });
});

describe('the steps of a trace', () => {
  const stepsOf = (text: string, lines: readonly number[], finding = findingAt(1, 'E')) => {
    const trace = lines.map((line) => ({ path: 'a.js', line, message: 'a step' }));
    return withSnippets([{ ...finding, trace }], [fileOf(text)])[0]?.trace.map(({ snippet }) => snippet);
  };

  it('have the text of their lines, as locations do', () => {
    const text = [
      'const key = "dbpass@localhost";',
      '  const host = args.host;',
      '',
      'run(host, "dbpass@localhost");',
    ].join('\n');
    expect(stepsOf(text, [2, 2, 4, 1])).toEqual([
      'const host = args.host;',
      'const host = args.host;',
      'run(host, "…");',
      'const key = "…";',
    ]);
  });

  it('have none where there is no text, and at most 200 characters', () => {
    expect(stepsOf(`a();\n\n${'b();'.repeat(100)}`, [2, 3, 9], findingAt(1))).toEqual([
      undefined,
      expect.stringMatching(/^.{199}…$/u),
      undefined,
    ]);
    expect(stepsOf('const a = "\u2028";\nexec();', [2], findingAt(2))).toEqual([undefined]);
    const trace = [{ path: 'b.js', line: 1, message: 'a step' }];
    expect(withSnippets([{ ...findingAt(1), trace }], [fileOf('a')])[0]?.trace).toEqual(trace);
  });
});
