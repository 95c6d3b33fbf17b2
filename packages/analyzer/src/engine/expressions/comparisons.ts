import type { Expression, Operation } from '../../ir/program.js';
import { sanitizedByCharacters } from '../values/characters.js';
import { taintsHere } from '../values/derive.js';
import { both, emptiness, guarded, NO_GUARDS, negate, shows } from '../values/guards.js';
import type { Frame } from '../frame.js';
import type { Evaluator, FactStore, Reporter } from '../machine.js';
import { assumedComparison } from './assumed-operations.js';
import { isEach, isOurs, membership } from './membership.js';
import { SanitizedFor, SANITIZED_FOR_ALL } from '../values/taint.js';
import { goesOn } from '../values/value-keys.js';
import {
  constantOf,
  constantValue,
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

/** One side of `c >= "a"`; of `c < "a"` where that is not so. */
function boundOf(operator: string, left: Value, right: Value, truth: boolean): Bound | undefined {
  const [value, limit] = isOurs(right) ? [left, right] : [right, left];
  const character = constantOf(limit);
  if (typeof character !== 'string' || character.length !== 1 || !isEach(value)) return undefined;
  const isLeast = operator.startsWith('>') === (value === left);
  return isLeast === truth ? { value, least: character } : { value, most: character };
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

/** The bound that an operand compares a character with; only names and constants are evaluated again for it. */
function comparedBound(
  operand: Expression,
  truth: boolean,
  frame: Frame,
  machine: Evaluator,
): Bound | undefined {
  if (operand.kind !== 'operation' || !ORDERINGS.has(operand.operator)) return undefined;
  const [left, right] = operand.operands.map((each) =>
    each.kind === 'name' || each.kind === 'constant' ? machine.evaluate(each, frame) : UNKNOWN,
  );
  return left && right && boundOf(operand.operator, left, right, truth);
}

/** `c >= "a" && c <= "z"`, and `c < "a" || c > "z"`, which says the opposite. */
export function rangeOf(
  { operator, operands }: Operation,
  frame: Frame,
  machine: Evaluator,
): Guards | undefined {
  if (operator === '??') return undefined;
  const isOne = operator === '&&';
  const range = characterRange(operands.map((operand) => comparedBound(operand, isOne, frame, machine)));
  return range && (isOne ? range : negate(range));
}

/** `x == null`: nothing is harmless. */
function comparedNull(operator: string, left: Value, right: Value, machine: FactStore): Guards | undefined {
  if (operator !== '==' && operator !== '!=') return undefined;
  const value = isNull(right) ? left : isNull(left) ? right : undefined;
  if (!value || value.guards || value.found) return undefined;
  const guards = { whenTrue: emptiness(value, machine), whenFalse: [] };
  return operator === '==' ? guards : negate(guards);
}

const isNull = (value: Value): boolean => isOurs(value) && constantOf(value) === null && !value.changes;

/** A comparison: its result if constants decide it, and what its truth says of the operands. */
export function compare(
  node: Operation,
  values: readonly Value[],
  frame: Frame,
  machine: FactStore & Reporter,
): Value {
  const [left = UNKNOWN, right = UNKNOWN] = values;
  const { operator } = node;
  machine.emit({ kind: 'compare', frame, lines: node, operator, left, right, operands: node.operands });
  const guards = comparedNull(operator, left, right, machine) ?? relation(operator, left, right, frame);
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

/** `typeof x == "undefined"`: nothing is harmless. */
const ofNothing = ({ whenTrue }: Guards): Guards => ({
  whenTrue: whenTrue.map(({ key }) => ({ key, sanitizedFor: SANITIZED_FOR_ALL })),
  whenFalse: [],
});

/** `check(x) == true`, `typeof x == "number"`, `strings.Index(x, "..") == -1`: a comparison that restates the truth of a call. */
function comparedCall(left: Value, right: Value): Guards | undefined {
  const [call, other] = (left.guards ?? left.found) ? [left, right] : [right, left];
  const guards = call.guards ?? call.found;
  if (!guards) return undefined;
  const constant = constantOf(other);
  // `typeof x == "number"`; being a string implies nothing.
  if (constant === true || constant === 'number' || constant === 'boolean') return guards;
  if (constant === 'undefined') return ofNothing(guards);
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

/** The operators of comparisons. */
export const COMPARISONS = new Set(['==', '!=', 'in', 'not in', ...ORDERINGS]);
