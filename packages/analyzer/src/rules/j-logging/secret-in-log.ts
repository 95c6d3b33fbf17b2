import { taintsHere } from '../../engine/derive.js';
import type { CallEvent } from '../../engine/machine.js';
import { findMethod } from '../../engine/members.js';
import { taintsWithin } from '../../engine/objects.js';
import { SanitizedFor, type Taint } from '../../engine/taint.js';
import type { Value } from '../../engine/value.js';
import { lastNameOf } from '../../ir/walk.js';
import { LOG_CALLS, isLog } from '../support/logs.js';
import { sinkOf } from '../support/locations.js';
import { byName } from '../../models/model.js';
import type { CallCheck, Rule } from '../rule.js';
import { isSecret, describeSecret } from '../support/secrets.js';
import { exposedName } from './exposed-names.js';

/** The whole environment, or unfiltered request headers. */
function isBulk(taint: Taint, event: CallEvent): boolean {
  if ((taint.sanitizedFor & SanitizedFor.SECRET) !== 0) return false;
  if (taint.source.kind === 'environment') return true;
  return (
    taint.source.kind === 'http-request' &&
    event.node.arguments.some(({ value }) => value.kind === 'member' && lastNameOf(value) === 'headers')
  );
}

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
    const found =
      within.find(isSecret) ?? taintsHere(value, event.frame).find((taint) => isBulk(taint, event));
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
      confidence: taint.source.kind === 'secret' || isBulk(taint, event) ? 'high' : 'medium',
      description: `${describeSecret(taint)} is written to the log in clear.`,
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
  what: 'A password, token, key, the headers of a request or the whole environment in a call of a logger, of `print` or of `console`.',
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
