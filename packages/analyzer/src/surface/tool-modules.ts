import type { Frame, Machine } from '../engine/machine.js';
import { textOf, type Value } from '../engine/value.js';
import type { SurfaceCollector } from './collector.js';
import { isSchema } from './schemas.js';
import { isFunction } from './tool-objects.js';
import names from './names.json' with { type: 'json' };

const { nameFields, descriptionFields, schemaFields, handlerFields } = names.toolModules;
/** A name that a protocol message may carry, and no method of HTTP. */
const NAME = /^(?!(?:GET|HEAD|POST|PUT|PATCH|DELETE|OPTIONS)$)[A-Za-z][\w.:/-]{0,63}$/u;

/**
 * Declares a module that is a tool: it exports a name, a description, a schema and a handler. A server loads such modules from a
 * folder, by the names of the files, so that no import names them.
 * @param frame the frame of the module
 */
export function declareToolModule(frame: Frame, machine: Machine, surface: SurfaceCollector): boolean {
  const { module } = frame.scope;
  const exported = (all: readonly string[], fits: (value: Value) => boolean): Value | undefined => {
    for (const name of all) {
      const value = machine.imported(module, '', name);
      if (value && fits(value)) return value;
    }
    return undefined;
  };
  const name = exported(nameFields, (value) => NAME.test(textOf(value) ?? ''));
  if (!name) return false;
  const description = exported(descriptionFields, (value) => /\s/u.test(textOf(value) ?? ''));
  const schema = description && exported(schemaFields, isSchema);
  const handler = schema && exported(handlerFields, isFunction);
  if (!handler) return false;
  const text = textOf(name) ?? '';
  const target = handler.targets.find(({ kind }) => kind === 'closure');
  const line = target?.kind === 'closure' ? target.function.line : 1;
  surface.declareTool({ name, description, schema, handler, file: module, line });
  const given = surface.argumentsOf(text, schema, frame, line, machine);
  surface.handle('tool', text, handler, [given], machine);
  return true;
}
