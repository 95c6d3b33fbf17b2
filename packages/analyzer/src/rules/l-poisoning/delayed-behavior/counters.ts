import type { Expression, FunctionDefinition, Pattern, Statement } from '../../../ir/program.js';
import { lastNameOf, nodesWithin, parameterNames, plain } from '../../../ir/walk.js';

/** The way to a variable or field: `served`, `self.counts[]`. */
export function wayOf(expression: Expression): string | undefined {
  switch (expression.kind) {
    case 'name':
      return expression.name;
    case 'member': {
      const object = wayOf(expression.object);
      return object === undefined ? undefined : `${object}.${expression.property}`;
    }
    case 'index': {
      const object = wayOf(expression.object);
      return object === undefined ? undefined : `${object}[]`;
    }
    case 'await':
    case 'cast':
      return wayOf(expression.value);
    case 'assign':
      return wayOfPattern(expression.target);
    case 'call': {
      // `counts.get(name, 0)`, `calls.Load()`, `calls.Add(1)`.
      const { callee } = expression;
      if (callee.kind !== 'member') return undefined;
      const object = wayOf(callee.object);
      if (object === undefined) return undefined;
      if (callee.property === 'get' || callee.property === 'Get') return `${object}[]`;
      return /^(?:load|add)$/iu.test(callee.property) ? object : undefined;
    }
    default:
      return undefined;
  }
}

function wayOfPattern(pattern: Pattern): string | undefined {
  if (pattern.kind === 'bind') return pattern.name;
  return pattern.kind === 'place' ? wayOf(pattern.place) : undefined;
}

/** Whether an expression is a number: what is counted by twos is counted too. */
const isNumber = (expression: Expression): boolean => {
  const { kind } = plain(expression);
  return kind === 'constant' && 'value' in expression && typeof expression.value === 'number';
};

/** Whether a value is the one of a way and a number: `counts[name] + 1`, `(counts.get(name) ?? 0) + 1`. */
function isMore(value: Expression, way: string): boolean {
  if (value.kind !== 'operation' || value.operator !== '+') return false;
  const [left, right] = value.operands;
  if (!left || !right || !isNumber(right)) return false;
  for (const node of nodesWithin(left)) if (wayOf(node as Expression) === way) return true;
  return false;
}

/** What an expression counts up, if it does. */
function counted(expression: Expression): string | undefined {
  if (expression.kind === 'assign') {
    const way = wayOfPattern(expression.target);
    if (way === undefined) return undefined;
    const isSum = expression.operator === '+' && isNumber(expression.value);
    return isSum || (expression.operator === undefined && isMore(expression.value, way)) ? way : undefined;
  }
  if (expression.kind === 'call' && expression.callee.kind === 'member') {
    const { property, object } = expression.callee;
    const [given] = expression.arguments;
    if (property === 'Add' && given && isNumber(given.value)) return wayOf(object);
    // `counts.set(name, (counts.get(name) ?? 0) + 1)`.
    const second = expression.arguments[1];
    const way = wayOf(object);
    if (property === 'set' && second && way !== undefined && isMore(second.value, `${way}[]`))
      return `${way}[]`;
  }
  return undefined;
}

/** The expressions that are read each time that a body is run, from its beginning. */
function* always(body: readonly Statement[]): Generator<Expression> {
  for (const statement of body) {
    if (statement.kind === 'expression') yield statement.expression;
    else if (statement.kind === 'declare' && statement.value) yield statement.value;
    else if (statement.kind === 'if') yield statement.test;
    else if (statement.kind === 'block' || statement.kind === 'with' || statement.kind === 'try')
      yield* always(statement.body);
  }
}

const names = (pattern: Pattern): string[] => (pattern.kind === 'bind' ? [pattern.name] : []);

/** Variables that a function makes itself: they begin again with each call. */
function ownNames(definition: FunctionDefinition): ReadonlySet<string> {
  const own = parameterNames(definition);
  for (const node of nodesWithin(definition.body, false))
    if (node.kind === 'declare') for (const name of names(node.target)) own.add(name);
  return own;
}

const rootOf = (way: string): string => /^[^.[]*/u.exec(way)?.[0] ?? way;

/** Counters of other things than calls. */
const OTHER =
  /fail|error|retr|attempt|miss|depth|level|page|index|offset|size|length|bytes|token|line|row|col|pos|step|iteration|id$|seq|version|consecutive|pending|active|open|connection|client|session|in_?flight|running|queue/iu;

/** What each call of a function counts up by one, and keeps: ways of variables and fields that outlive it. */
export function countersOf(definition: FunctionDefinition): readonly string[] {
  const own = ownNames(definition);
  const ways: string[] = [];
  for (const expression of always(definition.body))
    for (const node of nodesWithin(expression, false)) {
      const way = counted(node as Expression);
      if (way === undefined || OTHER.test(lastPart(way))) continue;
      const root = rootOf(way);
      const isField = way !== root;
      if (isField || !own.has(root)) ways.push(way);
    }
  return ways;
}

const lastPart = (way: string): string => way.slice(way.lastIndexOf('.') + 1);

/** What a test compares with a number of more than one: the ways of its variables. */
export function comparedWithNumbers(
  test: Expression,
  numberOf: (expression: Expression) => number | undefined,
): readonly string[] {
  const ways: string[] = [];
  for (const node of nodesWithin(test, false)) {
    if (node.kind !== 'operation' || !/^(?:[<>]=?|==)$/u.test(node.operator)) continue;
    const [left, right] = node.operands;
    if (!left || !right) continue;
    for (const [side, other] of [
      [left, right],
      [right, left],
    ] as const) {
      const way = wayOf(plain(side));
      if (way !== undefined && (numberOf(other) ?? 0) > 1) ways.push(way);
    }
  }
  return ways;
}

/** The names of what a test calls: `if (isLate()) …`. */
export const calledIn = (test: Expression): readonly string[] =>
  [...nodesWithin(test, false)].flatMap((node) => (node.kind === 'call' ? [lastNameOf(node.callee)] : []));
