import { memoByName } from '../../../common/memo.js';
import { settled } from '../../../engine/flow/pending.js';
import type { CallEvent } from '../../../engine/events.js';
import type { Machine } from '../../../engine/machine.js';
import { closuresOf } from '../../../models/callbacks.js';
import { fieldOf } from '../../../models/model.js';
import { calledAt, holding, requestBehind } from '../../../surface/request-extras.js';
import type { SurfaceCollector } from '../../../surface/surface-collector.js';

const isServer = memoByName((name) => /(?:^|\.)FastMCP$/u.test(name));

/**
 * `new FastMCP({ authenticate: (request) => ({ … }) })`: what the function returns is the session that handlers get. A copy of it
 * runs where the server is created, because tools may be added before anything else calls it.
 */
export function noteSessions(event: CallEvent, machine: Machine, surface: SurfaceCollector): void {
  const { frame, node, names, arguments: given } = event;
  if (!names.some(isServer)) return;
  for (const closure of closuresOf(fieldOf(given.positional[0], 'authenticate'))) {
    const request = requestBehind({ kind: 'route', name: 'authenticate' }, calledAt(event), machine);
    const copy = { ...closure, function: { ...closure.function } };
    const session = machine.run(copy, { positional: [request], named: new Map() }, frame, node);
    surface.addContext(holding({ session: settled(session) }, machine));
  }
}
