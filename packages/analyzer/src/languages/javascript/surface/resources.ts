import type { CallEvent, Machine } from '../../../engine/machine.js';
import { objectValue, textOf, UNKNOWN, type Value } from '../../../engine/value.js';
import { closuresOf } from '../../../models/callbacks.js';
import { fieldOf } from '../../../models/model.js';
import { nameOf, type Made, type SurfaceCollector, type ToolParts } from '../../../surface/collector.js';

/** What a handler of a resource is called with: only a template of addresses has places that a client fills. */
const resourceArguments = (
  uri: string,
  isTemplate: boolean,
  event: Made,
  machine: Machine,
  surface: SurfaceCollector,
) =>
  // prettier-ignore
  isTemplate ? surface.argumentsOf(uri, undefined, event.frame, event.node.line, machine) : UNKNOWN;

/** Whether an address is surely one text without places that a client fills. What made an object may be any template. */
function isFixed(address: Value): boolean {
  const { constants, parts, objects, targets } = address;
  if (objects.length > 0 || targets.length > 0 || (!constants && !parts)) return false;
  const texts = [address, ...(parts ?? [])].flatMap((part) => part.constants ?? []);
  return texts.every((text) => typeof text !== 'string' || !text.includes('{'));
}

/** Members of an address: those of a fixed one are known to who wrote the server. */
const OF_ADDRESSES = ['uri', 'href', 'origin', 'protocol', 'host', 'hostname', 'port', 'pathname', 'search', 'searchParams', 'hash', 'toString']; // prettier-ignore

/**
 * `{ name, uri, mimeType, description, handler }` is a resource, and so is one without `mimeType` whose handler has been given
 * as that of one. Other objects with an address may be tools.
 * @param parts its handler, and the schema of its arguments, which resources have none of
 */
export function declareResourceObject(
  object: Value,
  parts: ToolParts | undefined,
  event: Made,
  machine: Machine,
  surface: SurfaceCollector,
): boolean {
  const template = fieldOf(object, 'uriTemplate');
  const uri = textOf(template ?? fieldOf(object, 'uri'));
  const { handler, schema } = parts ?? {};
  if (uri === undefined || !handler || schema) return false;
  const isRegistered = surface.isOfResource(handler);
  if (!isRegistered && template === undefined && textOf(fieldOf(object, 'mimeType')) === undefined)
    return false;
  const isTemplate = template !== undefined || uri.includes('{');
  const given = resourceArguments(uri, isTemplate || !isRegistered, event, machine, surface);
  // Nobody has registered it so far: what is no part of an address may be an argument of a tool all the same.
  const fields = new Map(OF_ADDRESSES.map((name) => [name, UNKNOWN]));
  const first =
    isTemplate || isRegistered ? given : objectValue({ id: machine.newId(), fields, rest: given });
  surface.handle('resource', uri, handler, [first, isTemplate ? given : UNKNOWN, UNKNOWN], machine);
  return true;
}

/** `server.resource(name, uri or template, …, handler)`. */
export function resource(event: CallEvent, machine: Machine, surface: SurfaceCollector): Value | undefined {
  const { positional } = event.arguments;
  const handler = positional.at(-1);
  if (!handler || closuresOf(handler).length === 0 || positional.length < 3) return undefined;
  const address = positional[1] ?? UNKNOWN;
  const uri = textOf(address) ?? nameOf(positional[0]);
  const given = resourceArguments(uri, !isFixed(address), event, machine, surface);
  surface.handle('resource', uri, handler, [given, given, UNKNOWN], machine);
  return UNKNOWN;
}
