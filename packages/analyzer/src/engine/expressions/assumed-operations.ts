import { assumedConstant, assumedOf, assuming, decisionOf, plainly } from '../values/assumptions.js';
import { Assumption, reasonOf, type Reason } from '../values/reasons.js';
import type { RunState } from '../values/run-state.js';
import { constantOf, type Assumed, type Scalar, type Value } from '../values/value.js';
import { isOfRequest, namesCredential } from './request-parts.js';

const CLIENT = Assumption.ANONYMOUS | Assumption.FOREIGN;

const isOfClient = (assumed: Assumed | undefined): boolean => ((assumed?.because ?? 0) & CLIENT) !== 0;

const isForeign = (assumed: Assumed | undefined): boolean => assumed?.because === Assumption.FOREIGN;

/** The outcome of a comparison under assumptions: of equality, or of membership in a list. */
function compared(
  operator: string,
  left: Value,
  right: Value,
  run: RunState,
): (Reason & { equal: boolean }) | undefined {
  const [one, other] = [assumedOf(left, run), assumedOf(right, run)];
  if (!one && !other) {
    const isNamed = operator.endsWith('=') && namesCredential(left, right);
    return isNamed ? { because: Assumption.ANONYMOUS, equal: false } : undefined;
  }
  // The Origin of a page and the Host that its name leads to may be the same: neither is the server's (DNS rebinding).
  if (isForeign(one) && !other && isOfRequest(right)) return undefined;
  if (isForeign(other) && !one && isOfRequest(left)) return undefined;
  const reason = reasonOf(one, other);
  const [first, second] = [assumedConstant(left, run), assumedConstant(right, run)];
  if (operator.endsWith('in')) {
    const members = right.objects.flatMap(({ items }) => items?.map(constantOf) ?? []);
    if (one && first !== undefined && members.length > 0 && members.every((each) => each !== undefined))
      return { ...reason, equal: members.includes(first) };
    return isOfClient(one) || isOfClient(other) ? { ...reason, equal: false } : undefined;
  }
  if (isOfClient(one) || isOfClient(other)) {
    // A secret that is not set either is still asked for: only a literal says that there is none.
    const isLiteral = one && other ? false : first !== undefined && second !== undefined;
    return { ...reason, equal: isLiteral && first === second };
  }
  return first !== undefined && second !== undefined ? { ...reason, equal: first === second } : undefined;
}

const ORDERS: Readonly<Record<string, (left: Scalar, right: Scalar) => boolean>> = {
  '<': (left, right) => Number(left) < Number(right),
  '<=': (left, right) => Number(left) <= Number(right),
  '>': (left, right) => Number(left) > Number(right),
  '>=': (left, right) => Number(left) >= Number(right),
};

/** The result of a comparison, with what it is under assumptions. */
export function assumedComparison(
  operator: string,
  left: Value,
  right: Value,
  result: Value,
  run: RunState,
): Value {
  if (result.constants) return result;
  const order = ORDERS[operator];
  if (order) {
    if (!left.assumed && !right.assumed) return result;
    const [first, second] = [assumedConstant(left, run), assumedConstant(right, run)];
    if (first === undefined || second === undefined) return result;
    return assuming(result, order(first, second), reasonOf(assumedOf(left, run), assumedOf(right, run)));
  }
  const outcome = compared(operator, left, right, run);
  if (!outcome) return result;
  const isNegated = operator === '!=' || operator === 'not in';
  return assuming(result, outcome.equal !== isNegated, outcome);
}

/** `!value`. */
export function assumedNegation(value: Value, result: Value, run: RunState): Value {
  const decision = decisionOf(value, run);
  return decision && !result.constants ? assuming(result, !decision.truth, decision) : result;
}

/** `typeof value`: a text for what is missing. */
export function assumedType(value: Value, result: Value, run: RunState): Value {
  const assumed = assumedOf(value, run);
  const constant = assumed && constantOf(assumed.value);
  if (!assumed || constant === undefined) return result;
  return assuming(result, constant === null ? 'undefined' : typeof constant, reasonOf(assumed));
}

/** Whether an operand decides the operation: the left side of `||` that is true. */
function decides(operator: string, value: Value, run: RunState): boolean | undefined {
  if (operator === '??') {
    const constant = assumedConstant(value, run);
    return constant === undefined ? undefined : constant !== null;
  }
  const constant = constantOf(value);
  const truth = decisionOf(value, run)?.truth ?? (constant === undefined ? undefined : Boolean(constant));
  return truth === undefined ? undefined : operator === '||' ? truth : !truth;
}

/**
 * The result of a logical operation, with what it is under assumptions: the first operand that decides it, or else the last one. An
 * operand that is not known may decide it as well, unless a later one decides it the same way. All operands that decide it are reasons:
 * each suffices.
 */
export function assumedLogical(
  operator: string,
  operands: readonly Value[],
  result: Value,
  run: RunState,
): Value {
  if (operands.every(({ assumed }) => !assumed) || result.constants?.length === 1) return result;
  const deciding = operands.map((operand) => decides(operator, operand, run));
  const first = deciding.indexOf(true);
  if (first !== -1) {
    if (operator === '??' && deciding.slice(0, first).includes(undefined)) return result;
    const assumed = operands.flatMap((operand, index) =>
      deciding[index] === true ? (assumedOf(operand, run) ?? []) : [],
    );
    // One that decides it without assumptions decides it anyway.
    const isAnyway = operands.some((operand, index) => deciding[index] === true && !assumedOf(operand, run));
    const before = operands.slice(0, first).flatMap((operand) => assumedOf(operand, run) ?? []);
    const reason = reasonOf(...(isAnyway ? before : assumed));
    const operand = operands[first];
    if (reason.because === 0 || !operand) return result;
    return { ...result, assumed: { ...reason, value: assumedOf(operand, run)?.value ?? plainly(operand) } };
  }
  const last = operands.at(-1);
  if (!last || deciding.slice(0, -1).includes(undefined)) return result;
  const reason = reasonOf(...operands.map((operand) => assumedOf(operand, run)));
  if (reason.because === 0) return result;
  return { ...result, assumed: { ...reason, value: assumedOf(last, run)?.value ?? plainly(last) } };
}
