import type { Frame } from '../engine/frame.js';
import type { Machine } from '../engine/machine.js';
import { textOf, type Value } from '../engine/values/value.js';
import type { SurfaceCollector } from './surface-collector.js';
import { isSchema } from './schemas.js';
import { isFunction } from './tool-objects.js';
import names from './names.json' with { type: 'json' };

const { nameFields, descriptionFields, schemaFields, handlerFields } = names.toolModules;
/** A name that a protocol message may carry, and no method of HTTP. */
const NAME = /^(?!(?:GET|HEAD|POST|PUT|PATCH|DELETE|OPTIONS)$)[A-Za-z][\w.:/-]{0,63}$/u;

/** Files of data, which are modules with the code that they name. */
const DATA = /\.ya?ml$/u;

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
  // A file of data that describes a tool says what it is; its schema may be made by the code.
  const isDescribed = DATA.test(module);
  const schema = description && exported(schemaFields, (value) => isDescribed || isSchema(value));
  const handler = (schema ?? isDescribed) ? exported(handlerFields, isFunction) : undefined;
  if (!handler || !description) return false;
  const text = textOf(name) ?? '';
  const target = handler.targets.find(({ kind }) => kind === 'closure');
  // The handler of a tool that a file of data describes is in another file.
  const isHere = target?.kind === 'closure' && target.scope.module === module;
  const line = isHere ? target.function.line : 1;
  surface.declareTool({ name, description, ...(schema && { schema }), handler, file: module, line });
  const given = surface.argumentsOf(text, schema, frame, line, machine);
  surface.handle('tool', text, handler, [given], machine);
  return true;
}
