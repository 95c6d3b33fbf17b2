import type { ValueParser } from './value-parsers.js';

/** One configuration key: how its text is parsed, its default, and its documentation. */
export interface ConfigKey<T = unknown> {
  readonly parse: ValueParser<T>;
  /** Undefined if the key is optional or its default is derived. */
  readonly fallback: T | undefined;
  /** Description of a derived default in the documentation. */
  readonly fallbackNote?: string;
  readonly about: string;
  /** Whether the value can be read from a file named by the variable `<NAME>_FILE`. */
  readonly isSecret?: boolean;
}

/** Keys by name. A YAML file nests them at the dots. */
export type ConfigKeys = Readonly<Record<string, ConfigKey>>;

/** The value of a key; it may be undefined if the key has no fallback. */
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

/** An optional key. */
export const optional = <T>(parse: ValueParser<T>, fallbackNote: string, about: string): ConfigKey<T> => ({
  parse,
  fallback: undefined,
  fallbackNote,
  about,
});

/** Marks a key as a secret. */
export const confidential = <K extends ConfigKey>(given: K): K => ({ ...given, isSecret: true });

/** The environment variable of a key, which overrides the file. */
export const environmentName = (name: string): string => name.replaceAll('.', '_').toUpperCase();

/** The environment variable with the path of a secret's file. */
export const secretFileName = (name: string): string => `${environmentName(name)}_FILE`;
