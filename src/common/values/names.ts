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

/** Whether `text` can be the name of a package. */
export const isPackageName = (text: unknown): text is string => fits(text, PACKAGE_MAX_LENGTH);

/** The form in which names are compared. */
export const nameKey = (name: string): string => name.toLowerCase();
