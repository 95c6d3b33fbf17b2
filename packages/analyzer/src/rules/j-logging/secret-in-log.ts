import { taintsHere } from '../../engine/values/derive.js';
import type { CallEvent } from '../../engine/events.js';
import { findMethod } from '../../engine/expressions/members.js';
import { taintsWithin } from '../../engine/values/objects.js';
import { SanitizedFor, type Taint } from '../../engine/values/taint.js';
import type { Value } from '../../engine/values/value.js';
import { LOG_CALLS, isLog } from '../support/logs.js';
import { sinkOf } from '../support/locations.js';
import { requestPartIn } from '../support/request-parts.js';
import { byName } from '../../models/model.js';
import type { CallCheck, Rule } from '../rule.js';
import { isSecret, describeSecret } from '../support/secrets.js';
import { lastNameOf } from '../../ir/walk.js';
import { exposedName, shown } from './exposed-names.js';

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

/** Addresses that answer with tokens. */
const TOKENS =
  /\/(?:connect\/|oauth2?\/|auth\/)?(?:v\d+\/)?(?:access_?)?tokens?(?:\.\w+)?$|\/(?:auth|api|users?|sessions?)\/(?:login|sign-?in)$/iu;
/** Names of an answer as a whole. */
const WHOLE =
  /^(?:data|body|text|json|content|responses?|resp|res|r|results?|payload|answer|reply|(?:access_?)?tokens?|creds|credentials|b|buf|bytes|raw)$/iu;

/** An answer with tokens that a call shows as a whole. */
function answeredTokens(event: CallEvent): Taint | undefined {
  const { arguments: given, frame, node } = event;
  const isWhole = node.arguments.some(({ value }) =>
    [...shown(value)].some((each) => WHOLE.test(lastNameOf(each))),
  );
  if (!isWhole) return undefined;
  return [...given.positional, ...given.named.values()]
    .flatMap((value) => taintsWithin(value, frame, 2))
    .find(
      ({ source, sanitizedFor }) =>
        source.kind === 'remote-content' &&
        (sanitizedFor & SanitizedFor.SECRET) === 0 &&
        TOKENS.test(source.name),
    );
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
  const tokens = answeredTokens(event);
  if (tokens) {
    report({
      ...location,
      taint: tokens,
      confidence: 'medium',
      description: `${tokens.source.name} is written to the log as it came, with the tokens in it.`,
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
  what: 'A password, token, key, the headers, query or body of a request as a whole, the answer of an address that gives tokens, or the whole environment in a call of a logger, of `print` or of `console`.',
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
