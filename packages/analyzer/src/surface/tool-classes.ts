import type { Machine } from '../engine/machine.js';
import { findMethod } from '../engine/members.js';
import type { ClassInfo, Closure } from '../engine/value.js';
import type { Expression } from '../ir/program.js';
import type { SurfaceCollector } from './collector.js';

const METHODS = ['execute', 'run', 'call', 'handle', 'invoke', '_run', 'handler', 'forward'];

const constantField = (info: ClassInfo, name: string): Expression | undefined =>
  info.definition.fields.find((field) => field.name === name)?.value;

/**
 * Collects classes that describe a tool in fields `name` and `description` and implement it in a method.
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
    const name = constantField(info, 'name');
    const description = constantField(info, 'description');
    const method = METHODS.map((each) => findMethod(info, each)).find((each) => each !== undefined);
    if (name?.kind !== 'constant' || typeof name.value !== 'string' || !description || !method) continue;
    declared.add(info);
    const frame = {
      entry: { kind: 'module', name: info.scope.module } as const,
      module: info.scope.module,
      scope: info.scope,
      depth: 0,
      alive: true,
      exits: [],
      returns: [],
    };
    const schemaField = ['schema', 'inputSchema', 'parameters', 'args_schema', 'zodSchema']
      .map((each) => constantField(info, each))
      .find((each) => each !== undefined);
    const schema = schemaField && machine.evaluate(schemaField, frame);
    const self = machine.instanceOf(info);
    const handler = { taints: [], objects: [], targets: [{ ...method, self }] };
    const value = machine.evaluate(description, frame);
    surface.declareTool({
      name: { taints: [], objects: [], targets: [], constants: [name.value] },
      description: value,
      descriptionLine: description.line,
      ...(schema && { schema }),
      handler,
      file: info.scope.module,
      line: name.line,
    });
    const given = surface.argumentsOf(name.value, schema, frame, name.line, machine);
    surface.handleOnce(method, name.value, handler, [given], machine);
  }
}
