import type { CallEvent } from '../../../engine/events.js';
import type { ValueFactory } from '../../../engine/machine.js';
import { objectValue, type Value } from '../../../engine/values/value.js';
import type { SurfaceCollector } from '../../../surface/surface-collector.js';

/** A server, or a handler of requests: what a call of a library creates, one for each run of the code. */
export function serverObject(
  { frame, node, names: [path = ''] }: CallEvent,
  machine: ValueFactory,
  surface: SurfaceCollector,
): Value {
  const result = frame.scope.traits.externals.result(path);
  return surface.access.server(objectValue(machine.allocate(node, frame, { path: result })));
}
