import type { ResourcePattern } from '../../auth/rules/resource-pattern.js';
import { Glob, WILDCARD } from '../../common/values/glob.js';
import { nameKey } from '../../common/values/names.js';
import type { PrivateCandidates } from './catalog-order.js';

/** A candidate: all packages of an organization, or the one with `nameKey`. */
interface Candidate {
  readonly orgKey: string;
  readonly nameKey: string | undefined;
}

const NONE: PrivateCandidates = { orgs: [], packages: [] };

/**
 * The private packages that lists of patterns may match, so that a catalog query reads no others; undefined if they can
 * be in any organization. A package must be granted by every list, so the result is their intersection. It is a
 * superset: keys are case-insensitive, and a wildcard in a name covers a whole organization, so each candidate must
 * still be matched exactly.
 */
export function privateCandidates(
  grants: readonly (readonly Pick<ResourcePattern, 'text'>[])[],
): PrivateCandidates | undefined {
  if (grants.length === 0) return NONE;
  const lists = grants.map(candidatesOf).filter((list) => list !== undefined);
  const [first, ...others] = lists;
  return first && separate(others.reduce(intersection, first));
}

/** `undefined` if a pattern may match packages of any organization. */
function candidatesOf(patterns: readonly Pick<ResourcePattern, 'text'>[]): Candidate[] | undefined {
  const candidates: Candidate[] = [];
  for (const { text } of patterns) {
    const candidate = candidateOf(text);
    if (candidate === 'any') return undefined;
    if (candidate !== undefined) candidates.push(candidate);
  }
  return candidates;
}

/** What a pattern may match among `org/<organization>/mcp/<name>`; undefined for nothing, such as `catalog`. */
function candidateOf(text: string): Candidate | 'any' | undefined {
  const isPrefix = text.endsWith('/');
  const segments = (isPrefix ? text.slice(0, -1) : text).split('/');
  if (isPrefix ? segments.length > 3 : segments.length !== 4) return undefined;
  const [root = '', org = WILDCARD, kind = WILDCARD, name = WILDCARD] = segments;
  if (!new Glob(root).fits('org') || !new Glob(kind).fits('mcp')) return undefined;
  if (org.includes(WILDCARD)) return 'any';
  return { orgKey: nameKey(org), nameKey: name.includes(WILDCARD) ? undefined : nameKey(name) };
}

/** Candidates as strings; no key contains `/`. */
const keyOf = ({ orgKey, nameKey: name }: Candidate): string => `${orgKey}/${name ?? ''}`;

/** Whether a list, given as candidate strings, covers a candidate. */
const holds = (keys: ReadonlySet<string>, candidate: Candidate): boolean =>
  keys.has(`${candidate.orgKey}/`) || keys.has(keyOf(candidate));

function intersection(one: readonly Candidate[], other: readonly Candidate[]): Candidate[] {
  const [ofOne, ofOther] = [new Set(one.map(keyOf)), new Set(other.map(keyOf))];
  return [
    ...one.filter((candidate) => holds(ofOther, candidate)),
    ...other.filter((candidate) => holds(ofOne, candidate)),
  ];
}

/** Whole organizations, and single packages of others, without duplicates. */
function separate(candidates: readonly Candidate[]): PrivateCandidates {
  const orgs = new Set(candidates.filter((one) => one.nameKey === undefined).map((one) => one.orgKey));
  const packages = new Map(
    candidates.flatMap(({ orgKey, nameKey: name }) =>
      name === undefined || orgs.has(orgKey) ? [] : [[`${orgKey}/${name}`, { orgKey, nameKey: name }]],
    ),
  );
  return { orgs: [...orgs], packages: [...packages.values()] };
}
