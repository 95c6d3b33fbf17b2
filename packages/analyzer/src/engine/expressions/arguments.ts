import type { Argument, Expression } from '../../ir/program.js';
import type { Arguments, Frame } from '../frame.js';
import type { Evaluator, ValueFactory } from '../machine.js';
import { alignedList, iterate, itemsAtIndex } from '../values/objects.js';
import { constantValue, join, objectValue, type Value } from '../values/value.js';

/** The items of a list value, and the value of any items that may follow them. */
function spreadList(value: Value, frame: Frame): Pick<Arguments, 'positional' | 'spread'> | undefined {
  const list = frame.scope.traits.listsAreValues ? alignedList(value) : undefined;
  return list && { positional: list.items ?? [], ...(list.rest && { spread: list.rest }) };
}

/** `f(g())`: the multiple results of g are the arguments of f. */
function severalResults(given: readonly Argument[], value: Value): readonly Value[] | undefined {
  const [only] = value.objects;
  if (given.length !== 1 || given[0]?.value.kind !== 'call' || value.objects.length !== 1) return undefined;
  return only?.several ? only.items : undefined;
}

const NO_NAMES: ReadonlyMap<string, Value> = new Map();

const isPlain = ({ name, spread, value }: Argument): boolean =>
  name === undefined && spread === undefined && value.kind !== 'call';

/** Evaluates the arguments of a call from left to right. */
export function readArguments(
  given: readonly Argument[],
  frame: Frame,
  machine: Evaluator & ValueFactory,
): Arguments {
  if (given.every(isPlain))
    return { positional: given.map(({ value }) => machine.evaluate(value, frame)), named: NO_NAMES };
  const positional: Value[] = [];
  let named: Map<string, Value> | undefined;
  let spread: Value | undefined;
  for (const argument of given) {
    const value = machine.evaluate(argument.value, frame);
    if (argument.name !== undefined) (named ??= new Map()).set(argument.name, value);
    else if (argument.spread === undefined) {
      const several = severalResults(given, value);
      if (several) positional.push(...several);
      else positional.push(value);
    } else if (argument.spread === 'list') {
      const [only] = value.objects;
      const known = spreadList(value, frame);
      if (known) {
        positional.push(...known.positional);
        spread = known.spread;
      } else if (value.objects.length === 1 && only?.items && !only.rest) positional.push(...only.items);
      else {
        if (spread === undefined) positional.push(...itemsAtIndex(value));
        const each = iterate(value, frame, machine);
        spread = spread ? join(spread, each) : each;
      }
    } else {
      for (const { fields } of value.objects)
        for (const [key, field] of fields) (named ??= new Map()).set(key, field);
      if (value.taints.length > 0) spread = spread ? join(spread, value) : value;
    }
  }
  return spread ? { positional, named: named ?? NO_NAMES, spread } : { positional, named: named ?? NO_NAMES };
}

/** The arguments of a template tag that the package defines: the literal texts and the values between them. */
export function taggedArguments(
  template: Expression,
  frame: Frame,
  machine: Evaluator & ValueFactory,
): Arguments {
  const values: Value[] = [];
  const texts = [''];
  for (const part of template.kind === 'text' ? template.parts : [template])
    if (part.kind === 'constant') texts[values.length] = String(part.value);
    else {
      values.push(machine.evaluate(part, frame));
      texts.push('');
    }
  const items = texts.map(constantValue);
  return {
    positional: [objectValue({ id: machine.newId(), fields: new Map(), items }), ...values],
    named: new Map(),
  };
}
