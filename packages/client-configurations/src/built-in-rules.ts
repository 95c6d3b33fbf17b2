/** A policy, or a rule that every gate has, as the reason of a denial. */
export interface RuleName {
  /** A UUID. */
  readonly id: string;
  readonly name: string;
}

// No random UUID of version 4 begins like this, so that no policy has such an id.
const PREFIX = '00000000-0000-4000-8000-';

const rule = (number: number, name: string): RuleName => ({
  id: `${PREFIX}${String(number).padStart(12, '0')}`,
  name: `Built-in rule: ${name}`,
});

/**
 * The rules by which the gate denies without a policy (hub contract 12). Ids and names never change, because clients and
 * recorded evaluations have them; a new rule gets the next number.
 */
export const BUILT_IN_RULES = {
  not_found: rule(1, 'unknown server or version'),
  ambiguous: rule(2, 'ambiguous reference'),
  withdrawn: rule(3, 'organization suspended or deleted'),
  not_analyzed: rule(4, 'version not analyzed'),
  incomplete_analysis: rule(5, 'incomplete analysis'),
  analysis_failed: rule(6, 'failed analysis'),
  revoked: rule(7, 'revoked version'),
  unreadable_policy: rule(8, 'unreadable policy'),
  not_pinned: rule(9, 'no pinned version'),
  local_program: rule(10, 'program of the machine'),
  not_understood: rule(11, 'unknown command'),
  local_analysis: rule(12, 'analysis on this machine'),
  no_server: rule(13, 'no MCP server in the package'),
  not_confirmed: rule(14, 'start not confirmed by the analysis'),
  changed_by_folder: rule(15, 'file of the folder'),
} as const satisfies Readonly<Record<string, RuleName>>;

export type BuiltInRule = keyof typeof BUILT_IN_RULES;

/** Whether an id is one of a built-in rule, also of one that a newer hub has. */
export const isBuiltInRule = (id: string): boolean => id.startsWith(PREFIX);
