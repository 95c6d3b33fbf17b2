/** What a policy does with an MCP that it matches (hub contract 11). */
export const POLICY_ACTIONS = ['DENY', 'WARN', 'ALLOW'] as const;
export type PolicyAction = (typeof POLICY_ACTIONS)[number];
