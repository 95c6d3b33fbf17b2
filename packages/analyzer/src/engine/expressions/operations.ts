import type { Assign, Expression, Operation } from '../../ir/program.js';
import { derive, taintsHere } from '../values/derive.js';
import { both, either, guarded, NO_GUARDS, negate, shows, truthOf } from '../values/guards.js';
import type { Frame } from '../frame.js';
import type { Caller, FactStore, Machine, Reporter, ValueFactory } from '../machine.js';
import { decisionOf } from '../values/assumptions.js';
import { follow } from '../flow/deciding.js';
import { mergeParts } from '../values/merging.js';
import { assumedLogical, assumedNegation, assumedType } from './assumed-operations.js';
import { compare, COMPARISONS, rangeOf } from './comparisons.js';
import { isOurs } from './membership.js';
import { extend, MAX_ITEMS } from '../values/objects.js';
import { percentFormat } from './percent-format.js';
import { joinTaints, SANITIZED_FOR_ALL, sanitize, NUMBER } from '../values/taint.js';
import { concatenate, emitText } from './texts.js';
import {
  constantOf,
  constantValue,
  externalValue,
  join,
  pathsOf,
  taintedValue,
  UNKNOWN,
  type Guards,
  type Value,
} from '../values/value.js';

function arithmetic(operator: string, values: readonly Value[]): Value {
  const [left, right] = values.map(constantOf);
  if (operator === '-' && values.length === 1 && typeof left === 'number') return constantValue(-left);
  if (typeof left === 'number' && typeof right === 'number') {
    if (operator === '-') return constantValue(left - right);
    if (operator === '*') return constantValue(left * right);
    if (operator === '/' && right !== 0) return constantValue(left / right);
    if (operator === '**' || operator === '<<')
      return constantValue(operator === '**' ? left ** right : left * 2 ** right);
  }
  return UNKNOWN;
}

/** The guards of a condition with all implied facts, so that conditions about one value in different forms can be combined. */
const impliedBy = ({ whenTrue, whenFalse }: Guards, machine: FactStore): Guards => ({
  whenTrue: machine.implied(whenTrue),
  whenFalse: machine.implied(whenFalse),
});

function logical(node: Operation, frame: Frame, machine: Machine): Value {
  const { operator } = node;
  const base = frame.scope.flow;
  let result: Value | undefined;
  let guards: Guards | undefined;
  const { alive } = frame;
  const values: Value[] = [];
  node.operands.forEach((operand, index) => {
    // The facts implied by earlier operands hold in the next one. The first operand is always evaluated.
    if (index > 0) frame.scope.flow = base.fork();
    const before = values[index - 1];
    if (before?.assumed && operator !== '??')
      follow(frame, decisionOf(before, frame.scope.run), operator === '&&');
    if (guards && operator !== '??')
      machine.learn(operator === '&&' ? guards.whenTrue : guards.whenFalse, frame);
    const value = machine.evaluate(operand, frame);
    values.push(value);
    if (index > 0 && operator !== '&&') {
      const tried = node.operands.slice(0, index);
      machine.emit({ kind: 'fallback', frame, lines: operand, tried, value });
    }
    if (index > 0) mergeParts(base, [frame.scope.flow, base.fork()]);
    frame.scope.flow = base;
    // An operand that ends the program does so only on its own path.
    if (index > 0) frame.alive = alive;
    const established = impliedBy(truthOf(value, machine) ?? NO_GUARDS, machine);
    guards = !guards
      ? established
      : operator === '&&'
        ? both(guards, established)
        : either(guards, established);
    result = result ? join(result, value) : value;
  });
  const within = rangeOf(node, frame, machine);
  const guardedResult = guarded(result ?? UNKNOWN, within ?? guards ?? NO_GUARDS);
  return assumedLogical(operator, values, guardedResult, frame.scope.run);
}

/** Whether a value is a text that the code writes, in part at least: with it, anything becomes a text. */
const isText = ({ constants, parts }: Value): boolean =>
  parts !== undefined || (constants?.some((each) => typeof each === 'string') ?? false);

function sum(values: readonly Value[], frame: Frame, machine: Caller & ValueFactory): Value {
  const constants = values.map(constantOf);
  if (constants.length > 0 && constants.every((each) => typeof each === 'number'))
    return constantValue(constants.reduce((total, each) => total + each, 0));
  // Several numbers each: their sums are not texts.
  if (values.every((value) => value.constants?.every((each) => typeof each === 'number'))) return UNKNOWN;
  if (values.some(({ objects }) => objects.length > 0) && !values.some(isText)) {
    // Lists are concatenated.
    const items = values.flatMap(({ objects }) => objects.flatMap((object) => object.items ?? []));
    const open = values.some(({ objects, taints }) => objects.some(({ rest }) => rest) || taints.length > 0);
    const joined = values.reduce(join);
    // A list added to itself doubles each time: for a long one, only the join of its items is kept.
    if (open || items.length > MAX_ITEMS)
      return { ...UNKNOWN, taints: joined.taints, objects: joined.objects };
    return { ...UNKNOWN, objects: [{ id: machine.newId(), fields: new Map(), items }] };
  }
  return concatenate(values, frame, machine);
}

const separated = (values: readonly Value[]): Value[] =>
  values.flatMap((value, index) => (index === 0 ? [value] : [constantValue('/'), value]));

/**
 * The targets of the path `base / name`; undefined if it is a division. An untainted unknown value divided by client
 * input is a path, since client input is not a number.
 */
function joinedPath(values: readonly Value[], frame: Frame): Value['targets'] | undefined {
  const { slashClass } = frame.scope.traits;
  if (slashClass === undefined) return undefined;
  const { targets } = externalValue(slashClass);
  if (values.some((value) => pathsOf(value).includes(slashClass))) return targets;
  const [left, right] = values;
  const isNumber = right?.taints.every(({ sanitizedFor }) => (sanitizedFor & NUMBER) === NUMBER) ?? true;
  const isPath = !isNumber && left !== undefined && isOurs(left) && !left.constants;
  return isPath ? targets : undefined;
}

/** Emits `a * b` as a call of the equivalent function. */
function reportProduct(node: Operation, values: readonly Value[], frame: Frame, machine: Reporter): void {
  const { productFunction } = frame.scope.traits;
  if (productFunction === undefined) return;
  const { line, endLine, operands } = node;
  const callee: Expression = { kind: 'name', name: 'mul', line, endLine };
  machine.emit({
    kind: 'call',
    frame,
    node: { kind: 'call', callee, arguments: operands.map((value) => ({ value })), line, endLine },
    callee: UNKNOWN,
    names: [productFunction],
    arguments: { positional: values, named: new Map() },
  });
}

/** Evaluates an operation: its value, and the guards of its truth. */
export function evaluateOperation(node: Operation, frame: Frame, machine: Machine): Value {
  const { operator } = node;
  if (operator === '&&' || operator === '||' || operator === '??') return logical(node, frame, machine);
  const values = node.operands.map((operand: Expression) => machine.evaluate(operand, frame));
  return operated(node, values, frame, machine);
}

/** The value of an operation on evaluated operands. */
function operated(node: Operation, values: readonly Value[], frame: Frame, machine: Machine): Value {
  const { operator } = node;
  const [first = UNKNOWN] = values;
  if (operator === '!') {
    const constant = constantOf(first);
    if (typeof constant === 'boolean') return constantValue(!constant);
    const negated = guarded(UNKNOWN, negate(truthOf(first, machine) ?? NO_GUARDS));
    return assumedNegation(first, negated, frame.scope.run);
  }
  if (COMPARISONS.has(operator)) return compare(node, values, frame, machine);
  if (operator === '+' && values.length > 1)
    return emitText(sum(values, frame, machine), frame, node, machine);
  // `~text.indexOf(x)` is 0 if x is not found.
  if (operator === '~' && first.found) return guarded(UNKNOWN, first.found);
  if (operator === 'typeof')
    return assumedType(first, guarded(UNKNOWN, shows(first, NUMBER)), frame.scope.run);
  if (operator === '|' || operator === '&') return values.reduce(join);
  if (operator === '+') return { ...derive(first, frame, machine, { sanitizedFor: NUMBER }) };
  if (operator === '%') {
    const text = percentFormat(first, values[1] ?? UNKNOWN, frame, machine);
    if (text) return emitText(text, frame, node, machine);
  }
  const path = operator === '/' ? joinedPath(values, frame) : undefined;
  if (path) return { ...concatenate(separated(values), frame, machine), targets: path };
  const folded = arithmetic(operator, values);
  if (folded !== UNKNOWN) return folded;
  const taints = values.reduce<Value['taints']>(
    (all, value) => joinTaints(all, taintsHere(value, frame)),
    [],
  );
  if (operator === '*') {
    if (taints.length > 0) reportProduct(node, values, frame, machine);
    return taintedValue(taints);
  }
  // A remainder is smaller than its divisor.
  const isSmall = operator === '%' && values.slice(1).every(isOurs);
  return taintedValue(sanitize(taints, isSmall ? SANITIZED_FOR_ALL : NUMBER));
}

/** Whether a value is one of known numbers: a counter in a loop is any number after it. */
const isCount = ({ constants }: Value): boolean =>
  constants?.every((each) => typeof each === 'number') ?? false;

/** `list += other`, `path /= name`, `text %= values`: the new value of the variable. */
export function augmented(node: Assign, before: Value, value: Value, frame: Frame, machine: Machine): Value {
  const { operator = '', line, endLine } = node;
  if (operator === '||' || operator === '??' || operator === '&&') return join(before, value);
  const { traits } = frame.scope;
  if (operator === '+') {
    if (isCount(before) && isCount(value))
      return frame.exits.length > 0 ? UNKNOWN : sum([before, value], frame, machine);
    if (!traits.extendsInPlace || !before.objects.some(({ items }) => items))
      return concatenate([before, value], frame, machine);
    extend(before, value, frame, machine);
    return before;
  }
  if (traits.objectOperators.has(operator))
    return operated(
      { kind: 'operation', operator, operands: [], line, endLine },
      [before, value],
      frame,
      machine,
    );
  return { ...UNKNOWN, taints: join(before, value).taints };
}
