import { DECLARED_FACT, declaredDifferences } from '../declared-facts.js';
import type { McpFacts } from '../mcp-facts.js';
import { SURFACE_FACT, surfaceChanges } from '../surface-facts.js';
import { certainly, targetType, unknown, type Match } from './policy-target.js';

/** The value for what the certified version before offers. */
export const UNCHANGED = 'unchanged';
/** The value for what the manifest of an MCP bundle names. */
const DECLARED = 'declared';
/** Differences that a reason names. */
const MAX_NAMED = 5;

const named = (differences: readonly string[]): string => {
  const more = differences.length - MAX_NAMED;
  return `${differences.slice(0, MAX_NAMED).join(', ')}${more > 0 ? `, and ${more} more` : ''}`;
};

/** The first certified version has nothing to be compared with, and counts as unchanged. */
function unchanged({ surface: facts }: McpFacts): Match | undefined {
  if (facts === null) return unknown('what the version offers to clients is not known');
  const { before, isCertified, isUnnamed } = facts;
  if (before === null) {
    return isCertified
      ? undefined
      : unknown('there is no certified version to compare its tools, prompts and resources with');
  }
  if (before.isEqual) return isUnnamed === true ? COMPUTED_NAMES : undefined;
  if (before.was === null || before.is === null) {
    const of = before.is === null ? 'the version' : `the version ${before.version} before it`;
    return unknown(`the analysis of ${of} does not say what it offers to clients; analyze it again`);
  }
  const changes = surfaceChanges(before.was, before.is);
  if (changes.length > 0) return certainly(`${named(changes)}, compared with ${before.version}`);
  return isUnnamed === true ? COMPUTED_NAMES : undefined;
}

const COMPUTED_NAMES = unknown(
  'the version computes names of tools or prompts at run time, so that it is not known whether it offers others than before',
);

/** A version that is no MCP bundle declares nothing, and neither does a manifest that names none. */
function declared({ declared: facts }: McpFacts): Match | undefined {
  if (facts === null) return unknown('what the manifest of the version names is not known');
  const { certain, possible } = declaredDifferences(facts);
  if (certain.length > 0) return certainly(named(certain));
  return possible.length === 0 ? undefined : unknown(named(possible));
}

const VALUES = {
  [UNCHANGED]: { fact: SURFACE_FACT, match: unchanged },
  [DECLARED]: { fact: DECLARED_FACT, match: declared },
} as const;

const isValue = (text: string): text is keyof typeof VALUES => Object.hasOwn(VALUES, text);

/**
 * What a version offers to clients, compared with the newest certified version that it follows, or with what the manifest of an
 * MCP bundle says.
 */
export const surface = targetType<keyof typeof VALUES>({
  matches: 'below',
  format: `\`${UNCHANGED}\`, or \`${DECLARED}\``,
  rule: `must be ${UNCHANGED} or ${DECLARED}`,
  parse: (text) => (isValue(text) ? text : undefined),
  control: (value) => VALUES[value].fact,
  match: (value, facts) => VALUES[value].match(facts),
});
