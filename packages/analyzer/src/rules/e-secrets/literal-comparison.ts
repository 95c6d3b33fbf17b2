import { taintsHere } from '../../engine/derive.js';
import type { CallEvent, Event, Frame } from '../../engine/machine.js';
import { isSecretName, isSurelySecretName } from '../../engine/secret-names.js';
import { CLIENT_SOURCES, type Taint } from '../../engine/taint.js';
import type { Value } from '../../engine/value.js';
import type { Expression, Lines } from '../../ir/program.js';
import { lastNameOf } from '../../ir/walk.js';
import { memoByName } from '../../memo.js';
import { byName } from '../../models/model.js';
import type { CallCheck, Report, Rule } from '../rule.js';
import { hasScheme, purposeOf } from './credential-names.js';
import { hasProviderKey } from '../../credentials/providers.js';
import { digestOf, redacted } from '../../credentials/redact.js';
import { isOtherForm, isPlaceholder, isWordy, looksRandom } from '../../credentials/strength.js';
import names from './names.json' with { type: 'json' };

/** Values that tokens and passwords are compared with without being credentials. */
const OTHER_WORDS =
  /^(?:none|null|undefined|true|false|bearer|basic|digest|token|jwt|oauth2?|api_?key|password|passwd|secret|required|optional|string|default|env|prompt|stdin|-|auto|auth|anonymous|guest|public|private|access|refresh|access_token|refresh_token|id_token|not set|missing|invalid|expired|plain|text|eof|unset|disabled|enabled|redacted|hidden|\*+|x+|your.*|change.*)$/iu;

/** The name of an expression: a field, a requested header, a variable. */
function nameOf(expression: Expression | undefined): string {
  if (expression?.kind === 'call') {
    const [given] = expression.arguments;
    if (given?.value.kind === 'constant' && typeof given.value.value === 'string') return given.value.value;
    // `token.trim()`, `str(token)`
    const { callee } = expression;
    if (given && callee.kind === 'name') return nameOf(given.value);
    return callee.kind === 'member' ? nameOf(callee.object) : lastNameOf(expression);
  }
  if (expression?.kind === 'operation')
    return /^(?:\?\?|\|\|)$/u.test(expression.operator) ? nameOf(expression.operands[0]) : '';
  if (expression?.kind === 'index') return nameOf(expression.object);
  if (expression?.kind === 'slice') return nameOf(expression.object);
  return lastNameOf(expression);
}

const isCredentialName = memoByName(
  (name) =>
    isSecretName(name) ||
    purposeOf(name) !== undefined ||
    /^(?:pin|pincode|passcode|auth|authorization|credentials?|otp|access_?code)$/iu.test(name),
);

/** Whether a literal may be a credential that the client must know. */
function mayBeCredential(literal: string, name: string): boolean {
  if (hasScheme(literal)) return !isPlaceholder(literal);
  if (isShort(literal) || OTHER_WORDS.test(literal) || /^[$%{<]/u.test(literal)) return false;
  const isPassword = purposeOf(name) === 'password' || /pin|passcode|passphrase/iu.test(name);
  if (isPassword) return !isOtherForm(literal.replaceAll(' ', '-'));
  if (isOtherForm(literal)) return false;
  return isSurelySecretName(name) ? !isLabel(literal) : looksRandom(literal);
}

/** A single word, or one with spaces or underscores: the name of a kind. */
const isLabel = (literal: string): boolean =>
  isWordy(literal) && !/\d/u.test(literal) && !/secret|admin|key|token|pass/iu.test(literal);

/** Most compared texts are this short; skips them early. */
const isShort = (literal: string): boolean => literal.length < 4;

const texts = (value: Value): readonly string[] =>
  (value.constants ?? []).filter((each) => typeof each === 'string');

interface Side {
  readonly value: Value;
  readonly expression: Expression | undefined;
}

function check(given: Side, known: Side, frame: Frame, lines: Lines, report: Report): void {
  if (!known.value.constants || given.value.constants) return;
  const candidates = texts(known.value);
  if (candidates.every(isShort) || candidates.length !== known.value.constants.length) return;
  const taint = taintsHere(given.value, frame).find(({ source }) => CLIENT_SOURCES.has(source.kind));
  const name = credentialName(given, taint);
  const isNamed = isCredentialName(name);
  if (!isNamed && !candidates.some(hasScheme)) return;
  const literal = candidates.find((each) => mayBeCredential(each, name));
  if (literal === undefined) return;
  const isSent = taint !== undefined || hasScheme(literal);
  // Without the name of a credential, only a literal with an Authorization scheme counts.
  if (!isNamed && !(isSent && hasScheme(literal))) return;
  if (!isSent && !looksRandom(literal) && purposeOf(name) !== 'password') return;
  report({
    at: frame,
    lines,
    description: `What a client sends is compared with a literal: ${redacted(literal)}. Everyone who has the package can pass this check.`,
    sink: `comparison with ${name === '' ? 'a literal' : `\`${name}\``} ${digestOf(literal)}`,
    confidence: taint ? 'high' : 'medium',
    severity: hasProviderKey(literal) ? 'medium' : 'high',
    ...(taint && { taint }),
  });
}

function credentialName({ expression }: Side, taint: Taint | undefined): string {
  const name = nameOf(expression);
  if (isCredentialName(name) || !taint) return name;
  return isCredentialName(taint.source.name) ? taint.source.name : name;
}

function compared(
  { left, right, operands, operator, frame, lines }: Extract<Event, { kind: 'compare' }>,
  report: Report,
): void {
  const [one, other] = operands;
  if (operator === '==' || operator === '!=') {
    check({ value: left, expression: one }, { value: right, expression: other }, frame, lines, report);
    check({ value: right, expression: other }, { value: left, expression: one }, frame, lines, report);
  } else if (operator === 'in' || operator === 'not in') {
    for (const { items, fields } of right.objects)
      for (const value of [...(items ?? []), ...[...fields.values()].slice(0, 50)])
        check({ value: left, expression: one }, { value, expression: other }, frame, lines, report);
  }
}

/** `hmac.compare_digest(given, "…")` and similar calls. */
const comparingCall: CallCheck = (event: CallEvent, report) => {
  const [first, second] = event.arguments.positional;
  const [one, other] = event.node.arguments;
  if (!first || !second) return;
  const { frame, node } = event;
  check(
    { value: first, expression: one?.value },
    { value: second, expression: other?.value },
    frame,
    node,
    report,
  );
  check(
    { value: second, expression: other?.value },
    { value: first, expression: one?.value },
    frame,
    node,
    report,
  );
};

const COMPARISONS = names.literalComparison.comparisons;

/** Authentication against a hard-coded literal. */
export const literalComparison: Rule = {
  id: 'MCP-E004',
  class: 'E',
  title: 'Client credential compared with a literal',
  severity: 'high',
  confidence: 'high',
  cwe: 798,
  cvss: 'AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:H/A:N',
  what: 'A token, password or header that a client sends is compared with a literal of the code.',
  why: 'Everyone who has the package knows the word, on every machine that runs it, and it can be changed only by a new version. Such a check keeps nobody out.',
  example: {
    language: 'typescript',
    bad: "if (req.get('authorization') !== 'Bearer mcpx-4d1Y…') return res.status(401).end();",
    good: "const wanted = digest(`Bearer ${process.env.MCP_TOKEN}`);\nif (!timingSafeEqual(digest(req.get('authorization') ?? ''), wanted)) return res.status(401).end();",
  },
  fix: 'Let the operator set the token in the environment, refuse to start without one, and compare digests in constant time. Keep passwords of people as salted hashes.',
  notCounted: [
    'comparisons with kinds: `token.type === "access_token"`, `auth === "none"`',
    'tokens of a parser',
    'digests that are computed and compared',
  ],
  calls: byName(COMPARISONS, comparingCall),
  events: { compare: compared },
};
