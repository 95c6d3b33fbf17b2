import type { CallEvent } from '../../engine/events.js';
import type { Frame } from '../../engine/frame.js';
import { isSecretName } from '../../engine/values/secret-names.js';
import { pathsOf, type Value } from '../../engine/values/value.js';
import type { FunctionDefinition, Lines } from '../../ir/program.js';
import { nodesWithin, type Node } from '../../ir/walk.js';
import { memoByNode } from '../../common/memo.js';
import { byName } from '../../models/model.js';
import type { CallCheck, Report, Rule } from '../rule.js';

const GENERATORS = [
  'random.random',
  'random.randint',
  'random.choice',
  'random.choices',
  'random.randrange',
  'random.sample',
  'random.getrandbits',
];
const PREDICTABLE = /^(?:Math\.random\(\)|random\.\w+\(\)|math\/rand(?:\/v2)?\.\w+\(\))/u;
const NAMES = /^(?:session_?id|nonce|salt|otp|csrf\w*|verification_?code|pairing_?code)$/iu;

const isSecret = (name: string): boolean => isSecretName(name) || NAMES.test(name);

const isPredictable = (value: Value): boolean =>
  (value.parts ?? [value]).some((part) => pathsOf(part).some((path) => PREDICTABLE.test(path)));

function reportFinding(frame: Frame, lines: Lines, name: string, report: Report): void {
  report({
    at: frame,
    lines,
    sink: name,
    description: `\`${name}\` comes from a random generator whose values can be predicted.`,
  });
}

/**
 * The names under which a function keeps its expressions: of a variable, or of the function itself for returned ones.
 */
const keptIn = memoByNode(({ body, name }: FunctionDefinition) => {
  const names = new Map<Node, string>();
  for (const each of nodesWithin(body)) {
    const value = each.kind === 'declare' || each.kind === 'return' ? each.value : undefined;
    // Nested expressions keep the name of the outer one.
    if (!value || names.has(each)) continue;
    const declared = each.kind === 'declare' && each.target.kind === 'bind' ? each.target.name : '';
    for (const node of nodesWithin(value))
      if (!names.has(node)) names.set(node, each.kind === 'return' ? name : declared);
  }
  return names;
});

const keptAs = ({ frame, node }: CallEvent): string | undefined =>
  frame.function && keptIn(frame.function).get(node);

/** `"".join(random.choices(…))`: the result no longer shows its origin. */
const generated: CallCheck = (event, report) => {
  const name = keptAs(event);
  if (name !== undefined && isSecret(name)) reportFinding(event.frame, event.node, name, report);
};

/** A secret from a generator that is not cryptographically secure. */
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
  calls: byName(GENERATORS, generated),
  stores: [
    {
      names: isSecret,
      check: ({ frame, lines, name, value }, report) => {
        if (isPredictable(value)) reportFinding(frame, lines, name, report);
      },
    },
  ],
};
