import { taintsHere } from '../../engine/values/derive.js';
import type { CallEvent, Event } from '../../engine/events.js';
import type { Frame } from '../../engine/frame.js';
import { isSecretName, isSurelySecretName } from '../../engine/values/secret-names.js';
import { CLIENT_SOURCES, type Taint } from '../../engine/values/taint.js';
import { constantValue, type Value } from '../../engine/values/value.js';
import type { Expression, Lines } from '../../ir/program.js';
import { callsWithin, lastNameOf, nodesWithin } from '../../ir/walk.js';
import { memoByName } from '../../common/memo.js';
import { byName } from '../../models/model.js';
import type { CallCheck, Report, Rule } from '../rule.js';
import { hasScheme, purposeOf } from './credential-names.js';
import { hasProviderKey } from '../../credentials/providers.js';
import { digestOf, redacted } from '../../credentials/redact.js';
import {
  isOtherForm,
  isPasswordHash,
  isPlaceholder,
  isWordy,
  looksRandom,
} from '../../credentials/strength.js';
import names from './names.json' with { type: 'json' };

/** Values that tokens and passwords are compared with without being credentials. */
const OTHER_WORDS =
  /^(?:none|null|undefined|true|false|bearer|basic|digest|token|jwt|oauth2?|api_?key|password|passwd|secret|required|optional|string|default|env|prompt|stdin|-|auto|auth|anonymous|guest|public|private|access|refresh|access_token|refresh_token|id_token|not set|missing|invalid|expired|plain|text|eof|unset|disabled|enabled|redacted|hidden|\*+|x+|your.*|change.*)$/iu;

const DIGESTS =
  /^(?:createHash|createHmac|sha\d*|sha3_\d+|md5|blake2[bs]|pbkdf2(?:_hmac|Sync)?|scrypt(?:Sync)?|Sum(?:256|512)?|hash_?password|hash)$/iu;
const OF_DIGEST = /^(?:digest|hexdigest|toString|EncodeToString|update|Sprintf|lower|toLowerCase)$/u;

/** Whether an expression computes a digest. */
const isDigest = (expression: Expression): boolean =>
  expression.kind === 'call' &&
  (DIGESTS.test(lastNameOf(expression.callee)) ||
    (OF_DIGEST.test(lastNameOf(expression.callee)) &&
      callsWithin(expression).some(({ callee }) => DIGESTS.test(lastNameOf(callee)))));

/** The name of the credential that is digested. */
function digestedName(expression: Expression): string {
  for (const node of nodesWithin(expression, false))
    if ((node.kind === 'name' || node.kind === 'member') && isCredentialName(lastNameOf(node)))
      return lastNameOf(node);
  return '';
}

/** The name of an expression: a field, a requested header, a variable. */
function nameOf(expression: Expression | undefined): string {
  if (expression?.kind === 'call') {
    const [given] = expression.arguments;
    if (given?.value.kind === 'constant' && typeof given.value.value === 'string') return given.value.value;
    // `token.trim()`, `str(token)`, `sha256(password).hexdigest()`
    const { callee } = expression;
    if (isDigest(expression)) return digestedName(expression);
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
function mayBeCredential(literal: string, name: string, isSent: boolean): boolean {
  // The program compares its own setting with the placeholder of the template.
  if (!isSent && isPlaceholder(literal)) return false;
  if (hasScheme(literal)) return !isPlaceholder(literal);
  if (isShort(literal) || OTHER_WORDS.test(literal) || /^[$%{<]/u.test(literal)) return false;
  const isPassword = purposeOf(name) === 'password' || /pin|passcode|passphrase/iu.test(name);
  if (isPassword) return !isOtherForm(literal.replaceAll(' ', '-'));
  if (isOtherForm(literal)) return false;
  if (isSurelySecretName(name)) return !isLabel(literal);
  return looksRandom(literal) || (isSent && isChosen(literal));
}

/** A single word, or one with spaces or underscores: the name of a kind. */
const isLabel = (literal: string): boolean =>
  isWordy(literal) && !/\d/u.test(literal) && !/secret|admin|key|token|pass/iu.test(literal);

/** A word that somebody has chosen as a secret: `init-secret-2024`, `letmein-42`. */
const isChosen = (literal: string): boolean =>
  literal.length >= 8 &&
  !isPlaceholder(literal) &&
  (/secret|passw|letmein|admin|unlock|backdoor|master/iu.test(literal)
    ? /[-_\d]/u.test(literal)
    : /\d{3}/u.test(literal) && /[A-Za-z]{3}/u.test(literal));

/** Most compared texts are this short; skips them early. */
const isShort = (literal: string): boolean => literal.length < 4;

const texts = (value: Value): readonly string[] =>
  (value.constants ?? []).filter((each) => typeof each === 'string');

interface Side {
  readonly value: Value;
  readonly expression: Expression | undefined;
}

/** Defaults that mean that there is no credential. */
const NONE = /^(?:none|null|undefined|true|false|unset|disabled|off|default)$/iu;

/** The texts of the code that a setting may be: its default. What a client sends may have such a default, too. */
const defaultsOf = ({ literals = [], taints }: Value): readonly string[] =>
  taints.some(({ source }) => CLIENT_SOURCES.has(source.kind))
    ? []
    : literals.flatMap(({ text }) => (isShort(text) || NONE.test(text) ? [] : [text]));

/** A client's credential is compared with a setting that has a default in the code. */
function checkDefault(given: Side, known: Side, frame: Frame, lines: Lines, report: Report): void {
  const [literal] = defaultsOf(known.value);
  if (literal === undefined) return;
  const taint = taintsHere(given.value, frame).find(({ source }) => CLIENT_SOURCES.has(source.kind));
  // Parsers have tokens, too.
  if (!taint || !isCredentialName(nameOf(known.expression))) return;
  report({
    at: frame,
    lines,
    description: `What a client sends is compared with a setting whose default is in the code: ${redacted(literal)}. Where nothing else is set, everyone who has the package can pass this check.`,
    sink: `comparison with a default ${digestOf(literal)}`,
    taint,
  });
}

function check(given: Side, known: Side, frame: Frame, lines: Lines, report: Report): void {
  if (given.value.constants) return;
  if (!known.value.constants) {
    checkDefault(given, known, frame, lines, report);
    return;
  }
  const candidates = texts(known.value);
  if (candidates.every(isShort) || candidates.length !== known.value.constants.length) return;
  const taint = taintsHere(given.value, frame).find(({ source }) => CLIENT_SOURCES.has(source.kind));
  const name = credentialName(given, taint);
  const isNamed = isCredentialName(name);
  if (!isNamed && !candidates.some(hasScheme)) return;
  const literal = candidates.find((each) => mayBeCredential(each, name, taint !== undefined));
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
    // Of a map, the keys are compared.
    for (const { items, fields } of right.objects)
      for (const value of [...(items ?? []), ...[...fields.keys()].slice(0, 50).map(constantValue)])
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

/** `bcrypt.compare(password, "$2b$…")`: whoever finds out the password passes this check everywhere. */
const verifyingCall: CallCheck = ({ arguments: { positional }, names: called, frame, node }, report) => {
  const taint = positional
    .flatMap((value) => taintsHere(value, frame))
    .find(({ source }) => CLIENT_SOURCES.has(source.kind));
  for (const literal of positional.flatMap(texts)) {
    if (!isPasswordHash(literal)) continue;
    report({
      at: frame,
      lines: node,
      description: `A password is checked against a hash in the code: ${redacted(literal)}. It is the same wherever the package runs, and can be guessed offline.`,
      sink: `${called[0] ?? 'comparison'} ${digestOf(literal)}`,
      confidence: taint ? 'high' : 'medium',
      ...(taint && { taint }),
    });
  }
};

const COMPARISONS = names.literalComparison.comparisons;
const VERIFICATIONS = names.literalComparison.verifications;

/** Authentication against a hard-coded literal. */
export const literalComparison: Rule = {
  id: 'MCP-E004',
  class: 'E',
  title: 'Client credential compared with a literal',
  severity: 'high',
  confidence: 'high',
  cwe: 798,
  cvss: 'AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:H/A:N',
  what: 'A token, password or header that a client sends is compared with a literal of the code, or with a setting whose default is one.',
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
    'digests of files that are compared with known ones; those of passwords count',
    'settings of the program itself, compared with a placeholder: `apiKey === "your-api-key"`',
  ],
  calls: { ...byName(COMPARISONS, comparingCall), ...byName(VERIFICATIONS, verifyingCall) },
  events: { compare: compared },
};
