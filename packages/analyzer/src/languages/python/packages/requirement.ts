import { hasProviderKey } from '../../../credentials/providers.js';
import type { DependencySource } from '../../../packages/package-facts.js';

/** A requirement in the format of Python's tools (PEP 508): `name[extra]>=1,<2 ; marker`, `name @ https://…`. */
export interface Requirement {
  /** Normalized. */
  readonly name: string;
  /** As written; empty if any version will do, or the location if it is not from an index. */
  readonly range: string;
  readonly source: DependencySource;
  /** Whether it applies only to some platforms or versions of Python. */
  readonly conditional: boolean;
}

const MAX_LENGTH = 2000;
const NAME = /^([A-Za-z0-9](?:[A-Za-z0-9._-]*[A-Za-z0-9])?)\s*(?:\[[^\]]*\])?\s*/;
const CLAUSE = /^(?:===|==|~=|!=|<=|>=|<|>)\s*[^\s,;<>=!~]+$/;

/** A normalized package name (PEP 503): lower case, and `-` for each run of `-`, `_` and `.`. */
export const normalizedName = (name: string): string => name.toLowerCase().replaceAll(/[-_.]+/g, '-');

/** The source of a requirement by location: `git+https://…`, `https://…`, a path. */
export function locationSource(location: string): DependencySource {
  if (/^(?:git|hg|svn|bzr)\+|^git(?:@|:)|\.git(?:[@#]|$)/.test(location)) return 'git';
  return /^https?:/i.test(location) ? 'http' : 'file';
}

function isRange(text: string): boolean {
  const clauses = text.split(',').map((clause) => clause.trim());
  // A trailing comma is allowed, and an empty range is any version.
  if (clauses.at(-1) === '') clauses.pop();
  return clauses.every((clause) => CLAUSE.test(clause));
}

/** Parses one requirement; undefined when it is invalid. */
export function parseRequirement(text: string): Requirement | undefined {
  const trimmed = text.trim();
  const match = trimmed.length <= MAX_LENGTH ? NAME.exec(trimmed) : null;
  // A key in lower case could no longer be recognized by its format.
  if (match === null || hasProviderKey(match[1] ?? '')) return undefined;
  const name = normalizedName(match[1] ?? '');
  const rest = trimmed.slice(match[0].length);
  if (rest.startsWith('@')) {
    const [location = '', marker] = rest.slice(1).split(/\s;/, 2);
    const range = location.trim();
    return range === ''
      ? undefined
      : { name, range, source: locationSource(range), conditional: marker !== undefined };
  }
  const [specifier = '', marker] = rest.split(';', 2);
  const bare = specifier
    .trim()
    .replace(/^\((.*)\)$/, '$1')
    .trim();
  if (!isRange(bare)) return undefined;
  return { name, range: bare, source: 'registry', conditional: marker !== undefined };
}

/** The only version that a range allows (`==1.2.3`); undefined when it allows several. */
export function pinnedVersion(range: string): string | undefined {
  return /^===?\s*([^\s,;*]+)$/.exec(range)?.[1];
}
