import type { ResourcePattern } from '../../access/resource-pattern.js';
import { Glob, WILDCARD } from '../../common/values/glob.js';
import { nameKey } from '../../common/values/names.js';
import type { PrivateCandidates } from './catalog-order.js';

/** What a pattern may reach: the packages of an organization, or one of them when `nameKey` is there. */
interface Candidate {
  readonly orgKey: string;
  readonly nameKey: string | undefined;
}

const NONE: PrivateCandidates = { orgs: [], packages: [] };

/**
 * The private packages that lists of patterns may reach, so that a list of packages reads no others; undefined when they
 * can be of any organization. A package must be granted by every list, so the lists bound each other. Keys know no case
 * and a wildcard in a name stands for all of an organization: whoever reads a candidate still matches it exactly.
 */
export function privateCandidates(
  grants: readonly (readonly Pick<ResourcePattern, 'text'>[])[],
): PrivateCandidates | undefined {
  if (grants.length === 0) return NONE;
  const lists = grants.map(candidatesOf).filter((list) => list !== undefined);
  const [first, ...others] = lists;
  return first && separate(others.reduce(intersection, first));
}

/** `undefined` when a pattern may reach packages of any organization. */
function candidatesOf(patterns: readonly Pick<ResourcePattern, 'text'>[]): Candidate[] | undefined {
  const candidates: Candidate[] = [];
  for (const { text } of patterns) {
    const candidate = candidateOf(text);
    if (candidate === 'any') return undefined;
    if (candidate !== undefined) candidates.push(candidate);
  }
  return candidates;
}

/** What a pattern may reach among `org/<organization>/mcp/<name>`; undefined for nothing, such as `catalog`. */
function candidateOf(text: string): Candidate | 'any' | undefined {
  const isPrefix = text.endsWith('/');
  const segments = (isPrefix ? text.slice(0, -1) : text).split('/');
  if (isPrefix ? segments.length > 3 : segments.length !== 4) return undefined;
  const [root = '', org = WILDCARD, kind = WILDCARD, name = WILDCARD] = segments;
  if (!new Glob(root).fits('org') || !new Glob(kind).fits('mcp')) return undefined;
  if (org.includes(WILDCARD)) return 'any';
  return { orgKey: nameKey(org), nameKey: name.includes(WILDCARD) ? undefined : nameKey(name) };
}

/** Texts of candidates; no key contains `/`. */
const keyOf = ({ orgKey, nameKey: name }: Candidate): string => `${orgKey}/${name ?? ''}`;

/** Whether a list, as the keys of its candidates, holds all of a candidate. */
const holds = (keys: ReadonlySet<string>, candidate: Candidate): boolean =>
  keys.has(`${candidate.orgKey}/`) || keys.has(keyOf(candidate));

function intersection(one: readonly Candidate[], other: readonly Candidate[]): Candidate[] {
  const [ofOne, ofOther] = [new Set(one.map(keyOf)), new Set(other.map(keyOf))];
  return [
    ...one.filter((candidate) => holds(ofOther, candidate)),
    ...other.filter((candidate) => holds(ofOne, candidate)),
  ];
}

/** Whole organizations, and what is not theirs; each once. */
function separate(candidates: readonly Candidate[]): PrivateCandidates {
  const orgs = new Set(candidates.filter((one) => one.nameKey === undefined).map((one) => one.orgKey));
  const packages = new Map(
    candidates.flatMap(({ orgKey, nameKey: name }) =>
      name === undefined || orgs.has(orgKey) ? [] : [[`${orgKey}/${name}`, { orgKey, nameKey: name }]],
    ),
  );
  return { orgs: [...orgs], packages: [...packages.values()] };
}
