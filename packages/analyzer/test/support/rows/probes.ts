/** Small programs that call what a row of a model table is about, and what is found in them. */
import { analyze } from '../../../src/analysis/analyze.js';
import type { Language } from './languages.js';
import { WRITTEN } from './written.js';

/** The body of a tool; the sinks are its lines from `sinks` on. */
type Body = readonly string[];
/** Writes a probe for a callee; `method` is set if the row is about a method of any value. */
type Probe = (language: Language, of: (receiver?: string) => string, isMethod: boolean) => Body | undefined;

const K = '"k"';

/** The result of a call, used. */
const result =
  (...given: string[]): Probe =>
  (l, of) => [l.assign(`${of()}(${given.join(', ')})`), ...l.sinks('x')];
/** The result of a method of a value, used. */
const received =
  (receiver: (l: Language) => string, ...given: string[]): Probe =>
  (l, of, isMethod) => [
    l.assign(`${of(isMethod ? receiver(l) : 'a')}(${given.join(', ')})`),
    ...l.sinks('x'),
  ];
/** What the client gave, used after it was tested. */
const tested =
  (negated: boolean, ...given: string[]): Probe =>
  (l, of, isMethod) => [
    ...l.leaveIf(`${of(isMethod ? 'a' : undefined)}(${given.join(', ')})`, negated),
    ...l.sinks('a'),
  ];
const calls =
  (...given: string[]): Probe =>
  (l, of, isMethod) => {
    const { before, expression } = l.callback();
    const words = given.map((word) => (word === 'f' ? expression : word));
    return [...before, l.call(`${of(isMethod ? l.list('a') : undefined)}(${words.join(', ')})`)];
  };
const changed =
  (write: (l: Language, of: (receiver?: string) => string, isMethod: boolean) => string): Probe =>
  (l, of, isMethod) => [
    l.name === 'python' ? `o = ${l.empty}` : l.name === 'go' ? `o := ${l.empty}` : `const o = ${l.empty};`,
    l.call(write(l, of, isMethod)),
    ...l.sinks(l.first('o')),
  ];

/** Probes by name, from the most usual. */
export const PROBES: Readonly<Record<string, Probe>> = {
  first: result('a'),
  receiver: received(() => 'a'),
  alone: result(),
  returned: (l, of) => [l.give(`${of()}(${K})`)],
  second: result(K, 'a'),
  'only if': tested(true, 'a'),
  third: result(K, K, 'a'),
  'receiver with text': received(() => 'a', K, K),
  'of a list': received((l) => l.list('a'), '0'),
  'first of a list': (l, of, isMethod) =>
    isMethod ? [l.assign(l.first(`${of(l.list('a'))}()`)), ...l.sinks('x')] : undefined,
  'of a record': received((l) => l.record('a'), K),
  'of a whole record': received((l) => l.record('a')),
  'first of a record': (l, of, isMethod) =>
    isMethod ? [l.assign(l.first(`${of(l.record('a'))}()`)), ...l.sinks('x')] : undefined,
  'missing in a record': received((l) => l.record(K), '"z"', 'a'),
  'of a text': received(() => K, 'a'),
  'only if not': tested(false, 'a'),
  'only if second': tested(true, K, 'a'),
  'only if not first with text': tested(false, 'a', K),
  'only if with text': tested(true, K),
  'only if not with text': tested(false, K),
  'only if receiver': tested(true),
  'function first': calls('f', 'a'),
  'function second': calls('a', 'f'),
  'function third': calls('a', K, 'f'),
  'function alone': calls('f'),
  'function, harmless first': calls('f', K, 'a'),
  'list item': (l, of) => [l.assign(l.first(`${of()}(${l.list('a')})`)), ...l.sinks('x')],
  'list item second': (l, of) => [l.assign(l.first(`${of()}(${K}, ${l.list('a')})`)), ...l.sinks('x')],
  'whole list': (l, of) => [l.assign(`${of()}(${l.list('a')})`), ...l.sinks('x')],
  'harmless list': (l, of) => [l.assign(`${of()}(${l.list(K)}, a)`), ...l.sinks('x')],
  field: (l, of) => [l.assign(l.field(`${of()}(${l.record('a')})`)), ...l.sinks('x')],
  'item of a text': (l, of) => [l.assign(l.first(`${of()}(a)`)), ...l.sinks('x')],
  'into first': changed((_, of) => `${of()}(o, a)`),
  'into second': changed((_, of) => `${of()}(a, o)`),
  'into receiver': changed((_, of) => `${of('o')}(a)`),
  after: (l, of) => [l.call(`${of()}(a)`), ...l.sinks('b')],
};

/** The probe that is written for a row (written.ts). */
export const BY_HAND = 'by hand';

/** One probe of one row. */
export interface Sample {
  readonly part: 'paths' | 'methods' | 'emitted';
  readonly row: string;
  readonly probe: string;
}

const bodyOf = (
  language: Language,
  { part, row, probe }: Sample,
): { imports: readonly string[]; body: Body } => {
  if (probe === BY_HAND) {
    const written = WRITTEN[language.name]?.[`${part} ${row}`];
    if (!written) return { imports: [], body: [] };
    return {
      imports: written.imports,
      body: [...written.body, ...(written.used === undefined ? [] : language.sinks(written.used))],
    };
  }
  const isMethod = part === 'methods';
  const { imports, expression } = isMethod ? { imports: [], expression: `@.${row}` } : language.callee(row);
  const of = (receiver?: string): string => expression.replaceAll('@', receiver ?? (isMethod ? 'a' : ''));
  return { imports, body: PROBES[probe]?.(language, of, isMethod) ?? [] };
};

const isAlone = (language: Language, { part, row, probe }: Sample): boolean =>
  probe === BY_HAND && WRITTEN[language.name]?.[`${part} ${row}`]?.alone === true;

/** What is found in each sample: rules with the number of their line in the body, in one text. */
export async function foundIn(language: Language, samples: readonly Sample[]): Promise<string[]> {
  const together = samples.filter((sample) => !isAlone(language, sample));
  const found = await foundTogether(language, together, false);
  const all: string[] = [];
  for (const sample of samples)
    all.push(
      ...(isAlone(language, sample) ? await foundTogether(language, [sample], true) : found.splice(0, 1)),
    );
  return all;
}

async function foundTogether(
  language: Language,
  samples: readonly Sample[],
  withLow: boolean,
): Promise<string[]> {
  if (samples.length === 0) return [];
  const bodies = samples.map((sample) => bodyOf(language, sample));
  const imports = [...new Set(bodies.flatMap((each) => each.imports))].sort();
  const { text, starts } = language.program(
    imports,
    bodies.map(({ body }) => body),
  );
  const { report } = await analyze(new Map([[language.file, new TextEncoder().encode(text)]]));
  return bodies.map(({ body }, index) => {
    const start = starts[index] ?? 0;
    return report.findings
      .filter(({ location: { start_line: line } }) => line >= start && line < start + body.length)
      .filter(({ severity }) => withLow || severity !== 'low')
      .map(({ rule_id, confidence, location }) => {
        const line = location.start_line - start + 1;
        return `${line}${rule_id.slice('MCP-'.length)}${DOUBT[confidence]}`;
      })
      .sort()
      .join(' ');
  });
}

const DOUBT = { high: '', medium: '?', low: '??' } as const;
