// `versions` is no slug: `/mcps/{mcpId}/versions` lists versions.
const NAME = /^[a-z0-9][a-z0-9_-]{0,38}\/(?!versions$)[a-z0-9][a-z0-9_-]{0,99}$/i;

/** Whether a text is a valid name of an MCP, `owner/slug`, like that of its package in the registry. */
export const isMcpName = (text: unknown): text is string => typeof text === 'string' && NAME.test(text);
