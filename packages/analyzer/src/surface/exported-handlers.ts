import type { Frame } from '../engine/frame.js';
import type { Machine } from '../engine/machine.js';
import { externalValue, objectValue, targetValue, UNKNOWN, type Value } from '../engine/values/value.js';
import { closuresOf } from '../models/callbacks.js';
import type { SurfaceCollector } from './surface-collector.js';

/** The names under which modules of web frameworks export the handlers of a route: `export async function POST(request)`. */
const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'];

/** Files whose exports are handlers of the route that their folder names. */
const ROUTE = /(?:^|\/)(?:route|\+server)\.[cm]?[jt]sx?$/u;

/** The handlers of requests that a module exports, by name, for a runtime that calls them. */
function handlersOf(frame: Frame, machine: Machine): readonly (readonly [string, Value])[] {
  const { module } = frame.scope;
  const main = machine.imported(module, '', 'default');
  const fetch = main?.objects.flatMap(({ fields }) => fields.get('fetch') ?? [])[0];
  const named = ROUTE.test(module)
    ? METHODS.map((name) => [name, machine.imported(module, '', name)] as const)
    : [];
  return [['fetch', fetch] as const, ...named].flatMap(([name, value]) =>
    closuresOf(value).length > 0 && value ? [[name, value] as const] : [],
  );
}

/**
 * Registers the handlers of requests that a module exports: `export default { fetch }`, `export async function POST(request)`.
 * @param frame the frame of the module
 */
export function declareExportedHandlers(frame: Frame, machine: Machine, surface: SurfaceCollector): void {
  const { module } = frame.scope;
  const handlers = handlersOf(frame, machine);
  if (handlers.length === 0) return;
  const server = surface.access.server(objectValue({ id: machine.newId(), fields: new Map() }));
  const servers = surface.access.serversOf(server);
  for (const [method, handler] of handlers)
    for (const closure of closuresOf(handler)) {
      const { line } = closure.function;
      const name = method === 'fetch' ? 'HTTP' : method;
      const at = { module, entry: { kind: 'route', name } as const };
      const request: Value = {
        ...externalValue('http.IncomingMessage()'),
        taints: [machine.source('http-request', 'the request', at, line)],
        key: machine.newKey(),
      };
      surface.access.give({ servers, isFilter: false, values: [targetValue(closure)] }, frame, line);
      surface.access.name(closure.function, { name, file: closure.scope.module, line });
      surface.handle('route', name, targetValue(closure), [request, UNKNOWN, UNKNOWN], machine);
      surface.addListening({ transport: 'http', file: module, line, isServer: true }, { frame, servers });
    }
}
