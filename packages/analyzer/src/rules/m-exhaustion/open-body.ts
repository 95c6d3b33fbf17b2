import { taintsHere } from '../../engine/values/derive.js';
import type { CallEvent, Event } from '../../engine/events.js';
import { SanitizedFor, type Taint } from '../../engine/values/taint.js';
import { pathsOf, textOf, UNKNOWN, type Closure, type Value } from '../../engine/values/value.js';
import { lastNameOf, nodesWithin } from '../../ir/walk.js';
import { ORDERINGS } from '../support/bounds.js';
import { argument } from '../../engine/expressions/call-arguments.js';
import { inHandler, sinkOf } from '../support/locations.js';
import { byName } from '../../models/model.js';
import type { CallCheck, Report, Rule } from '../rule.js';

const DESCRIPTION =
  'The body of a request is kept in memory however long it is: one that never ends takes all of it.';

const ofRequest = (value: Value, { frame }: CallEvent): Taint | undefined =>
  taintsHere(value, frame).find(
    ({ source, sanitizedFor }) => source.kind === 'http-request' && (sanitizedFor & SanitizedFor.SIZE) === 0,
  );

function reportFinding(event: CallEvent, taint: Taint, report: Report): void {
  report({
    at: event.frame,
    lines: event.node,
    sink: sinkOf(event),
    taint,
    description: DESCRIPTION,
  });
}

/** Whether a function accumulates its input without ever comparing the size. */
function gathersAll({ function: { body } }: Pick<Closure, 'function'>): boolean {
  let gathers = false;
  for (const node of nodesWithin(body)) {
    if (node.kind === 'assign' && node.operator === '+') gathers = true;
    if (node.kind === 'call' && /^(?:push|concat|append)$/u.test(lastNameOf(node.callee))) gathers = true;
    if (node.kind === 'operation' && ORDERINGS.has(node.operator)) return false;
  }
  return gathers;
}

/** `request.on("data", (chunk) => (body += chunk))`. */
const listened: CallCheck = (event, report) => {
  const [name, handler = UNKNOWN] = event.arguments.positional;
  if (textOf(name) !== 'data') return;
  const taint = ofRequest(event.receiver ?? UNKNOWN, event);
  const closures = handler.targets.filter((target) => target.kind === 'closure');
  if (taint && closures.some(gathersAll)) reportFinding(event, taint, report);
};

/** Requests and streams of their bodies, by their paths. */
const STREAMS =
  /^http\.IncomingMessage\(\)(?:\.body)?$|Request\(\)\.(?:stream|body_iterator|content\.iter_\w+)\(\)$/u;

/** `for await (const chunk of request)`, `async for chunk in request.stream()`. */
function iterated(event: Extract<Event, { kind: 'loop' }>, report: Report): void {
  const { frame, bound, lines } = event;
  if (!frame.function || !pathsOf(bound).some((path) => STREAMS.test(path))) return;
  const taint = bound.taints.find(({ source }) => source.kind === 'http-request');
  if (!taint || !gathersAll({ function: frame.function })) return;
  report({ at: frame, lines, sink: 'loop', taint, description: DESCRIPTION });
}

/** Readers of a body in Go, by their paths: of the request itself, and those of the standard library around it. */
const GO_BODIES = /Request(?:\(\))?\.Body$|^(?:bufio|io|compress\/\w+|encoding\/\w+)\./u;

/** Whether a reader may be of a request. What a library's client answers is not, also if the client was made with a request's token. */
const mayBeBody = (value: Value): boolean => {
  const paths = pathsOf(value);
  return paths.length === 0 || paths.some((path) => GO_BODIES.test(path));
};

/** `io.ReadAll(request.Body)`. */
const readAll: CallCheck = (event, report) => {
  const reader = argument(event, 0);
  const taint = inHandler(event.frame) && mayBeBody(reader) ? ofRequest(reader, event) : undefined;
  if (taint) reportFinding(event, taint, report);
};

/** A request body without a size limit. */
export const openBody: Rule = {
  id: 'MCP-M005',
  class: 'M',
  title: 'Body of a request read without a limit',
  severity: 'medium',
  confidence: 'medium',
  cwe: 770,
  cvss: 'AV:N/AC:L/PR:N/UI:N/S:U/C:N/I:N/A:L',
  what: 'The body of an HTTP request that is gathered piece by piece, or read to its end, with nothing that says how long it may be.',
  why: 'One client sends without end, and the memory of the server is gone for all of them.',
  example: {
    language: 'javascript',
    bad: "req.on('data', (chunk) => { body += chunk; });",
    good: "req.on('data', (chunk) => { body += chunk; if (body.length > 1_000_000) req.destroy(); });",
  },
  fix: 'Stop at a limit: `express.json({ limit })`, a comparison of the length, `http.MaxBytesReader`.',
  notCounted: [
    'bodies of answers',
    'parsers with a limit of their own, such as `express.json()`',
    'servers over stdio',
  ],
  calls: { '.on': listened, ...byName(['io.ReadAll', 'os.ReadAll'], readAll) },
  events: { loop: iterated },
};
