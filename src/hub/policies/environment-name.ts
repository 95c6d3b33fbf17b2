const NAME = /^[\x21-\x7e](?:[\x20-\x7e]{0,98}[\x21-\x7e])?$/;

/** The rule, as an error message tells it. */
export const ENVIRONMENT_RULE = 'must be 1 to 100 printable ASCII characters without spaces at the ends';

/** Most environments of one policy. */
export const MAX_ENVIRONMENTS = 20;

/** The rule of a policy's list, as an error message tells it. */
export const ENVIRONMENTS_RULE = `must be a list of at most ${MAX_ENVIRONMENTS} different names; each ${ENVIRONMENT_RULE}`;

/** Whether `value` can be the name of an environment, such as `production`. */
export const isEnvironmentName = (value: unknown): value is string =>
  typeof value === 'string' && NAME.test(value);

/** The form in which they are compared: without regard to case, so that no policy misses its environment by it. */
export const environmentKey = (name: string): string => name.toLowerCase();

/** Whether `value` is a list of environments to which a policy can be limited. */
export const isEnvironmentList = (value: unknown): boolean =>
  Array.isArray(value) &&
  value.length <= MAX_ENVIRONMENTS &&
  value.every(isEnvironmentName) &&
  new Set(value.map(environmentKey)).size === value.length;
