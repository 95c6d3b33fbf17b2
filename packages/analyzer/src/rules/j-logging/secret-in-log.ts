import { taintsHere } from '../../engine/derive.js';
import type { CallEvent } from '../../engine/machine.js';
import { findMethod } from '../../engine/members.js';
import { taintsWithin } from '../../engine/objects.js';
import { SanitizedFor, type Taint } from '../../engine/taint.js';
import type { Value } from '../../engine/value.js';
import { LOG_CALLS, isLog } from '../support/logs.js';
import { sinkOf } from '../support/locations.js';
import { requestPartIn } from '../support/request-parts.js';
import { byName } from '../../models/model.js';
import type { CallCheck, Rule } from '../rule.js';
import { isSecret, describeSecret } from '../support/secrets.js';
import { exposedName } from './exposed-names.js';

/** Whether a flow carries the whole environment in readable form. */
const isEnvironment = ({ source, sanitizedFor }: Taint): boolean =>
  source.kind === 'environment' && (sanitizedFor & SanitizedFor.SECRET) === 0;

/** Methods with which a type controls how it is formatted. */
const SHOWN_BY = ['String', 'Error', 'LogValue', 'GoString', 'MarshalText', '__repr__', '__str__', 'toJSON'];

/** A value without the objects that control how they are formatted. */
const withoutFormatters = (value: Value): Value => ({
  ...value,
  objects: value.objects.filter(
    ({ class: type }) => !type || !SHOWN_BY.some((name) => findMethod(type, name)),
  ),
});

function flowing(event: CallEvent): Taint | undefined {
  const { positional, named, spread } = event.arguments;
  for (const value of [...positional, ...named.values(), ...(spread ? [spread] : [])]) {
    const within = taintsWithin(withoutFormatters(value), event.frame);
    const found = within.find(isSecret) ?? taintsHere(value, event.frame).find(isEnvironment);
    if (found) return found;
  }
  return undefined;
}

const check: CallCheck = (event, report) => {
  if (!isLog(event)) return;
  const taint = flowing(event);
  const location = { at: event.frame, lines: event.node, sink: sinkOf(event) };
  if (taint) {
    report({
      ...location,
      taint,
      confidence: taint.source.kind === 'secret' || isEnvironment(taint) ? 'high' : 'medium',
      description: `${describeSecret(taint)} is written to the log in clear.`,
    });
    return;
  }
  for (const { value } of event.node.arguments) {
    const part = requestPartIn(value, event.frame);
    if (!part) continue;
    report({
      ...location,
      confidence: part === 'headers' ? 'high' : 'medium',
      description: `All of what a client sends as the ${part} of its request is written to the log in clear, tokens included.`,
    });
    return;
  }
  for (const { value } of event.node.arguments) {
    const name = exposedName(value, event.frame);
    if (name === undefined) continue;
    report({
      ...location,
      confidence: 'medium',
      description: `\`${name}\` is written to the log in clear.`,
    });
    return;
  }
};

/** A password or token is readable in the log. */
export const secretInLog: Rule = {
  id: 'MCP-J001',
  class: 'J',
  title: 'Secret written to a log',
  severity: 'medium',
  confidence: 'high',
  cwe: 532,
  cvss: 'AV:L/AC:L/PR:L/UI:N/S:U/C:H/I:N/A:N',
  what: 'A password, token, key, the headers, query or body of a request as a whole, or the whole environment in a call of a logger, of `print` or of `console`.',
  why: 'Clients keep what servers write to stderr, and people attach logs to bug reports: the secret ends up where nobody looks after it.',
  example: {
    language: 'typescript',
    bad: 'console.error(`renewing session with ${refreshToken}`);',
    good: 'console.error("renewing session");',
  },
  fix: 'Log that there is a token, not which one; take secrets out of objects before they are logged.',
  notCounted: [
    'lengths, digests, short parts, and whether there is one',
    'names of variables without their values',
  ],
  calls: byName(LOG_CALLS, check),
};
