import { reasonOf, type Reason } from './reasons.js';
import { slot, type RunState } from './run-state.js';
import { constantOf, constantValue, join, type Assumed, type Scalar, type Value } from './value.js';

/** The outcome of a condition under assumptions. */
export interface Decision extends Reason {
  readonly truth: boolean;
}

/** Environment variables without which the program does not start. */
const REQUIRED = slot(() => new Set<string>());

/** Notes that the program does not start without the variables. */
export const noteRequired = ({ variables = [] }: Reason, run: RunState): void => {
  for (const name of variables) run.of(REQUIRED).add(name);
};

const isRequired = ({ variables = [] }: Reason, run: RunState): boolean =>
  variables.length > 0 && variables.every((name) => run.of(REQUIRED).has(name));

/** What a value is under assumptions, unless the program does not start then. */
export const assumedOf = ({ assumed }: Value, run: RunState): Assumed | undefined =>
  assumed && !isRequired(assumed, run) ? assumed : undefined;

/** A value that is a constant under assumptions. */
export const assuming = (value: Value, constant: Scalar, reason: Reason): Value => ({
  ...value,
  assumed: { ...reason, value: constantValue(constant) },
});

/** The truth of a value, if it is certain. */
export function certainly(value: Value): boolean | undefined {
  const constant = constantOf(value);
  if (constant !== undefined) return Boolean(constant);
  if (value.constants ?? value.taints[0]) return undefined;
  if (value.targets.some(({ kind }) => kind === 'closure' || kind === 'class')) return true;
  const isFilled = value.objects.every(({ items }) => items === undefined || items.length > 0);
  return value.objects.length > 0 && isFilled ? true : undefined;
}

/** The truth of a value under assumptions, if they decide it. */
export function decisionOf(value: Value, run: RunState): Decision | undefined {
  const assumed = assumedOf(value, run);
  const truth = assumed && certainly(assumed.value);
  return assumed && truth !== undefined ? { ...reasonOf(assumed), truth } : undefined;
}

/** Whether a value is empty or missing under some of the assumptions. */
export const isAbsent = ({ assumed }: Value, assumptions: number): boolean =>
  assumed !== undefined && (assumed.because & assumptions) !== 0 && certainly(assumed.value) === false;

/** The constant that a value is under assumptions, or is anyway. */
export function assumedConstant(value: Value, run: RunState): Scalar | undefined {
  const assumed = assumedOf(value, run);
  return constantOf(assumed ? assumed.value : value);
}

/** A value without what it is under assumptions. */
export function plainly(value: Value): Value {
  if (!value.assumed) return value;
  const { assumed: _, ...plain } = value;
  return plain;
}

/** A value that is one of several, with those that it is under assumptions. */
export function choosing(value: Value, chosen: readonly Value[], reason: Reason): Value {
  const [first, ...others] = chosen.map((each) => each.assumed?.value ?? plainly(each));
  if (!first) return value;
  const all = reasonOf(reason, ...chosen.map(({ assumed }) => assumed));
  return { ...value, assumed: { ...all, value: others.reduce(join, first) } };
}
