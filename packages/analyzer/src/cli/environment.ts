/**
 * What the command takes from its environment: where npm was called, and whether colours are wanted. The analyzer has no
 * configuration that it could be injected with, and nothing else of the environment has an influence on it.
 */
// eslint-disable-next-line no-restricted-properties -- the rule is for the server, whose settings are src/config's
export const ENVIRONMENT: Readonly<Record<string, string | undefined>> = process.env;
