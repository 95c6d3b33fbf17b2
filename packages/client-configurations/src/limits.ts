import type { Value } from './documents/values.js';

/**
 * What of a configuration is read at most, whoever reads it. Real ones are far below; a program that writes one could go
 * on forever. What is too much of one entry makes that entry refused, and the others are read; anything else makes the
 * file unreadable.
 */
export const CONFIGURATION_LIMITS = {
  /** Files of one run of a command. */
  files: 100,
  /** Servers of one run of a command, in all its files. */
  servers: 10_000,
  /** Bytes of a file; requests to the hub allow less. */
  fileBytes: 10 * 1024 * 1024,
  /** Objects and lists inside of each other; the parser is recursive. */
  depth: 64,
  /** Tokens of a JSON file, each of which takes memory. */
  tokens: 1_000_000,
  /** Tokens and lines of a TOML or YAML file, whose parsers are slower. */
  markupTokens: 20_000,
  /** Lines of a plain list, with empty ones and comments. */
  lines: 100_000,
  /** Characters of a line without its comment. */
  lineLength: 4096,
  /** Characters of the name of an entry. */
  nameLength: 1000,
  /** Items of each list of an entry, such as its arguments. */
  items: 1000,
  /** Members of each object of an entry, such as its variables and headers. */
  members: 1000,
  /** Characters of each text of an entry, such as an argument or the value of a variable. */
  textLength: 32_768,
  /** Packages, images and addresses that one entry starts. */
  references: 50,
} as const;

/** What a hub accepts in one evaluation (hub contract 12). */
export const EVALUATION_LIMITS = {
  /** Servers. */
  items: 1000,
  /** UTF-16 code units of a name, which may be an address. */
  nameLength: 400,
  /** UTF-16 code units of a version. */
  versionLength: 200,
} as const;

const { items, members, textLength, nameLength, references } = CONFIGURATION_LIMITS;

const tooMany = (field: string, count: number, what: string, max: number): string =>
  `${field} has ${count} ${what}; at most ${max} are read`;

/** The name of an entry as it is shown: never longer than is read. */
export const entryName = (name: string): string => name.slice(0, nameLength).toWellFormed();

/**
 * What of an entry is too much, with the field; undefined if nothing is.
 * @param name that of the entry
 */
export function excessOf(name: string, value: Value): string | undefined {
  if (name.length > nameLength)
    return `its name has ${name.length} characters; at most ${nameLength} are read`;
  return excessIn('', value);
}

/** Why an entry is refused that starts so many things; undefined if it is not. */
export const tooManyReferences = (count: number): string | undefined =>
  count > references ? `it starts ${count} packages; at most ${references} are read` : undefined;

function excessIn(field: string, value: Value): string | undefined {
  if (value.kind === 'text') {
    const { length } = value.text;
    return length > textLength ? tooMany(field, length, 'characters', textLength) : undefined;
  }
  if (value.kind === 'list') {
    return value.items.length > items
      ? tooMany(field, value.items.length, 'items', items)
      : first(value.items, (item, index) => excessIn(`${field}[${index}]`, item));
  }
  if (value.kind !== 'object') return undefined;
  if (value.members.length > members) {
    return tooMany(field === '' ? 'it' : field, value.members.length, 'members', members);
  }
  return first(value.members, ({ name, value: inner }) => {
    const path = field === '' ? shortened(name) : `${field}.${shortened(name)}`;
    return name.length > textLength
      ? tooMany(path, name.length, 'characters in its name', textLength)
      : excessIn(path, inner);
  });
}

const MAX_SHOWN = 60;
const shortened = (name: string): string =>
  (name.length > MAX_SHOWN ? `${name.slice(0, MAX_SHOWN)}…` : name).toWellFormed();

function first<T, R>(list: readonly T[], find: (item: T, index: number) => R | undefined): R | undefined {
  for (const [index, item] of list.entries()) {
    const found = find(item, index);
    if (found !== undefined) return found;
  }
  return undefined;
}
