/** Visibility of an MCP: everybody, or its organization only (hub contract 9). */
export const VISIBILITIES = ['public', 'private'] as const;
export type McpVisibility = (typeof VISIBILITIES)[number];

/** Who maintains an MCP. */
export const ORIGINS = ['official', 'verified', 'community'] as const;
export type McpOrigin = (typeof ORIGINS)[number];

export { isResult, VERSION_STATUSES, type McpVersionStatus } from '../version-order/version-statuses.js';
export { SEVERITIES, type Severity } from '@mcp-hub/analyzer/catalogs';
