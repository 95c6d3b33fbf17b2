/**
 * The topic of messages about versions with their first complete results: `{snapshot_id}`, and with `after` only for
 * organizations with greater ids. Their key is the id of the MCP.
 */
export const ANALYZED_VERSIONS = 'hub.analyzed-versions';
