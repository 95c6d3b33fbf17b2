import type { ValueParser } from './value-parsers.js';

/** One configuration key: how its text is parsed, its default, and its documentation. */
export interface ConfigKey<T = unknown> {
  readonly parse: ValueParser<T>;
  /** Undefined when the product works without a value or derives one. */
  readonly fallback: T | undefined;
  /** How the documentation words the default where it is derived. */
  readonly fallbackNote?: string;
  readonly about: string;
  /** The value may be kept in a file that the variable `<NAME>_FILE` names. */
  readonly isSecret?: boolean;
}

/** Keys by their names. A YAML file nests them at their dots. */
export type ConfigKeys = Readonly<Record<string, ConfigKey>>;

/** The value of a key: without a fallback it may be absent. */
export type ConfigValue<Key extends ConfigKey> =
  Key extends ConfigKey<infer T> ? (undefined extends Key['fallback'] ? T | undefined : T) : never;

/** A key with a default. */
export const key = <T>(
  parse: ValueParser<T>,
  fallback: T,
  about: string,
): ConfigKey<T> & { fallback: T } => ({
  parse,
  fallback,
  about,
});

/** A key that may be absent. */
export const optional = <T>(parse: ValueParser<T>, fallbackNote: string, about: string): ConfigKey<T> => ({
  parse,
  fallback: undefined,
  fallbackNote,
  about,
});

/** The same key for a secret. */
export const confidential = <K extends ConfigKey>(given: K): K => ({ ...given, isSecret: true });

/** The environment variable of a key, which overrides the file. */
export const environmentName = (name: string): string => name.replaceAll('.', '_').toUpperCase();

/** The environment variable that names the file of a secret. */
export const secretFileName = (name: string): string => `${environmentName(name)}_FILE`;
