import type { Expression } from '../../ir/program.js';
import { lastNameOf } from '../../ir/walk.js';
import { annotationsOf, isGenericPath } from './annotations.js';
import { ofType } from './member-facts.js';
import type { Frame } from '../frame.js';
import type { Evaluator, ValueFactory } from '../machine.js';
import { join, UNKNOWN, type Value } from '../values/value.js';
import names from '../names.json' with { type: 'json' };

/** Types that only wrap another one. */
const WRAPPERS = new Set(names.types.wrappers);

/** Types of plain data, which have no methods of interest. */
const PLAIN = new Set(names.types.plain);

/** The maximum number of alias expansions: types may refer to themselves. */
const MAX_ALIASES = 8;

/** A value with a declared type: it also has the methods of that class, whether of the package or external. */
export function typedValue(
  value: Value,
  type: Expression,
  frame: Frame,
  machine: Evaluator & ValueFactory,
  aliases = 0,
): Value {
  const known = ofType(value, type, frame.scope);
  if (type.kind === 'index') {
    if (!WRAPPERS.has(lastNameOf(type.object))) return known;
    const { index } = type;
    const inner = index.kind === 'list' ? index.items[0]?.value : index;
    return inner ? typedValue(known, inner, frame, machine, aliases) : known;
  }
  if (type.kind === 'operation' && type.operator === '|')
    return type.operands.reduce((all, each) => typedValue(all, each, frame, machine, aliases), known);
  if (type.kind !== 'name' && type.kind !== 'member') return known;
  if (type.kind === 'name' && PLAIN.has(type.name)) return known;
  return typedAs(known, machine.evaluate(type, frame), frame, machine, aliases);
}

/** A value with a declared type that has been evaluated: an alias, a class of the package, or an external type. */
function typedAs(
  value: Value,
  type: Value,
  frame: Frame,
  machine: Evaluator & ValueFactory,
  aliases: number,
): Value {
  const annotations = aliases < MAX_ALIASES ? annotationsOf(type) : [];
  let typed = annotations.reduce(
    (all, { expression, scope }) =>
      typedValue(all, expression, { ...frame, scope, module: scope.module }, machine, aliases + 1),
    value,
  );
  for (const target of type.targets) {
    if (target.kind === 'external') {
      if (typed.targets.length > 0 || typed.objects.length > 0 || isGenericPath(target.path, frame.scope))
        continue;
      typed = {
        ...typed,
        targets: [
          ...typed.targets,
          { kind: 'external', path: frame.scope.traits.externals.result(target.path) },
        ],
      };
    } else if (target.kind === 'class' && typed.taints.length === 0 && typed.objects.length === 0)
      typed = join(typed === UNKNOWN ? UNKNOWN : typed, machine.instanceOf(target));
  }
  return typed;
}
