const NAME = /^[\x21-\x7e](?:[\x20-\x7e]{0,98}[\x21-\x7e])?$/;

/** The rule in an error message. */
export const ENVIRONMENT_RULE = 'must be 1 to 100 printable ASCII characters without spaces at the ends';

/** The environment of an evaluation that names none: only policies for all environments apply. */
export const NO_ENVIRONMENT = '';

/** What a missing environment means, in the OpenAPI document. */
export const NO_ENVIRONMENT_DESCRIPTION = 'Without it, only the policies for all environments apply.';

/** Maximum number of environments in one policy. */
export const MAX_ENVIRONMENTS = 20;

/** The rule for a policy's list, in an error message. */
export const ENVIRONMENTS_RULE = `must be a list of at most ${MAX_ENVIRONMENTS} different names; each ${ENVIRONMENT_RULE}`;

/** Whether `value` can be the name of an environment, such as `production`. */
export const isEnvironmentName = (value: unknown): value is string =>
  typeof value === 'string' && NAME.test(value);

/**
 * The key for comparing names: case-insensitive, so that a policy does not miss its environment by a difference of
 * case.
 */
export const environmentKey = (name: string): string => name.toLowerCase();

/** The different environments that policies name, each in one spelling by its key. */
export const namedEnvironments = (
  policies: readonly { readonly environments: readonly string[] }[],
): ReadonlyMap<string, string> =>
  new Map(policies.flatMap(({ environments }) => environments).map((name) => [environmentKey(name), name]));

/** Whether `value` is a valid list of environments for a policy. */
export const isEnvironmentList = (value: unknown): boolean =>
  Array.isArray(value) &&
  value.length <= MAX_ENVIRONMENTS &&
  value.every(isEnvironmentName) &&
  new Set(value.map(environmentKey)).size === value.length;
