import type { CallEvent } from '../../../engine/events.js';
import type { Machine } from '../../../engine/machine.js';
import { findMethod } from '../../../engine/expressions/members.js';
import {
  objectValue,
  targetValue,
  UNKNOWN,
  type ClassInfo,
  type Value,
} from '../../../engine/values/value.js';
import { memoByName } from '../../../common/memo.js';
import type { SurfaceCollector } from '../../../surface/surface-collector.js';
import { libraryAccess } from './library-access.js';
import names from './names.json' with { type: 'json' };

const SERVERS = new RegExp(`^(?:${names.listening.servers.join('|')})$`, 'u');
const isServer = memoByName((name) => SERVERS.test(name));

/** The parts of a request that the methods of a handler find in their object. */
const PARTS = ['headers', 'rfile', 'path', 'requestline', 'request'];

/** The class of a handler among the arguments of a server: also of `partial(Handler, folder)` and `lambda *args: Handler(*args)`. */
const classesIn = (values: readonly Value[]): readonly ClassInfo[] =>
  values.flatMap(({ targets }) => targets.filter((target) => target.kind === 'class'));

/** The names of methods that take requests. */
const TAKES = /^(?:do_[A-Z]+|handle)$/u;

function methodsOf(info: ClassInfo): readonly string[] {
  const own = [...info.methods.keys()].filter((name) => TAKES.test(name));
  const inherited = info.bases.flatMap(({ targets }) =>
    targets.flatMap((target) => (target.kind === 'class' ? methodsOf(target) : [])),
  );
  return [...new Set([...own, ...inherited])];
}

/** Registers the methods of a handler that take requests. */
function handleClass(
  info: ClassInfo,
  servers: readonly number[],
  event: CallEvent,
  machine: Machine,
  surface: SurfaceCollector,
): void {
  for (const method of methodsOf(info)) {
    const closure = findMethod(info, method);
    if (!closure) continue;
    const name = method === 'handle' ? 'HTTP' : `HTTP ${method.slice(3)}`;
    const at = { module: closure.scope.module, entry: { kind: 'route' as const, name } };
    const taint = machine.source('http-request', 'the request', at, closure.function.line);
    const open = (): Value => ({ ...UNKNOWN, taints: [taint], key: machine.newKey() });
    const [instance] = machine.instanceOf(info).objects;
    const object = { id: machine.newId(), fields: new Map(instance?.fields), class: info };
    for (const part of PARTS) object.fields.set(part, open());
    const self = objectValue(object);
    surface.access.use({ servers, isFilter: false, values: [targetValue(closure)] }, event, libraryAccess);
    surface.access.name(closure.function, { name, file: closure.scope.module, line: closure.function.line });
    surface.handle('route', name, targetValue({ ...closure, self }), [], machine);
  }
}

/** `HTTPServer((host, port), Handler)`: a server of the standard library. */
export function standardServer(
  event: CallEvent,
  machine: Machine,
  surface: SurfaceCollector,
): Value | undefined {
  if (!event.names.some(isServer)) return undefined;
  const { frame, node, arguments: args } = event;
  const [address, ...others] = args.positional;
  const given = [...others, ...args.named.values()];
  const [first = ''] = event.names;
  const path = frame.scope.traits.externals.result(first);
  const server = surface.access.server(objectValue(machine.allocate(node, frame, { path })));
  const servers = surface.access.serversOf(server);
  const host = (args.named.get('server_address') ?? address)?.objects[0]?.items?.[0];
  surface.addListening(
    {
      transport: 'http',
      file: frame.module,
      line: node.line,
      ...(host && { host }),
      isServer: true,
      tls: false,
    },
    { frame, servers },
  );
  for (const info of classesIn(given)) handleClass(info, servers, event, machine, surface);
  return server;
}
