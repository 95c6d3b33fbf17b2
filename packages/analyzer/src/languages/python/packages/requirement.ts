import { hasProviderKey } from '../../../credentials/providers.js';
import type { DependencySource } from '../../../packages/package-facts.js';

/** A dependency as Python's tools write it (PEP 508): `name[extra]>=1,<2 ; marker`, `name @ https://…`. */
export interface Requirement {
  /** Normalised. */
  readonly name: string;
  /** As written; empty when any version will do, the place for one that is not from an index. */
  readonly range: string;
  readonly source: DependencySource;
  /** It is asked for on some platforms or versions of Python alone. */
  readonly conditional: boolean;
}

const MAX_LENGTH = 2000;
const NAME = /^([A-Za-z0-9](?:[A-Za-z0-9._-]*[A-Za-z0-9])?)\s*(?:\[[^\]]*\])?\s*/;
const CLAUSE = /^(?:===|==|~=|!=|<=|>=|<|>)\s*[^\s,;<>=!~]+$/;

/** A name as the index knows it (PEP 503): lower case, and `-` for each run of `-`, `_` and `.`. */
export const normalizedName = (name: string): string => name.toLowerCase().replaceAll(/[-_.]+/g, '-');

/** Where something comes from that is no name in an index: `git+https://…`, `https://…`, a path. */
export function locationSource(place: string): DependencySource {
  if (/^(?:git|hg|svn|bzr)\+|^git(?:@|:)|\.git(?:[@#]|$)/.test(place)) return 'git';
  return /^https?:/i.test(place) ? 'http' : 'file';
}

function isRange(text: string): boolean {
  const clauses = text.split(',').map((clause) => clause.trim());
  // A comma at the end is allowed, and no range is any version.
  if (clauses.at(-1) === '') clauses.pop();
  return clauses.every((clause) => CLAUSE.test(clause));
}

/** Reads one requirement; undefined when it is none. */
export function parseRequirement(text: string): Requirement | undefined {
  const trimmed = text.trim();
  const match = trimmed.length <= MAX_LENGTH ? NAME.exec(trimmed) : null;
  // In lower case, a key could no more be recognized by its format.
  if (match === null || hasProviderKey(match[1] ?? '')) return undefined;
  const name = normalizedName(match[1] ?? '');
  const rest = trimmed.slice(match[0].length);
  if (rest.startsWith('@')) {
    const [place = '', marker] = rest.slice(1).split(/\s;/, 2);
    const range = place.trim();
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

/** The one version that a range allows (`==1.2.3`); undefined when it allows several. */
export function pinnedVersion(range: string): string | undefined {
  return /^===?\s*([^\s,;*]+)$/.exec(range)?.[1];
}
