/**
 * Names of organizations, packages and the like. They keep their original spelling and are unique regardless of case,
 * so each has a key by which the database compares it.
 */
const NAME = /^[A-Za-z0-9][A-Za-z0-9_-]*$/;

export const ORGANIZATION_MAX_LENGTH = 39;
export const PACKAGE_MAX_LENGTH = 100;

const rule = (max: number): string =>
  `must be 1 to ${max} letters, digits, "-" or "_", beginning with a letter or digit`;

export const ORGANIZATION_RULE = rule(ORGANIZATION_MAX_LENGTH);
export const PACKAGE_RULE = rule(PACKAGE_MAX_LENGTH);

const fits = (text: unknown, max: number): text is string =>
  typeof text === 'string' && text.length <= max && NAME.test(text);

/** Whether `text` can be the slug of an organization. */
export const isOrganizationSlug = (text: unknown): text is string => fits(text, ORGANIZATION_MAX_LENGTH);

/**
 * First segments of the product's own addresses and names, in lower case: an organization with one of these names could
 * pass for a part of the product. The test of reserved names derives the addresses from the documents.
 */
const RESERVED = new Set(
  (
    'account admin allow api assets auth check docs facets fonts grc health healthz hub idp invitations login logout ' +
    'mcp-hub mcps metrics oidc openapi operator orgs push ready readyz registry scans static system v0 v1'
  ).split(' '),
);

/** Whether the product itself uses a name, so that no organization can have it. */
export const isReservedName = (name: string): boolean => RESERVED.has(nameKey(name));

/** Whether `text` can be the name of a package. */
export const isPackageName = (text: unknown): text is string => fits(text, PACKAGE_MAX_LENGTH);

/** The form in which names are compared. */
export const nameKey = (name: string): string => name.toLowerCase();
