import type { CallEvent } from '../../../engine/events.js';
import type { Machine, ValueFactory } from '../../../engine/machine.js';
import { pathsOf, UNKNOWN, type Value } from '../../../engine/values/value.js';
import { memoByName } from '../../../common/memo.js';
import { CLIENT, REQUEST_STATE } from '../../../surface/call-parts.js';
import { holding, CURRENT } from '../../../surface/request-extras.js';
import { closuresOf } from '../../../models/callbacks.js';
import { validated } from '../../../surface/schemas.js';
import type { SurfaceCollector } from '../../../surface/surface-collector.js';

/** Functions of the second SDK that read what clients send with a call besides its arguments. */
const partOf = memoByName((name) => {
  const match = /^@modelcontextprotocol\/server(?:\/.*)?\.(\w+)$/u.exec(name)?.[1];
  return match !== undefined && /^(?:acceptedContent|inputResponse|createRequestStateCodec)$/u.test(match)
    ? match
    : undefined;
});

/** Whether a function reads a part of a call, by its path. */
export const readsCallPart = (name: string): boolean => partOf(name) !== undefined;

/** `ctx.mcpReq.requestState()`: text of the client, if the server does not verify it first. */
function stateRead(callee: Value, { frame, node }: CallEvent, machine: ValueFactory): Value | undefined {
  if (!pathsOf(callee).some((path) => REQUEST_STATE_PATHS.has(path))) return undefined;
  const taint = machine.source('tool-parameter', 'requestState', frame, node.line);
  return { ...UNKNOWN, taints: [taint], key: machine.newKey() };
}

const REQUEST_STATE_PATHS: ReadonlySet<string> = new Set(pathsOf(REQUEST_STATE));

/** `acceptedContent(ctx.mcpReq.inputResponses, "key", schema)`, `server.getClientVersion()`. */
export function callPartRead(
  event: CallEvent,
  machine: Machine,
  surface: SurfaceCollector,
): Value | undefined {
  const { arguments: args, callee, frame, method } = event;
  if (method === 'getClientVersion') return CLIENT;
  if (method === 'requestState') return stateRead(callee, event, machine);
  const read = event.names.map(partOf).find((each) => each);
  if (read === undefined) return undefined;
  if (read === 'createRequestStateCodec') {
    surface.verifiesState = true;
    return undefined;
  }
  const [responses = UNKNOWN, , schema] = args.positional;
  const open: Value = { ...UNKNOWN, taints: responses.taints, key: machine.newKey() };
  return read === 'acceptedContent' && schema ? validated(schema, open, frame, machine) : open;
}

/**
 * Runs a function that builds a server for each request with what it gets of it: `createMcpHandler(({ requestInfo }) => …)`. The
 * handlers that it registers find it there.
 */
export function runFactory({ arguments: { positional }, frame, node }: CallEvent, machine: Machine): void {
  for (const closure of closuresOf(positional[0])) {
    if (closure.function.parameters.length === 0) continue;
    const context = holding({ requestInfo: CURRENT, request: CURRENT }, machine);
    const copy = { ...closure, function: { ...closure.function } };
    machine.run(copy, { positional: [context], named: new Map() }, frame, node);
  }
}
