import type { CallEvent } from '../engine/events.js';
import type { Evaluator, Machine, ValueFactory } from '../engine/machine.js';
import { findMethod } from '../engine/expressions/members.js';
import { targetValue, textOf, UNKNOWN, type Closure, type Value } from '../engine/values/value.js';
import { closuresOf } from '../models/callbacks.js';
import { fieldOf } from '../models/model.js';
import { type Made, nameOf, type SurfaceCollector, type ToolParts } from './surface-collector.js';
import { declareResourceObject } from './resource-objects.js';
import { extrasOf, takesExtras } from './request-extras.js';
import { describedAt, implementing } from './tool-classes.js';
import names from './names.json' with { type: 'json' };

/**
 * A module that is a tool: it exports `metadata` with name and description, optionally a `schema`, and the handler as its default
 * export. Such modules are loaded by their path, and nothing imports them.
 * @param object possibly the metadata
 */
function declareToolModule(
  object: Value,
  { frame, node }: Pick<CallEvent, 'frame' | 'node'>,
  machine: Machine,
  surface: SurfaceCollector,
): boolean {
  if (frame.entry.kind !== 'module' || frame.function) return false;
  const name = fieldOf(object, 'name');
  if (!name) return false;
  const exported = (name: string): Value | undefined => machine.imported(frame.module, '', name);
  const isMetadata = exported('metadata')?.objects[0] === object.objects[0];
  const handler = exported('default');
  if (!isMetadata || !handler?.targets.some(({ kind }) => kind === 'closure')) return false;
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

/** Whether a value is a function of the package. */
export const isFunction = (value: Value | undefined): boolean =>
  value?.targets.some((target) => target.kind === 'closure') ?? false;

/** The line of a field in an object literal. */
export const lineOf = (value: Value | undefined, field: string): number | undefined =>
  value?.objects[0]?.lines?.get(field);

const HANDLER_FIELDS = names.toolObjects.handlerFields;
const SCHEMA_FIELDS = [
  'parameters',
  'inputSchema',
  'input_schema',
  'schema',
  'paramsSchema',
  'paramSchema',
  'zodSchema',
  'args',
];

const HOLDERS = ['params', 'arguments', 'args', 'input', 'context'];

/** The name of a tool; an object with an input schema may use `id` instead. */
export const nameIn = (object: Value): Value | undefined =>
  fieldOf(object, 'name') ?? (fieldOf(object, 'inputSchema') && fieldOf(object, 'id'));

/** The method that implements a tool, of an instance whose constructor has set its name and description. */
function methodOf(object: Value): Value | undefined {
  const [only] = object.objects;
  const method = only?.class && implementing(only.class);
  return method && targetValue({ ...method, self: object });
}

/** An instance with what its getters return: `get name() { return this.title; }`. */
function withGetters(object: Value, { frame, node }: Made, machine: Evaluator): Value {
  const [only] = object.objects;
  const info = only?.class;
  if (!info || object.objects.length > 1) return object;
  const gotten = ['name', 'description', ...SCHEMA_FIELDS].filter(
    (name) => !only.fields.has(name) && findMethod(info, name)?.function.kind === 'getter',
  );
  if (gotten.length === 0) return object;
  const values = gotten.map((name) => [name, machine.member(object, name, frame, node)] as const);
  return { ...object, objects: [{ ...only, fields: new Map([...only.fields, ...values]) }] };
}

/** Fields of tools with functions that present, check or describe what the handler takes and returns. */
const BESIDE_HANDLER = new RegExp(`(?:${names.toolObjects.besideHandler.join('|')})`, 'iu');

/** The function that implements a tool under any name, if the object has no other one. */
function onlyFunctionOf(object: Value): Value | undefined {
  const [only] = object.objects;
  if (!only || object.objects.length > 1) return undefined;
  const functions = [...only.fields].filter(
    ([name, value]) => isFunction(value) && !BESIDE_HANDLER.test(name),
  );
  return functions.length === 1 ? functions[0]?.[1] : undefined;
}

/** The parts of an object that declares a tool: `{ name, description, parameters, execute }`. */
function toolObject(object: Value): ToolParts | undefined {
  const isNamed = nameIn(object)?.constants?.every((each) => typeof each === 'string') === true;
  if (!isNamed || fieldOf(object, 'description') === undefined) return undefined;
  const schema = SCHEMA_FIELDS.map((field) => fieldOf(object, field)).find((value) => value !== undefined);
  const handler =
    HANDLER_FIELDS.map((field) => fieldOf(object, field)).find(isFunction) ??
    methodOf(object) ??
    (schema && onlyFunctionOf(object));
  // What lists the arguments of a command is no schema: `parameters: ["[url]"]`.
  if (!handler && (!schema || schema.objects.some(({ items, fields }) => items && fields.size === 0)))
    return undefined;
  return { ...(handler && { handler }), ...(schema && { schema }) };
}

/** What a server hands to its handlers besides the arguments: its session, its clients of services; bundlers append `$1`. */
const OF_SERVER = new RegExp(`^_?(?:${names.toolObjects.ofServer.join('|')})(?:\\$?\\d+)?$`, 'iu');

/**
 * The positional arguments of a handler: all arguments of the tool at once, or, where its parameters have the names of the
 * schema's, one by one. A check of one parameter says nothing about another. A later parameter that is named after what the
 * server has is what it hands over besides the arguments.
 */
function positionalOf(
  closure: Closure,
  given: Value,
  extras: Value,
  { frame, node }: Made,
  machine: Evaluator & ValueFactory,
): Value[] {
  const patterns = closure.function.parameters.map(({ pattern }) => pattern);
  const parameters = closure.function.parameters.map(({ pattern }) =>
    pattern.kind === 'bind' ? pattern.name : '',
  );
  const isMethod = /^(?:self|cls)$/u.test(parameters[0] ?? '');
  const own = isMethod ? parameters.slice(1) : parameters;
  // `handle(client, params)`: the server's own come first.
  const isFirstOfServer = OF_SERVER.test(own[0] ?? '') && own.slice(1).some((name) => !OF_SERVER.test(name));
  const isField = (name: string): boolean =>
    !HOLDERS.includes(name) && given.objects.some(({ fields }) => fields.has(name));
  return Array.from({ length: Math.max(2, own.length) }, (_, index) => {
    const name = own[index] ?? '';
    if (isField(name)) return machine.member(given, name, frame, node);
    const pattern = patterns[isMethod ? index + 1 : index];
    const mayBeOther = index > 0 || isFirstOfServer;
    if (mayBeOther && (OF_SERVER.test(name) || (pattern && takesExtras(pattern)))) return extras;
    return index === 0 ? given : { ...given, key: machine.newKey() };
  });
}

/** `server.addTool({ name, description, parameters, execute })`, and such objects wherever they are created. */
export function declareToolObject(
  given: Value,
  event: Made,
  machine: Machine,
  surface: SurfaceCollector,
): boolean {
  const object = withGetters(given, event, machine);
  const parts = toolObject(object);
  if (declareResourceObject(object, parts, event, machine, surface)) return true;
  const name = nameIn(object);
  if (!parts || !name) return declareToolModule(object, event, machine, surface);
  const description = fieldOf(object, 'description');
  const info = object.objects[0]?.class;
  const { file, line } = (info && describedAt(info)) ?? {
    file: event.frame.module,
    line: lineOf(object, 'name') ?? event.node.line,
  };
  surface.declareTool({
    name,
    ...(description && { description, descriptionLine: lineOf(object, 'description') ?? line }),
    ...(parts.schema && { schema: parts.schema }),
    annotations: fieldOf(object, 'annotations') ?? UNKNOWN,
    ...(parts.handler && { handler: parts.handler }),
    file,
    line,
  });
  if (parts.handler) {
    const values = surface.argumentsOf(nameOf(name), parts.schema, event.frame, line, machine);
    // The calling convention is unknown: the arguments may be passed directly or inside a request.
    for (const { fields } of values.objects)
      for (const holder of HOLDERS) if (!fields.has(holder)) fields.set(holder, values);
    const extras = extrasOf(machine, surface);
    for (const closure of closuresOf(parts.handler)) {
      const positional = positionalOf(closure, values, extras, event, machine);
      surface.handle('tool', nameOf(name), targetValue(closure), positional, machine);
    }
  }
  return true;
}
