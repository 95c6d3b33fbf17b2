import type { CallEvent, Frame } from '../../engine/machine.js';
import { isSecretName } from '../../engine/secret-names.js';
import { pathsOf, type Value } from '../../engine/value.js';
import type { Lines } from '../../ir/program.js';
import { nodesWithin } from '../../ir/walk.js';
import { under } from '../support/places.js';
import type { CallCheck, Report, Rule } from '../rule.js';

const GENERATORS = ['random.random', 'random.randint', 'random.choice', 'random.choices', 'random.randrange', 'random.sample', 'random.getrandbits']; // prettier-ignore
const PREDICTABLE = /^(?:Math\.random\(\)|random\.\w+\(\)|math\/rand(?:\/v2)?\.\w+\(\))/u;
const NAMES = /^(?:session_?id|nonce|salt|otp|csrf\w*|verification_?code|pairing_?code)$/iu;

const isSecret = (name: string): boolean => isSecretName(name) || NAMES.test(name);

const isPredictable = (value: Value): boolean =>
  (value.parts ?? [value]).some((part) => [...pathsOf(part)].some((path) => PREDICTABLE.test(path)));

function tell(frame: Frame, lines: Lines, name: string, report: Report): void {
  report({
    at: frame,
    lines,
    sink: name,
    description: `\`${name}\` comes from a random generator whose values can be predicted.`,
  });
}

/** The name under which what a call gives is kept: that of a variable, or of the function that returns it. */
function keptAs({ frame, node }: CallEvent): string | undefined {
  for (const each of nodesWithin(frame.function?.body ?? [])) {
    const value = each.kind === 'declare' || each.kind === 'return' ? each.value : undefined;
    if (!value || ![...nodesWithin(value)].includes(node)) continue;
    if (each.kind === 'return') return frame.function?.name;
    return each.kind === 'declare' && each.target.kind === 'bind' ? each.target.name : undefined;
  }
  return undefined;
}

/** `"".join(random.choices(…))`: the text does not show any more what it was made of. */
const generated: CallCheck = (event, report) => {
  const name = keptAs(event);
  if (name !== undefined && isSecret(name)) tell(event.frame, event.node, name, report);
};

/** A secret that can be guessed, because it was made by a generator that is not for secrets. */
export const weakRandom: Rule = {
  id: 'MCP-H007',
  class: 'H',
  title: 'Secret from a predictable random generator',
  severity: 'medium',
  confidence: 'medium',
  cwe: 338,
  cvss: 'AV:N/AC:H/PR:N/UI:N/S:U/C:H/I:L/A:N',
  what: 'A token, session id, nonce or password made of `Math.random()`, `random` or `math/rand`.',
  why: 'From a few values of such a generator the next ones can be computed, and with them the session or token of somebody else.',
  example: {
    language: 'javascript',
    bad: 'const sessionId = Math.random().toString(36).slice(2);',
    good: 'const sessionId = crypto.randomUUID();',
  },
  fix: 'Use `crypto.randomUUID()` or `crypto.randomBytes()`, Python’s `secrets`, Go’s `crypto/rand`.',
  notCounted: ['random numbers under names that say nothing of secrets'],
  calls: under(GENERATORS, generated),
  events: {
    store: ({ frame, lines, name, value }, report) => {
      if (isSecret(name) && isPredictable(value)) tell(frame, lines, name, report);
    },
  },
};
