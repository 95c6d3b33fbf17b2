/** Visibility of an MCP: everybody, or its organization only (hub contract 9). */
export const VISIBILITIES = ['public', 'private'] as const;
export type McpVisibility = (typeof VISIBILITIES)[number];

/** Who maintains an MCP. */
export const ORIGINS = ['official', 'verified', 'community'] as const;
export type McpOrigin = (typeof ORIGINS)[number];

/** Status of a version on its way from source to registry (hub contract 10). */
export const VERSION_STATUSES = [
  'INGESTED',
  'ANALYZING',
  'CERTIFIED',
  'NOT_CERTIFIED',
  'FAILED',
  'PUBLISHED',
] as const;
export type McpVersionStatus = (typeof VERSION_STATUSES)[number];

/** Severities of findings, worst first. */
export const SEVERITIES = ['critical', 'high', 'medium', 'low'] as const;
export type Severity = (typeof SEVERITIES)[number];
