import { entryFrame } from '../engine/calls/frames.js';
import type { Frame } from '../engine/frame.js';
import type { Machine } from '../engine/machine.js';
import { findMethod } from '../engine/expressions/members.js';
import { textOf, type ClassInfo, type Closure, type Value } from '../engine/values/value.js';
import type { Expression } from '../ir/program.js';
import type { SurfaceCollector } from './surface-collector.js';

const METHODS = ['execute', 'run', 'call', 'handle', 'invoke', '_run', 'handler', 'forward'];

const constantField = (info: ClassInfo, name: string): Expression | undefined =>
  info.definition.fields.find((field) => field.name === name)?.value;

/** A value that a class gives to all of its instances, in a field or by a getter, with its line. */
function sharedValue(
  info: ClassInfo,
  name: string,
  frame: Frame,
  machine: Machine,
): { readonly value: Value; readonly line: number } | undefined {
  const field = constantField(info, name);
  if (field) return { value: machine.evaluate(field, frame), line: field.line };
  const getter = findMethod(info, name);
  if (getter?.function.kind !== 'getter') return undefined;
  const value = machine.run(getter, NOTHING_GIVEN, frame, getter.function, machine.instanceOf(info));
  const [returned] = getter.function.body.filter(({ kind }) => kind === 'return');
  return { value, line: returned?.line ?? getter.function.line };
}

const NOTHING_GIVEN = { positional: [], named: new Map<string, Value>() };

/** The method of a class that implements a tool. */
export function implementing(info: ClassInfo): Closure | undefined {
  // A base class may declare methods that it leaves to others.
  for (const name of METHODS) {
    const own = info.methods.get(name);
    if (own) return own;
  }
  for (const name of METHODS) {
    const inherited = findMethod(info, name);
    if (inherited) return inherited;
  }
  return undefined;
}

/** Where a class describes its tools, if it does so in a field or a getter. */
export function describedAt(info: ClassInfo): { readonly file: string; readonly line: number } | undefined {
  const field = constantField(info, 'description');
  const getter = info.methods.get('description');
  const line = field?.line ?? (getter?.function.kind === 'getter' ? getter.function.line : undefined);
  return line === undefined ? undefined : { file: info.scope.module, line };
}

/**
 * Collects classes that describe a tool in `name` and `description`, fields or getters, and implement it in a method.
 * @param declared the classes collected so far, to which the new ones are added
 */
export function declareToolClasses(
  closures: Iterable<Closure>,
  declared: Set<ClassInfo>,
  machine: Machine,
  surface: SurfaceCollector,
): void {
  const classes = new Set<ClassInfo>();
  for (const { owner } of closures) if (owner && !declared.has(owner)) classes.add(owner);
  for (const info of classes) {
    const method = implementing(info);
    if (!method) continue;
    const frame = entryFrame({ kind: 'module', name: info.scope.module }, info.scope);
    const name = sharedValue(info, 'name', frame, machine);
    const title = textOf(name?.value);
    const description = title === undefined ? undefined : sharedValue(info, 'description', frame, machine);
    if (!name || title === undefined || !description) continue;
    declared.add(info);
    const schema = ['schema', 'inputSchema', 'parameters', 'input_schema', 'args_schema', 'zodSchema']
      .map((each) => sharedValue(info, each, frame, machine)?.value)
      .find((each) => each !== undefined);
    const self = machine.instanceOf(info);
    const handler = { taints: [], objects: [], targets: [{ ...method, self }] };
    surface.declareTool({
      name: name.value,
      description: description.value,
      descriptionLine: description.line,
      ...(schema && { schema }),
      handler,
      file: info.scope.module,
      line: name.line,
    });
    const given = surface.argumentsOf(title, schema, frame, name.line, machine);
    surface.handleOnce(method, title, handler, [given], machine);
  }
}
