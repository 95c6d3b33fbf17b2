import type { Entry } from '../engine/frame.js';
import type { ValueFactory } from '../engine/machine.js';
import { CURRENT_REQUEST } from '../engine/values/external-names.js';
import { CLIENT, CLIENT_KEYS, INPUT_RESPONSES, metaOf, REQUEST_STATE } from './call-parts.js';
import { externalValue, objectValue, UNKNOWN, type Closure, type Value } from '../engine/values/value.js';
import type { Pattern } from '../ir/program.js';
import type { Made, SurfaceCollector } from './surface-collector.js';
import names from './names.json' with { type: 'json' };

const FIELDS = new Set(names.requestExtras.fields);

/** An HTTP request: that of a route, or the one that a call of the protocol came with. */
export function requestBehind(entry: Entry, { file, line }: FileLine, machine: ValueFactory): Value {
  const taint = machine.source('http-request', 'the HTTP request', { module: file, entry }, line);
  return { ...UNKNOWN, taints: [taint], key: machine.newKey() };
}

/** Where a handler is registered or defined. */
export interface FileLine {
  readonly file: string;
  readonly line: number;
}

/** Where a function is defined. */
export const definedAt = ({ function: { line }, scope }: Closure): FileLine => ({ file: scope.module, line });

/** Where a call is. */
export const calledAt = ({ frame, node }: Made): FileLine => ({ file: frame.module, line: node.line });

/** An object of the server with some fields. */
export const holding = (fields: Readonly<Record<string, Value>>, machine: ValueFactory): Value =>
  objectValue({ id: machine.newId(), fields: new Map(Object.entries(fields)) });

/** The HTTP request that a call of the protocol came with, a source where it is read: all handlers get the same. */
export const CURRENT = externalValue(CURRENT_REQUEST);

/**
 * What a handler gets besides its arguments: the headers of the HTTP request, the parts of the call besides its arguments, and what
 * the server has kept for the session. It is one value for all handlers, so that helpers that get it run once.
 */
export const extrasOf = (machine: ValueFactory, surface: SurfaceCollector): Value =>
  surface.withContext('extras', () =>
    holding(
      {
        requestInfo: holding({ headers: CURRENT, url: CURRENT }, machine),
        http: holding({ req: CURRENT }, machine),
        mcpReq: holding(
          {
            inputResponses: INPUT_RESPONSES,
            ...(!surface.verifiesState && { requestState: REQUEST_STATE }),
            _meta: metaOf(machine),
            envelope: holding(Object.fromEntries(CLIENT_KEYS.map((key) => [key, CLIENT])), machine),
          },
          machine,
        ),
        _meta: metaOf(machine),
        request: CURRENT,
        req: CURRENT,
      },
      machine,
    ),
  );

/** Whether a parameter takes what a server hands over besides the arguments apart: `{ session, log }`. */
export const takesExtras = (pattern: Pattern): boolean =>
  pattern.kind === 'fields' &&
  pattern.fields.length > 0 &&
  pattern.fields.every(({ key }) => key.kind === 'constant' && FIELDS.has(String(key.value)));
