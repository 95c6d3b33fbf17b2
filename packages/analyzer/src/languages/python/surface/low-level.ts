import type { CallEvent } from '../../../engine/events.js';
import type { Entry } from '../../../engine/frame.js';
import type { Machine } from '../../../engine/machine.js';
import {
  pathsOf,
  targetValue,
  textOf,
  UNKNOWN,
  type Closure,
  type Value,
} from '../../../engine/values/value.js';
import { closuresOf } from '../../../models/callbacks.js';
import { fieldOf } from '../../../models/model.js';
import type { SurfaceCollector } from '../../../surface/surface-collector.js';
import { contextOf } from './lifespans.js';

/** What handlers answer that the constructor of a low-level server gets, by the names of its arguments. */
const GIVEN: readonly (readonly [name: string, kind: Entry['kind']])[] = [
  ['on_call_tool', 'tool'],
  ['on_get_prompt', 'prompt'],
  ['on_read_resource', 'resource'],
  ['on_subscribe_resource', 'resource'],
  ['on_unsubscribe_resource', 'resource'],
  ['on_subscriptions_listen', 'resource'],
  ['on_completion', 'resource'],
  ['on_list_tools', 'function'],
  ['on_list_prompts', 'function'],
  ['on_list_resources', 'function'],
  ['on_list_resource_templates', 'function'],
];

/** What handlers of requests answer, by the method of the protocol; all others are methods of the package's own. */
const METHODS: ReadonlyMap<string, Entry['kind']> = new Map([
  ['tools/call', 'tool'],
  ['prompts/get', 'prompt'],
  ['resources/read', 'resource'],
  ['resources/subscribe', 'resource'],
  ['resources/unsubscribe', 'resource'],
  ['completion/complete', 'resource'],
  ['tools/list', 'function'],
  ['prompts/list', 'function'],
  ['resources/list', 'function'],
  ['resources/templates/list', 'function'],
]);

/** The call as if the handler's own file made it: a source of what a request has is where its handler is. */
const located = (event: CallEvent, { scope: { module }, function: { line } }: Closure): CallEvent => ({
  ...event,
  frame: { ...event.frame, module },
  node: { ...event.node, line },
});

/** Registers a handler that is called with a context and the parameters of a request. */
function handle(
  kind: Entry['kind'],
  handler: Value,
  event: CallEvent,
  machine: Machine,
  surface: SurfaceCollector,
): void {
  for (const closure of closuresOf(handler)) {
    const params = fieldOf(surface.requestOf(located(event, closure), kind, machine), 'params') ?? UNKNOWN;
    const name = kind === 'function' ? closure.function.name : '';
    surface.handle(kind, name, targetValue(closure), [contextOf(machine, surface), params], machine);
  }
}

/** What handlers of requests answer, by the class of the request. */
const REQUESTS: readonly (readonly [RegExp, Entry['kind']])[] = [
  [/\bCallToolRequest$/u, 'tool'],
  [/\bGetPromptRequest$/u, 'prompt'],
  [/\bList\w+Request$/u, 'function'],
  [/\b(?:ReadResource|Subscribe|Unsubscribe|Complete)Request$/u, 'resource'],
];

/** `server.request_handlers[CallToolRequest] = f`: a handler that is called with the request. */
function keyedHandler(event: CallEvent, machine: Machine, surface: SurfaceCollector): void {
  if (!event.names.some((name) => name.endsWith('.request_handlers.__setitem__'))) return;
  const [key = UNKNOWN, handler = UNKNOWN] = event.arguments.positional;
  const path = pathsOf(key).join(' ');
  const kind = REQUESTS.find(([pattern]) => pattern.test(path))?.[1] ?? 'route';
  for (const closure of closuresOf(handler)) {
    const request = surface.requestOf(located(event, closure), kind, machine);
    const name = kind === 'function' ? closure.function.name : '';
    surface.handle(kind, name, targetValue(closure), [request], machine);
  }
}

/**
 * The handlers of a low-level server that its constructor gets, or that are added by the method of the protocol:
 * `Server("name", on_call_tool=f)`, `server.add_request_handler("tools/call", CallToolRequestParams, f)`.
 */
export function lowLevelHandlers(event: CallEvent, machine: Machine, surface: SurfaceCollector): void {
  const { arguments: args, callee, method } = event;
  // A class or function of the package hands them on to the library.
  if (callee.targets.some(({ kind }) => kind === 'class' || kind === 'closure')) return;
  if (args.named.size > 0)
    for (const [name, kind] of GIVEN) {
      const handler = args.named.get(name);
      if (handler) handle(kind, handler, event, machine, surface);
    }
  if (method === '__setitem__') keyedHandler(event, machine, surface);
  if (method !== 'add_request_handler') return;
  const name = textOf(args.named.get('method') ?? args.positional[0]);
  const handler = args.named.get('handler') ?? args.positional[2];
  if (handler) handle(METHODS.get(name ?? '') ?? 'route', handler, event, machine, surface);
}
