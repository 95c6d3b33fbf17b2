import type { CallEvent } from '../../../engine/events.js';
import type { Machine } from '../../../engine/machine.js';
import { textOf, UNKNOWN, type Value } from '../../../engine/values/value.js';
import { nameOf, type SurfaceCollector } from '../../../surface/surface-collector.js';
import { extrasOf } from '../../../surface/request-extras.js';
import { resourceArguments } from '../../../surface/resource-objects.js';
import { handlerIndex } from './handlers.js';

/** Whether a URI is certainly fixed, without placeholders that a client fills. An object may be any template. */
function isFixed(address: Value): boolean {
  const { constants, parts, objects, targets } = address;
  if (objects.length > 0 || targets.length > 0 || (!constants && !parts)) return false;
  const texts = [address, ...(parts ?? [])].flatMap((part) => part.constants ?? []);
  return texts.every((text) => typeof text !== 'string' || !text.includes('{'));
}

/** `server.resource(name, uri or template, …, handler)`. */
export function resource(event: CallEvent, machine: Machine, surface: SurfaceCollector): Value | undefined {
  const { positional } = event.arguments;
  const at = handlerIndex(event, machine);
  if (!at || at.index < 2) return undefined;
  const address = positional[1] ?? UNKNOWN;
  const uri = textOf(address) ?? nameOf(positional[0]);
  const given = resourceArguments(uri, !isFixed(address), event, machine, surface);
  const extras = extrasOf(machine, surface);
  surface.handle('resource', uri, at.handler, [given, given, extras], machine);
  return UNKNOWN;
}
