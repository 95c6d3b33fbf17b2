import type { Expression, FunctionDefinition, Pattern, Statement } from '../../../ir/program.js';
import { lastNameOf, nodesWithin, parameterNames, plain } from '../../../ir/walk.js';

/** The access path of a variable or field: `served`, `self.counts[]`. */
export function accessPathOf(expression: Expression): string | undefined {
  switch (expression.kind) {
    case 'name':
      return expression.name;
    case 'member': {
      const object = accessPathOf(expression.object);
      return object === undefined ? undefined : `${object}.${expression.property}`;
    }
    case 'index': {
      const object = accessPathOf(expression.object);
      return object === undefined ? undefined : `${object}[]`;
    }
    case 'await':
    case 'cast':
      return accessPathOf(expression.value);
    case 'assign':
      return accessPathOfPattern(expression.target);
    case 'call': {
      // `counts.get(name, 0)`, `calls.Load()`, `calls.Add(1)`.
      const { callee } = expression;
      if (callee.kind !== 'member') return undefined;
      const object = accessPathOf(callee.object);
      if (object === undefined) return undefined;
      if (callee.property === 'get' || callee.property === 'Get') return `${object}[]`;
      return /^(?:load|add)$/iu.test(callee.property) ? object : undefined;
    }
    default:
      return undefined;
  }
}

function accessPathOfPattern(pattern: Pattern): string | undefined {
  if (pattern.kind === 'bind') return pattern.name;
  return pattern.kind === 'target' ? accessPathOf(pattern.expression) : undefined;
}

/** Whether an expression is a number; counting in steps other than one is still counting. */
const isNumber = (expression: Expression): boolean => {
  const { kind } = plain(expression);
  return kind === 'constant' && 'value' in expression && typeof expression.value === 'number';
};

/** Whether a value is an access path plus a number: `counts[name] + 1`, `(counts.get(name) ?? 0) + 1`. */
function isMore(value: Expression, path: string): boolean {
  if (value.kind !== 'operation' || value.operator !== '+') return false;
  const [left, right] = value.operands;
  if (!left || !right || !isNumber(right)) return false;
  for (const node of nodesWithin(left)) if (accessPathOf(node as Expression) === path) return true;
  return false;
}

/** The access path that an expression increments. */
function counted(expression: Expression): string | undefined {
  if (expression.kind === 'assign') {
    const path = accessPathOfPattern(expression.target);
    if (path === undefined) return undefined;
    const isSum = expression.operator === '+' && isNumber(expression.value);
    return isSum || (expression.operator === undefined && isMore(expression.value, path)) ? path : undefined;
  }
  if (expression.kind === 'call' && expression.callee.kind === 'member') {
    const { property, object } = expression.callee;
    const [given] = expression.arguments;
    if (property === 'Add' && given && isNumber(given.value)) return accessPathOf(object);
    // `counts.set(name, (counts.get(name) ?? 0) + 1)`.
    const second = expression.arguments[1];
    const path = accessPathOf(object);
    if (property === 'set' && second && path !== undefined && isMore(second.value, `${path}[]`))
      return `${path}[]`;
  }
  return undefined;
}

/** The expressions that run on every execution of a body. */
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

/** Local variables, which are reset on each call. */
function ownNames(definition: FunctionDefinition): ReadonlySet<string> {
  const own = parameterNames(definition);
  for (const node of nodesWithin(definition.body, false))
    if (node.kind === 'declare') for (const name of names(node.target)) own.add(name);
  return own;
}

const rootOf = (path: string): string => /^[^.[]*/u.exec(path)?.[0] ?? path;

/** Counters of things other than calls. */
const OTHER =
  /fail|error|retr|attempt|miss|depth|level|page|index|offset|size|length|bytes|token|line|row|col|pos|step|phase|stage|round|iteration|id$|seq|version|consecutive|pending|active|open|connection|client|session|in_?flight|running|queue/iu;

const lastPart = (path: string): string => path.slice(path.lastIndexOf('.') + 1);

/** Whether an access path counts something other than calls, by its name. */
export const countsOther = (path: string): boolean => OTHER.test(lastPart(path));

/** The variables and fields that each call of a function increments and that outlive it, as access paths. */
export function countersOf(definition: FunctionDefinition): readonly string[] {
  const own = ownNames(definition);
  const paths: string[] = [];
  for (const expression of always(definition.body))
    for (const node of nodesWithin(expression, false)) {
      const path = counted(node as Expression);
      if (path === undefined || countsOther(path)) continue;
      const root = rootOf(path);
      const isField = path !== root;
      if (isField || !own.has(root)) paths.push(path);
    }
  return paths;
}

/** The access paths that a test compares with a number greater than one. */
export function comparedWithNumbers(
  test: Expression,
  numberOf: (expression: Expression) => number | undefined,
): readonly string[] {
  const paths: string[] = [];
  for (const node of nodesWithin(test, false)) {
    if (node.kind !== 'operation' || !/^(?:[<>]=?|==)$/u.test(node.operator)) continue;
    const [left, right] = node.operands;
    if (!left || !right) continue;
    for (const [side, other] of [
      [left, right],
      [right, left],
    ] as const) {
      const path = accessPathOf(plain(side));
      if (path !== undefined && (numberOf(other) ?? 0) > 1) paths.push(path);
    }
  }
  return paths;
}

/** The functions that a test calls: `if (isLate()) …`. */
export const calledIn = (test: Expression): readonly string[] =>
  [...nodesWithin(test, false)].flatMap((node) => (node.kind === 'call' ? [lastNameOf(node.callee)] : []));
