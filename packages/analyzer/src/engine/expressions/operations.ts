import type { Assign, Expression, Operation } from '../../ir/program.js';
import { sanitizedByCharacters } from '../values/characters.js';
import { derive, taintsHere } from '../values/derive.js';
import { both, either, guarded, NO_GUARDS, negate, shows, truthOf } from '../values/guards.js';
import type { Frame } from '../frame.js';
import type { Caller, Evaluator, FactStore, Machine, Reporter, ValueFactory } from '../machine.js';
import { decisionOf } from '../values/assumptions.js';
import { follow } from '../flow/deciding.js';
import { mergeParts } from '../values/merging.js';
import { assumedComparison, assumedLogical, assumedNegation, assumedType } from './assumed-operations.js';
import { isEach, isOurs, membership } from './membership.js';
import { extend, MAX_ITEMS } from '../values/objects.js';
import { percentFormat } from './percent-format.js';
import { joinTaints, SanitizedFor, SANITIZED_FOR_ALL, sanitize, NUMBER } from '../values/taint.js';
import { concatenate, emitText } from './texts.js';
import { goesOn } from '../values/value-keys.js';
import {
  constantOf,
  constantValue,
  externalValue,
  join,
  pathsOf,
  taintedValue,
  UNKNOWN,
  type Fact,
  type Guards,
  type Scalar,
  type Value,
} from '../values/value.js';

/** `basename(name) == name`: if the sanitizer removed nothing, the input is as sanitized as its output. */
function unchanged(value: Value, made: Value): Guards | undefined {
  if (value.key === undefined || !made.key?.startsWith(value.key)) return undefined;
  if (goesOn(made.key.charAt(value.key.length))) return undefined;
  const bits = made.taints.reduce((all, { sanitizedFor }) => all & sanitizedFor, SANITIZED_FOR_ALL);
  return bits === 0 ? undefined : shows(value, bits);
}

/** `path == folder`: a value that equals a checked one is as harmless as that. */
function asChecked(value: Value, other: Value, frame: Frame): Guards {
  const bits = taintsHere(other, frame).reduce(
    (all, { sanitizedFor }) => all & sanitizedFor,
    SANITIZED_FOR_ALL,
  );
  return bits === 0 ? NO_GUARDS : shows(value, bits);
}

/** `left == right`: equal to a value of the program, a value is harmless. */
function equality(left: Value, right: Value, frame: Frame): Guards {
  const [value, other] = isOurs(right) ? [left, right] : [right, left];
  if (!isOurs(other))
    return (
      unchanged(left, right) ??
      unchanged(right, left) ??
      both(asChecked(left, right, frame), asChecked(right, left, frame))
    );
  if (value.key === undefined) return NO_GUARDS;
  const constant = constantOf(other);
  if (constant === null) return NO_GUARDS;
  // One of the characters of a text.
  if (isEach(value) && typeof constant === 'string' && constant.length === 1)
    return shows(value, sanitizedByCharacters(new Set([constant])));
  const named = value.taints.some(({ source }) => source.kind === 'tool-name');
  return {
    whenTrue: [
      { key: value.key, sanitizedFor: SANITIZED_FOR_ALL },
      ...(named && other.constants ? [{ key: value.key, constants: other.constants }] : []),
    ],
    whenFalse: [],
  };
}

/** The facts implied when the subject of a `switch` matches one of a case's tests. */
export function caseGuards(subject: Value, tests: readonly Value[], frame: Frame): readonly Fact[] {
  const constants = tests.map(constantOf);
  if (constants.length === 0 || constants.includes(undefined) || subject.key === undefined) return [];
  const known = constants.flatMap((constant) => (constant === undefined ? [] : [constant]));
  return equality(subject, { ...UNKNOWN, constants: known }, frame).whenTrue;
}

interface Bound {
  readonly value: Value;
  readonly least?: string;
  readonly most?: string;
}

/** One side of `c >= "a"`. */
function boundOf(operator: string, left: Value, right: Value): Bound | undefined {
  const [value, limit] = isOurs(right) ? [left, right] : [right, left];
  const character = constantOf(limit);
  if (typeof character !== 'string' || character.length !== 1 || !isEach(value)) return undefined;
  return operator.startsWith('>') === (value === left)
    ? { value, least: character }
    : { value, most: character };
}

/** `c >= "a" && c <= "z"` for the characters of a text. */
function characterRange(bounds: readonly (Bound | undefined)[]): Guards | undefined {
  const [first, second] = bounds;
  if (!first || !second || first.value.key !== second.value.key) return undefined;
  const least = first.least ?? second.least;
  const most = first.most ?? second.most;
  if (least === undefined || most === undefined) return undefined;
  const characters = new Set<string>();
  for (let code = least.charCodeAt(0); code <= Math.min(most.charCodeAt(0), 127); code += 1)
    characters.add(String.fromCharCode(code));
  return shows(first.value, sanitizedByCharacters(characters));
}

/** `number < bound`: bounded by a value of the program. */
function ordering(left: Value, right: Value, operator: string): Guards {
  const [value, bound] = isOurs(right) ? [left, right] : [right, left];
  if (!isOurs(bound)) return NO_GUARDS;
  const below = operator.startsWith('<') === (value === left);
  const established = shows(value, SanitizedFor.SIZE);
  return below ? established : negate(established);
}

const ORDERINGS = new Set(['<', '<=', '>', '>=']);

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

/** The bound that an operand compares a character with; only names and constants are evaluated again for it. */
function comparedBound(operand: Expression, frame: Frame, machine: Evaluator): Bound | undefined {
  if (operand.kind !== 'operation' || !ORDERINGS.has(operand.operator)) return undefined;
  const [left, right] = operand.operands.map((each) =>
    each.kind === 'name' || each.kind === 'constant' ? machine.evaluate(each, frame) : UNKNOWN,
  );
  return left && right && boundOf(operand.operator, left, right);
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
  const range =
    operator === '&&'
      ? characterRange(node.operands.map((operand) => comparedBound(operand, frame, machine)))
      : undefined;
  const guardedResult = guarded(result ?? UNKNOWN, range ?? guards ?? NO_GUARDS);
  return assumedLogical(operator, values, guardedResult, frame.scope.run);
}

function sum(values: readonly Value[], frame: Frame, machine: Caller & ValueFactory): Value {
  const constants = values.map(constantOf);
  if (constants.length > 0 && constants.every((each) => typeof each === 'number'))
    return constantValue(constants.reduce((total, each) => total + each, 0));
  // Several numbers each: their sums are not texts.
  if (values.every((value) => value.constants?.every((each) => typeof each === 'number'))) return UNKNOWN;
  if (values.some(({ objects }) => objects.length > 0)) {
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

function compare(node: Operation, values: readonly Value[], frame: Frame, machine: Reporter): Value {
  const [left = UNKNOWN, right = UNKNOWN] = values;
  const { operator } = node;
  machine.emit({ kind: 'compare', frame, lines: node, operator, left, right, operands: node.operands });
  const guards = relation(operator, left, right, frame);
  const known = [constantOf(left), constantOf(right)];
  if (!left.changes && !right.changes && known.every((each) => each !== undefined)) {
    const result = compareConstants(operator, known[0] ?? null, known[1] ?? null);
    if (result !== undefined) return constantValue(result);
  }
  return assumedComparison(operator, left, right, guarded(UNKNOWN, guards), frame.scope.run);
}

function compareConstants(operator: string, left: Scalar, right: Scalar): boolean | undefined {
  if (operator === '==') return left === right;
  if (operator === '!=') return left !== right;
  return undefined;
}

/** Whether checks have established that a value is one of the program's own. */
const isEstablishedOwn = (value: Value, frame: Frame): boolean =>
  taintsHere(value, frame).every(
    ({ sanitizedFor }) => (sanitizedFor & SANITIZED_FOR_ALL) === SANITIZED_FOR_ALL,
  );

/** An operand of a comparison: if checks have established that it is one of the program's own, it counts as untainted. */
const beside = (value: Value, other: Value, frame: Frame): Value =>
  isEstablishedOwn(value, frame) && !isEstablishedOwn(other, frame) ? { ...value, taints: [] } : value;

function relation(operator: string, left: Value, right: Value, frame: Frame): Guards {
  if (operator === '==' || operator === '!=') {
    const inner = comparedCall(left, right);
    const guards = inner ?? equality(beside(left, right, frame), beside(right, left, frame), frame);
    return operator === '==' ? guards : negate(guards);
  }
  if (operator === 'in') return membership(beside(left, right, frame), right, frame);
  if (operator === 'not in') return negate(membership(beside(left, right, frame), right, frame));
  if (ORDERINGS.has(operator)) return comparedIndex(operator, left, right) ?? ordering(left, right, operator);
  return NO_GUARDS;
}

/** `check(x) == true`, `typeof x == "number"`, `strings.Index(x, "..") == -1`: a comparison that restates the truth of a call. */
function comparedCall(left: Value, right: Value): Guards | undefined {
  const [call, other] = (left.guards ?? left.found) ? [left, right] : [right, left];
  const guards = call.guards ?? call.found;
  if (!guards) return undefined;
  const constant = constantOf(other);
  // `typeof x == "number"`; being a string implies nothing.
  if (constant === true || constant === 'number' || constant === 'boolean') return guards;
  if (typeof constant === 'string') return NO_GUARDS;
  if (constant === false || constant === -1 || constant === null) return negate(guards);
  return undefined;
}

/** `list.indexOf(x) >= 0`, `> -1`. */
function comparedIndex(operator: string, left: Value, right: Value): Guards | undefined {
  const guards = left.guards ?? left.found;
  if (!guards) return undefined;
  const constant = constantOf(right);
  if ((operator === '>=' && constant === 0) || (operator === '>' && constant === -1)) return guards;
  if (operator === '<' && constant === 0) return negate(guards);
  return undefined;
}

const COMPARISONS = new Set(['==', '!=', 'in', 'not in', ...ORDERINGS]);

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
