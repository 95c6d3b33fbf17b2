import type { Frame } from '../../engine/frame.js';
import type { Call, Expression, FunctionDefinition, Statement } from '../../ir/program.js';
import { callsWithin, lastNameOf, nodesOf, nodesWithin, ownCalledIn, parameterNames } from '../../ir/walk.js';
import { memoByNode } from '../../common/memo.js';
import { openNumber, openSize } from '../support/bounds.js';
import { describeSource } from '../support/flows.js';
import type { Checks, Rule } from '../rule.js';

/** The parameter that a recursive call lowers by a constant: `f(n - 1)`. */
function loweredBy(call: Call, parameters: ReadonlySet<string>): string | undefined {
  for (const { value } of call.arguments)
    if (value.kind === 'operation' && value.operator === '-') {
      const [from, by] = value.operands;
      if (from?.kind === 'name' && by?.kind === 'constant' && parameters.has(from.name)) return from.name;
    }
  return undefined;
}

interface Doubling {
  readonly parameter: string;
  readonly call: Call;
}

const REMEMBERS = /memo|cache|seen|known|table|computed|lookup/iu;

/** Whether results are kept, so that each is computed once. */
const remembers = (definition: FunctionDefinition): boolean =>
  [...definition.decorators, ...nodesOf(definition)].some((node) => {
    const expression = node as Expression;
    return (
      (expression.kind === 'name' || expression.kind === 'member' || expression.kind === 'call') &&
      REMEMBERS.test(lastNameOf(expression))
    );
  });

/** Whether a function never continues after some statements. */
const ends = (statements: readonly Statement[]): boolean => {
  const last = statements.at(-1);
  return last?.kind === 'return' || last?.kind === 'throw';
};

/** More calls on a path make no difference. */
const ENOUGH = 2;

const longer = (left: readonly Call[], right: readonly Call[]): readonly Call[] =>
  right.length > left.length ? right : left;

/**
 * The recursive calls on the path through some statements that has the most of them.
 * @param after those on the path after them
 */
function mostOnPath(
  statements: readonly Statement[],
  isOwn: (call: Call) => boolean,
  after: readonly Call[] = [],
): readonly Call[] {
  // From the end, so that what follows a branch is read once.
  return statements.reduceRight<readonly Call[]>((rest, statement) => {
    const most = (branch: readonly Statement[]): readonly Call[] =>
      mostOnPath(branch, isOwn, ends(branch) ? [] : rest);
    if (statement.kind === 'if') {
      const tested = callsWithin(statement.test, false).filter(isOwn);
      return [...tested, ...longer(most(statement.then), most(statement.otherwise))].slice(0, ENOUGH);
    }
    // Its cases exclude each other.
    if (statement.kind === 'switch')
      return statement.cases.map(({ body }) => most(body)).reduce(longer, rest);
    const own = alternatives(statement).filter(isOwn);
    return [...own, ...(statement.kind === 'return' ? [] : rest)].slice(0, ENOUGH);
  }, after);
}

/** The calls of a statement; of `test ? a : b` those of one side. */
function alternatives(statement: Statement): readonly Call[] {
  const calls = callsWithin(statement, false);
  for (const node of nodesWithin(statement, false))
    if (node.kind === 'choice') {
      const then = new Set(callsWithin(node.then, false));
      const otherwise = new Set(callsWithin(node.otherwise, false));
      const fewer = then.size < otherwise.size ? then : otherwise;
      return calls.filter((call) => !fewer.has(call));
    }
  return calls;
}

/** How a function calls itself twice with a number that is only a little smaller. */
const doublingOf = memoByNode((definition: FunctionDefinition): Doubling | undefined => {
  const { name, body } = definition;
  if (name === '' || !ownCalledIn(definition).has(name) || remembers(definition)) return undefined;
  const parameters = parameterNames(definition);
  const isOwn = (call: Call): boolean =>
    lastNameOf(call.callee) === name && loweredBy(call, parameters) !== undefined;
  const [first, second] = mostOnPath(body, isOwn);
  const parameter = first && loweredBy(first, parameters);
  return first && second && parameter !== undefined ? { parameter, call: first } : undefined;
});

/** Limit on remembered runs. */
const MAX_RUNS = 200;

/** A function that calls itself twice for each step of a client's number. */
export const doublingRecursion: Rule = {
  id: 'MCP-M007',
  class: 'M',
  title: "Recursion that doubles with each step of a client's number",
  severity: 'medium',
  confidence: 'medium',
  cwe: 674,
  cvss: 'AV:N/AC:L/PR:L/UI:N/S:U/C:N/I:N/A:H',
  what: 'A function that calls itself two times or more with a number a little smaller, without keeping its results, started with a number of a client that nothing bounds.',
  why: 'The calls double with each step: for 50 they take weeks, and the server answers no other client meanwhile.',
  example: {
    language: 'python',
    bad: 'def ways(n: int) -> int:\n    return 1 if n < 2 else ways(n - 1) + ways(n - 2)',
    good: '@functools.cache\ndef ways(n: int) -> int:\n    return 1 if n < 2 else ways(n - 1) + ways(n - 2)',
  },
  fix: 'Keep the results, or compute them in a loop; limit the number in the schema.',
  notCounted: ['functions that keep their results', 'numbers that a schema or a comparison bounds'],
  remembering: (): Checks => {
    const runs: { readonly frame: Frame; readonly doubling: Doubling }[] = [];
    return {
      events: {
        run: ({ frame }) => {
          const doubling = frame.function && doublingOf(frame.function);
          if (doubling && runs.length < MAX_RUNS) runs.push({ frame, doubling });
        },
      },
      // A run is reported before its arguments are bound.
      package: (_, report) => {
        for (const { frame, doubling } of runs) {
          const value = frame.scope.flow.get(doubling.parameter);
          const taint = value && (openNumber(value, frame) ?? openSize(value, frame));
          if (!taint) continue;
          report({
            at: frame,
            lines: doubling.call,
            sink: frame.function?.name ?? '',
            taint,
            confidence: 'high',
            description: `\`${frame.function?.name ?? ''}\` calls itself twice for each step of ${describeSource(taint)}: the work doubles each time.`,
          });
        }
      },
    };
  },
};
