import { isPackageName, nameKey } from '../../../common/values/names.js';

export { isMcpName } from '@mcp-hub/client-configurations/names';

/** The rule in an error message. */
export const MCP_NAME_RULE =
  'must be owner/slug, of up to 39 and 100 letters, digits, "-" or "_", each beginning with a letter or digit; "versions" is no slug';

/** Whether `text` is a valid slug. `versions` is not: `/mcps/{mcpId}/versions` lists versions. */
export const isMcpSlug = (text: unknown): text is string =>
  isPackageName(text) && nameKey(text) !== 'versions';
