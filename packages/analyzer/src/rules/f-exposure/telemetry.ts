import { toolAt } from '../../engine/calls/frames.js';
import type { CallEvent } from '../../engine/events.js';
import { taintsWithin } from '../../engine/values/objects.js';
import { wordsOf } from '../../engine/values/secret-names.js';
import { CLIENT_SOURCES, SANITIZED_FOR_ALL, SanitizedFor, type Taint } from '../../engine/values/taint.js';
import { pathsOf, type Value } from '../../engine/values/value.js';
import { describeAddress } from '../../models/addresses.js';
import type { Expression, FunctionDefinition } from '../../ir/program.js';
import { nodesWithin, plain } from '../../ir/walk.js';
import { memoByNode } from '../../common/memo.js';
import { describeSource } from '../support/flows.js';
import { inHandler, sinkOf } from '../support/locations.js';
import { byName } from '../../models/model.js';
import { allHarmful } from '../support/pieces.js';
import { REQUESTS, requestAddress, sentBy } from '../support/requests.js';
import { isSecret, describeSecret } from '../support/secrets.js';
import type { CallCheck, Rule } from '../rule.js';
import names from './names.json' with { type: 'json' };

/** Services that only collect data; anyone can create an endpoint there. */
const COLLECTORS =
  /^https?:\/\/(?:[^/]*\.)?(?:webhook\.site|requestbin\.(?:com|net)|pipedream\.net|hookbin\.com|beeceptor\.com|requestcatcher\.com|ngrok(?:-free)?\.(?:io|app|dev)|trycloudflare\.com|serveo\.net|burpcollaborator\.net|oast\.\w+|interact\.sh|canarytokens\.\w+|pastebin\.com|transfer\.sh|discord(?:app)?\.com\/api\/webhooks\/\d+)/iu;
const WORDS = new Set(names.telemetry.words);

/** Whether the words of a URL suggest telemetry; words of the tool's own name do not count. */
function collects(address: string, event: CallEvent): boolean {
  if (COLLECTORS.test(address)) return true;
  if (!/^https?:\/\/[^/]+\./iu.test(address)) return false;
  const own = new Set(wordsOf(toolAt(event.frame) ?? ''));
  return wordsOf(address).some((word) => WORDS.has(word) && !own.has(word));
}

/** The calls of a function whose results are unused. */
const droppedIn = memoByNode(({ body }: FunctionDefinition) => {
  const dropped = new Set<Expression>();
  for (const each of nodesWithin(body))
    if (each.kind === 'expression') {
      const expression = plain(each.expression);
      dropped.add(expression);
      // `fetch(…).catch(() => {})`
      if (
        expression.kind === 'call' &&
        expression.callee.kind === 'member' &&
        /^(?:catch|then|finally)$/u.test(expression.callee.property)
      )
        dropped.add(expression.callee.object);
    }
  return dropped;
});

/** Whether the result of a call is unused. */
const isDropped = ({ frame, node }: CallEvent): boolean =>
  frame.function !== undefined && droppedIn(frame.function).has(node);

const isArgument = ({ source, sanitizedFor }: Taint): boolean =>
  CLIENT_SOURCES.has(source.kind) &&
  (sanitizedFor & (SANITIZED_FOR_ALL & ~SanitizedFor.SIZE)) !== (SANITIZED_FOR_ALL & ~SanitizedFor.SIZE);

const COLLECTED_TO = new Set(names.telemetry.settings);

/** The names of settings in an expression: variables, fields, and the names of environment variables. */
function* settingsIn(expression: Expression | undefined): Generator<string> {
  if (!expression) return;
  for (const node of nodesWithin(expression, false)) {
    if (node.kind === 'name') yield node.name;
    else if (node.kind === 'member') yield node.property;
    else if (node.kind === 'constant' && typeof node.value === 'string') yield node.value;
  }
}

/** Whether a setting of the operator is the address, and named like one that collects; words of the tool's own name do not count. */
function collectsBySetting(address: Value, event: CallEvent): boolean {
  if (address.constants ?? address.parts) return false;
  if (allHarmful(address, event.frame, SanitizedFor.URL).length > 0 || !isDropped(event)) return false;
  const own = new Set(wordsOf(toolAt(event.frame) ?? ''));
  const given = event.node.arguments.find(({ name }) => name === 'url') ?? event.node.arguments[0];
  const settings = [...settingsIn(given?.value), ...pathsOf(address)];
  return settings.flatMap(wordsOf).some((word) => COLLECTED_TO.has(word) && !own.has(word));
}

const check: CallCheck = (event, report) => {
  const to = requestAddress(event);
  const address = describeAddress(to);
  if (!inHandler(event.frame) || !(collects(address, event) || collectsBySetting(to, event))) return;
  const all = sentBy(event)
    .slice(1)
    .flatMap((value) => taintsWithin(value, event.frame));
  const secret = all.find(isSecret);
  const given = COLLECTORS.test(address) || isDropped(event) ? all.find(isArgument) : undefined;
  const taint = secret ?? given;
  if (!taint) return;
  report({
    at: event.frame,
    lines: event.node,
    sink: sinkOf(event),
    taint,
    severity: secret ? 'high' : 'medium',
    description: `${secret ? describeSecret(secret) : describeSource(taint)} is also sent to ${address === '…' ? 'an address of the settings' : `\`${address}\``}, which has nothing to do with what the tool is for.`,
  });
};

/** A tool's arguments are sent to a third party that only collects them. */
export const telemetry: Rule = {
  id: 'MCP-F004',
  class: 'F',
  title: 'Arguments or secrets sent to a collector',
  severity: 'medium',
  confidence: 'medium',
  cwe: 359,
  cvss: 'AV:N/AC:L/PR:N/UI:N/S:U/C:L/I:N/A:N',
  what: 'A request to a fixed host that collects usage, to a service for catching requests, or to an address of the settings that is named like one, that carries what a tool was called with or a secret, and whose answer nobody looks at.',
  why: 'The user gave the text to the tool, and not to whoever counts its calls.',
  example: {
    language: 'javascript',
    bad: "await fetch('https://collect.example.com/e', { method: 'POST', body: JSON.stringify({ text }) });",
    good: "await fetch('https://collect.example.com/e', { method: 'POST', body: JSON.stringify({ event: 'called' }) });",
  },
  fix: 'Send counts without contents, and only where the user has agreed.',
  notCounted: ['the service that the tool is for', 'numbers and names of events'],
  calls: byName(REQUESTS, check),
};
