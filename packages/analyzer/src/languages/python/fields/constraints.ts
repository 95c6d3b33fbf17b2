import type { Call, Expression } from '../../../ir/program.js';
import { lastNameOf } from '../../../ir/walk.js';
import { sanitizedWhenMatching } from '../../../models/allowed-characters.js';
import { withFacts } from '../../../engine/values/derive.js';
import type { Frame } from '../../../engine/frame.js';
import type { Caller, Evaluator, Machine } from '../../../engine/machine.js';
import { SanitizedFor, sanitize } from '../../../engine/values/taint.js';
import { joinAll, pathsOf, textOf, UNKNOWN, type Scope, type Value } from '../../../engine/values/value.js';

/** The context in which constraints are evaluated. */
interface EvaluationContext {
  readonly scope: Scope;
  readonly frame: Frame;
  readonly machine: Machine;
}

/** Validators whose result replaces the conversion by the type. */
const REPLACING = new Set(['PlainValidator', 'WrapValidator']);
const VALIDATORS = new Set(['AfterValidator', 'BeforeValidator', ...REPLACING]);

const nameOf = (constraint: Expression): string =>
  constraint.kind === 'call' ? lastNameOf(constraint.callee) : '';

/** Whether a constraint replaces the enforcement of the type. */
export const isReplaced = (all: readonly Expression[]): boolean =>
  all.some((constraint) => REPLACING.has(nameOf(constraint)));

/** The constraints that apply before the type is enforced, last one first. */
export const preceding = (all: readonly Expression[]): readonly Expression[] =>
  all.filter((constraint) => nameOf(constraint) === 'BeforeValidator').reverse();

/** The constraints that apply after it. */
export const following = (all: readonly Expression[]): readonly Expression[] =>
  all.filter((constraint) => nameOf(constraint) !== 'BeforeValidator');

/** The result of a validator for a value: the facts of its normal return hold from then on. */
function passed(value: Value, check: Value, node: Call, frame: Frame, machine: Caller): Value {
  if (check.targets.length === 0) return value;
  // A wrap validator gets a second argument, the inner validator, which is not known.
  const args = { positional: [value, UNKNOWN], named: new Map<string, Value>() };
  const results = check.targets.map((target) =>
    target.kind === 'closure'
      ? machine.run(target, args, frame, node)
      : machine.call({
          kind: 'call',
          frame,
          node,
          callee: { ...UNKNOWN, targets: [target] },
          names: pathsOf({ ...UNKNOWN, targets: [target] }),
          arguments: { ...args, positional: [value] },
        }),
  );
  return withFacts(joinAll(results), frame);
}

/** Constraints that bound a value by their only argument. */
const BOUNDS = new Set(['Le', 'Lt', 'MaxLen']);
const MOST = new Set(['le', 'lt', 'max_length']);

/** What a value that satisfies `Field(pattern="…", max_length=…)` is sanitized for: bits of SanitizedFor. */
function limitsOf(constraint: Call, frame: Frame, machine: Evaluator): number {
  let bits = BOUNDS.has(nameOf(constraint)) ? SanitizedFor.SIZE : 0;
  for (const { name = '', value } of constraint.arguments) {
    if (MOST.has(name)) bits |= SanitizedFor.SIZE;
    if (name !== 'pattern' && name !== 'regex') continue;
    const text = textOf(machine.evaluate(value, frame));
    if (text !== undefined) bits |= sanitizedWhenMatching(text, '');
  }
  return bits;
}

/** A value that has passed `Field(…)` or `AfterValidator(check)`. */
export function constrained(value: Value, constraint: Expression, context: EvaluationContext): Value {
  if (constraint.kind !== 'call') return value;
  const { machine, scope } = context;
  const frame = { ...context.frame, scope, module: scope.module };
  const [check] = constraint.arguments;
  if (check && VALIDATORS.has(nameOf(constraint)))
    return passed(value, machine.evaluate(check.value, frame), constraint, context.frame, machine);
  const bits = limitsOf(constraint, frame, machine);
  return bits === 0 ? value : { ...value, taints: sanitize(value.taints, bits) };
}
