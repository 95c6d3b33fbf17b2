import { hasProviderKey } from '../../../credentials/providers.js';
import type { DependencySource } from '../../../packages/package-facts.js';
import { normalizedPypiName, PYPI_NAME } from '../../../packages/package-names.js';
import { locationSource, versionAt } from './location.js';

/** A requirement in the format of Python's tools (PEP 508): `name[extra]>=1,<2 ; marker`, `name @ https://…`. */
export interface Requirement {
  /** Normalized. */
  readonly name: string;
  /** As written; empty if any version will do, or the location if it is not from an index. */
  readonly range: string;
  readonly source: DependencySource;
  /** The only version that it allows, or that its location names. */
  readonly version?: string;
  /** When it applies: `sys_platform == "win32"`. */
  readonly marker?: string;
}

const MAX_LENGTH = 2000;
const NAME = new RegExp(`^(${PYPI_NAME})\\s*(?:\\[[^\\]]*\\])?\\s*`);
const CLAUSE = /^(?:===|==|~=|!=|<=|>=|<|>)\s*[^\s,;<>=!~]+$/;
const EXACT = /^===?\s*([^\s*]+)$/;

/** The clauses of a range. A trailing comma is allowed, and an empty range is any version. */
function clausesOf(range: string): string[] {
  const clauses = range.split(',').map((clause) => clause.trim());
  if (clauses.at(-1) === '') clauses.pop();
  return clauses;
}

/** The only version that a range allows (`==1.2.3`, also among other clauses); undefined when it allows several. */
export const pinnedVersion = (range: string): string | undefined =>
  clausesOf(range)
    .map((clause) => EXACT.exec(clause)?.[1])
    .find((version) => version !== undefined);

/** A requirement from a location, with the version that this names. */
export function locatedAt(name: string, location: string, marker: string | undefined): Requirement {
  const source = locationSource(location);
  const version = versionAt(location, source, name);
  return {
    name,
    range: location,
    source,
    ...(version !== undefined && { version }),
    ...(marker !== undefined && { marker: marker.trim() }),
  };
}

/** A text before and after a separator; the second is undefined without one. */
function splitAt(text: string, separator: RegExp): [before: string, after: string | undefined] {
  const match = separator.exec(text);
  return match === null
    ? [text, undefined]
    : [text.slice(0, match.index), text.slice(match.index + match[0].length)];
}

/** A location, and the marker behind it: after a URL, that is separated by whitespace. */
export const splitLocation = (text: string): [location: string, marker: string | undefined] => {
  const [location, marker] = splitAt(text, /\s;/);
  return [location.trim(), marker];
};

/** Parses one requirement; undefined when it is invalid. */
export function parseRequirement(text: string): Requirement | undefined {
  const trimmed = text.trim();
  const match = trimmed.length <= MAX_LENGTH ? NAME.exec(trimmed) : null;
  // A key in lower case could no longer be recognized by its format.
  if (match === null || hasProviderKey(match[1] ?? '')) return undefined;
  const name = normalizedPypiName(match[1] ?? '');
  const rest = trimmed.slice(match[0].length);
  if (rest.startsWith('@')) {
    const [location, marker] = splitLocation(rest.slice(1));
    return location === '' ? undefined : locatedAt(name, location, marker);
  }
  const [specifier, marker] = splitAt(rest, /;/);
  const bare = specifier
    .trim()
    .replace(/^\((.*)\)$/, '$1')
    .trim();
  if (!clausesOf(bare).every((clause) => CLAUSE.test(clause))) return undefined;
  const version = pinnedVersion(bare);
  return {
    name,
    range: bare,
    source: 'registry',
    ...(version !== undefined && { version }),
    ...(marker !== undefined && { marker: marker.trim() }),
  };
}
