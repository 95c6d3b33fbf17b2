import { isOrganizationSlug, isPackageName, nameKey } from '../../common/values/names.js';

/** The rule in an error message. */
export const MCP_NAME_RULE =
  'must be owner/slug, of up to 39 and 100 letters, digits, "-" or "_", each beginning with a letter or digit; "versions" is no slug';

/** Whether `text` is a valid slug. `versions` is not: `/mcps/{mcpId}/versions` lists versions. */
export const isMcpSlug = (text: unknown): text is string =>
  isPackageName(text) && nameKey(text) !== 'versions';

/** Whether `text` is a valid name of an MCP, `owner/slug`, like that of its package in the registry. */
export function isMcpName(text: unknown): text is string {
  if (typeof text !== 'string') return false;
  const [owner, slug, ...rest] = text.split('/');
  return isOrganizationSlug(owner) && isMcpSlug(slug) && rest.length === 0;
}
