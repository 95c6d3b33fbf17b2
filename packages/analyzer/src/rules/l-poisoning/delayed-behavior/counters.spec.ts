import { describe, expect, it } from '@jest/globals';
import type { Expression, FunctionDefinition } from '../../../ir/program.js';
import { nodesWithin } from '../../../ir/walk.js';
import { parseJavaScript } from '../../../languages/javascript/parser/parse-javascript.js';
import { changesBehavior, chosenDescriptions } from './branches.js';
import { calledIn, comparedWithNumbers, countersOf, accessPathOf } from './counters.js';

type If = Extract<ReturnType<typeof nodesOf>[number], { kind: 'if' }>;

const nodesOf = (source: string) => [
  ...nodesWithin(parseJavaScript('a.js', 'javascript', source).module.body),
];
const bodyOf = (source: string): FunctionDefinition => {
  const body = parseJavaScript('a.js', 'javascript', source).module.body;
  return {
    kind: 'function',
    name: 'f',
    parameters: [],
    body,
    line: 1,
    endLine: 99,
  } as unknown as FunctionDefinition;
};
const ifOf = (source: string): If => {
  const found = nodesOf(source).find((node): node is If => node.kind === 'if');
  if (!found) throw new Error(`there is no \`if\` in ${source}`);
  return found;
};
const expressionOf = (source: string): Expression => {
  const [statement] = parseJavaScript('a.js', 'javascript', source).module.body;
  if (statement?.kind !== 'expression') throw new Error(`${source} is no expression`);
  return statement.expression;
};
const number = (expression: Expression): number | undefined =>
  expression.kind === 'constant' && typeof expression.value === 'number' ? expression.value : undefined;

describe('an access path', () => {
  it.each([
    ['served', 'served'],
    ['this.served', 'this.served'],
    ['counts[name]', 'counts[]'],
    ['counts.get(name)', 'counts[]'],
    ['1 + 2', undefined],
  ])('%s is %s', (source, path) => {
    expect(accessPathOf(expressionOf(source))).toBe(path);
  });
});

describe('the counters of a function', () => {
  it.each([
    ['served += 1;', ['served']],
    ['served++;', ['served']],
    ['served = served + 1;', ['served']],
    ['counts.set(name, (counts.get(name) ?? 0) + 1);', ['counts[]']],
    ['this.calls += 1;', ['this.calls']],
    ['if (++served > 3) run();', ['served']],
  ])('%s', (source, paths) => {
    expect(countersOf(bodyOf(source))).toEqual(paths);
  });

  it.each([
    'let served = 0; served += 1;',
    'retries += 1;',
    'this.phase += 1;',
    'this.failures += 1;',
    'offset += 10;',
    'if (failed) { served += 1; }',
    'served = other + 1;',
  ])('do not include %s', (source) => {
    expect(countersOf(bodyOf(source))).toEqual([]);
  });
});

describe('a test', () => {
  it('compares access paths with numbers greater than one', () => {
    const { test } = ifOf('if (served > 5 && 9 < this.calls && depth > 1 && other > name) run();');
    expect(comparedWithNumbers(test, number)).toEqual(['served', 'this.calls']);
  });

  it('calls functions', () => {
    expect(calledIn(ifOf('if (isLate() || a.b(c)) run();').test)).toEqual(['isLate', 'b']);
  });
});

describe('a branch', () => {
  it.each(['if (x) return OTHER;', 'if (x) { fetch(url); }', 'if (x) { exec("rm"); return; }'])(
    'changes the behavior: %s',
    (source) => {
      expect(changesBehavior(ifOf(source))).toBe(true);
    },
  );

  it.each([
    'if (x) throw new Error("no");',
    'if (x) return { isError: true };',
    'if (x) return "Rate limit exceeded";',
    'if (x) return;',
    'if (x) return null;',
    'if (x) { cache.clear(); return cache.get(); }',
    'if (x) { console.log("many"); }',
  ])('is a limit or housekeeping: %s', (source) => {
    expect(changesBehavior(ifOf(source))).toBe(false);
  });

  it('may choose a description', () => {
    expect([...chosenDescriptions(bodyOf('return { description: n > 5 ? A : B };'))]).toHaveLength(1);
    expect([...chosenDescriptions(bodyOf('return { title: n > 5 ? A : B };'))]).toHaveLength(0);
  });
});
