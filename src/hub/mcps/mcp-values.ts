/** Who sees an MCP: everybody, or its organization alone (hub contract 9). */
export const VISIBILITIES = ['public', 'private'] as const;
export type McpVisibility = (typeof VISIBILITIES)[number];

/** Who stands behind an MCP. */
export const ORIGINS = ['official', 'verified', 'community'] as const;
export type McpOrigin = (typeof ORIGINS)[number];

/** Where a version stands on its way from source to registry (hub contract 10). */
export const VERSION_STATUSES = [
  'INGESTED',
  'ANALYZING',
  'CERTIFIED',
  'NOT_CERTIFIED',
  'FAILED',
  'PUBLISHED',
] as const;
export type McpVersionStatus = (typeof VERSION_STATUSES)[number];

/** Severities of findings, the worst first. */
export const SEVERITIES = ['critical', 'high', 'medium', 'low'] as const;
export type Severity = (typeof SEVERITIES)[number];
