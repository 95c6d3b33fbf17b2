import type { Machine } from '../engine/machine.js';
import { objectValue, textOf, UNKNOWN, type Value } from '../engine/values/value.js';
import { fieldOf } from '../models/model.js';
import type { Made, SurfaceCollector, ToolParts } from './surface-collector.js';
import names from './names.json' with { type: 'json' };

/** The arguments of a resource handler: only a URI template has variables that a client fills. */
export const resourceArguments = (
  uri: string,
  isTemplate: boolean,
  event: Made,
  machine: Machine,
  surface: SurfaceCollector,
) => (isTemplate ? surface.argumentsOf(uri, undefined, event.frame, event.node.line, machine) : UNKNOWN);

/** Members of a URI object: those of a fixed URI are trusted. */
const OF_ADDRESSES = names.resourceObjects.ofAddresses;

/**
 * `{ name, uri, mimeType, description, handler }` is a resource, and so is an object without `mimeType` whose handler was
 * registered for a resource. Other objects with a URI may be tools.
 * @param parts its handler, and the schema of its arguments, which resources do not have
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
  // Not registered so far: members that are not part of a URI may still be arguments of a tool.
  const fields = new Map(OF_ADDRESSES.map((name) => [name, UNKNOWN]));
  const first =
    isTemplate || isRegistered ? given : objectValue({ id: machine.newId(), fields, rest: given });
  surface.handle('resource', uri, handler, [first, isTemplate ? given : UNKNOWN, UNKNOWN], machine);
  return true;
}
