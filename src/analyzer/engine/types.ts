import type { Expression } from '../ir/program.js';
import { canonicalPath } from './canonical-path.js';
import { asGo } from './known-members.js';
import type { Frame, Machine } from './machine.js';
import { join, UNKNOWN, type Value } from './value.js';

/** Types that only wrap another one. */
const WRAPPERS = new Set([
  'Optional', 'Promise', 'Awaitable', 'Annotated', 'Final', 'ClassVar', 'Readonly', 'Partial', 'Required', 'Depends',
]); // prettier-ignore

/** Types of plain data, which say nothing of what a value can do. */
const PLAIN = new Set([
  'string', 'number', 'boolean', 'any', 'unknown', 'void', 'object', 'never', 'str', 'int', 'float', 'bool', 'bytes',
  'list', 'dict', 'tuple', 'set', 'List', 'Dict', 'Any', 'None', 'Record', 'Array', 'Map', 'Set', 'Callable', 'Union',
  'byte', 'rune', 'error', 'int64', 'int32', 'uint', 'float64', 'interface', 'struct', 'func', 'map', '[]', 'chan',
]); // prettier-ignore

const lastName = (type: Expression): string =>
  type.kind === 'name' ? type.name : type.kind === 'member' ? type.property : '';

/** A value that is said to be of a type: what a class of the package or one outside can do, it can do too. */
export function typedValue(value: Value, type: Expression, frame: Frame, machine: Machine): Value {
  if (frame.module.endsWith('.go')) return typedAs(asGo(value, type), type, frame, machine);
  return typedAs(value, type, frame, machine);
}

function typedAs(value: Value, type: Expression, frame: Frame, machine: Machine): Value {
  if (type.kind === 'index') {
    if (!WRAPPERS.has(lastName(type.object))) return value;
    const { index } = type;
    const inner = index.kind === 'list' ? index.items[0]?.value : index;
    return inner ? typedValue(value, inner, frame, machine) : value;
  }
  if (type.kind === 'operation' && type.operator === '|')
    return type.operands.reduce((all, each) => typedValue(all, each, frame, machine), value);
  if (type.kind !== 'name' && type.kind !== 'member') return value;
  if (type.kind === 'name' && PLAIN.has(type.name)) return value;
  const known = machine.evaluate(type, frame);
  let typed = value;
  for (const target of known.targets) {
    if (target.kind === 'external') {
      if (typed.targets.length > 0 || typed.objects.length > 0) continue;
      typed = {
        ...typed,
        targets: [...typed.targets, { kind: 'external', path: canonicalPath(`${target.path}()`) }],
      };
    } else if (target.kind === 'class' && typed.taints.length === 0 && typed.objects.length === 0)
      typed = join(typed === UNKNOWN ? UNKNOWN : typed, machine.instanceOf(target));
  }
  return typed;
}
