import { taintsHere } from '../../engine/derive.js';
import type { CallEvent } from '../../engine/machine.js';
import { SanitizedFor, type Taint } from '../../engine/taint.js';
import { textOf, UNKNOWN, type Closure, type Value } from '../../engine/value.js';
import { lastNameOf, nodesWithin } from '../../ir/walk.js';
import { ORDERINGS } from '../support/bounds.js';
import { argument } from '../../engine/call-arguments.js';
import { inHandler, sinkOf } from '../support/locations.js';
import { byName } from '../../models/model.js';
import type { CallCheck, Report, Rule } from '../rule.js';

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
    description:
      'The body of a request is kept in memory however long it is: one that never ends takes all of it.',
  });
}

/** Whether a function accumulates its input without ever comparing the size. */
function gathersAll({ function: { body } }: Closure): boolean {
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

/** `io.ReadAll(request.Body)`. */
const readAll: CallCheck = (event, report) => {
  const taint = inHandler(event.frame) ? ofRequest(argument(event, 0), event) : undefined;
  if (taint) reportFinding(event, taint, report);
};

/** A request body without a size limit. */
export const openBody: Rule = {
  id: 'MCP-M005',
  class: 'M',
  title: 'Body of a request read without a limit',
  severity: 'low',
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
  notCounted: ['parsers with a limit of their own, such as `express.json()`', 'servers over stdio'],
  calls: { '.on': listened, ...byName(['io.ReadAll', 'os.ReadAll'], readAll) },
};
