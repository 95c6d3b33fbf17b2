import type { CallEvent, Machine } from '../engine/machine.js';
import { textOf, type Value } from '../engine/value.js';
import { fieldOf } from '../models/model.js';
import type { SurfaceCollector } from './collector.js';

/**
 * A module that is a tool: it exports `metadata` with name and description, perhaps a `schema`, and by default the function
 * that does the work. Such modules are found by where they lie, and nothing imports them.
 * @param object what may be the metadata
 */
export function declareToolModule(
  object: Value,
  { frame, node }: Pick<CallEvent, 'frame' | 'node'>,
  machine: Machine,
  surface: SurfaceCollector,
): boolean {
  if (frame.entry.kind !== 'module' || frame.function) return false;
  const exported = (name: string): Value | undefined => machine.imported(frame.module, '', name);
  const isMetadata = exported('metadata')?.objects[0] === object.objects[0];
  const handler = exported('default');
  const name = fieldOf(object, 'name');
  if (!isMetadata || !name || !handler?.targets.some(({ kind }) => kind === 'closure')) return false;
  const schema = exported('schema');
  const description = fieldOf(object, 'description');
  const lines = object.objects[0]?.lines;
  surface.declareTool({
    name,
    ...(description && { description, descriptionLine: lines?.get('description') ?? node.line }),
    ...(schema && { schema }),
    annotations: fieldOf(object, 'annotations') ?? object,
    handler,
    file: frame.module,
    line: lines?.get('name') ?? node.line,
  });
  const given = surface.argumentsOf(textOf(name) ?? '', schema, frame, node.line, machine);
  surface.handle('tool', textOf(name) ?? '', handler, [given], machine);
  return true;
}
