import { parse, prerelease, rcompare } from 'semver';
import { BUILT_IN_RULES, type RuleName } from '../built-in-rules.js';
import { notPinned } from '../references.js';
import { LATEST, type Reference } from '../server-entry.js';
import type { DecisionEntry, DecisionsDocument } from './decisions-document.js';
import { referenceKey } from './reference-key.js';

/** What signed decisions say about a reference. */
export interface ReferenceVerdict {
  readonly decision: 'ALLOWED' | 'DENIED';
  /** Why it is denied; empty for what is allowed. */
  readonly reasons: readonly string[];
  /** What decided; null for what no policy is about. */
  readonly policy: RuleName | null;
  /** Of the bytes that were analyzed; null if they are not known. */
  readonly digest: string | null;
  readonly surfaceDigest: string | null;
  /** The version that is meant, with all that is known of it; undefined if there is none. */
  readonly entry: DecisionEntry | undefined;
  /** Whether only the missing pin denies it: of what it would start today, the decisions say `entry.decision`. */
  readonly isUnpinned: boolean;
}

/**
 * Decides about a reference by signed decisions, which `readDecisions` has verified. Pure: the same document and reference give the
 * same verdict. What the decisions do not have is denied, and so is a reference that pins no version.
 */
export function decide(document: DecisionsDocument, reference: Reference): ReferenceVerdict {
  const found = indexOf(document).find(reference);
  if (typeof found === 'string') {
    const unpinned = notPinned(reference, undefined);
    // What is not pinned has no version, either; the pin is what its user can change.
    return unpinned === undefined || found === NO_SERVER
      ? denied([found], BUILT_IN_RULES.not_found)
      : denied([unpinned], BUILT_IN_RULES.not_pinned);
  }
  // What nobody has analyzed is no better pin.
  const newest = found.score === null ? undefined : (found.semver ?? found.version);
  const verdict = ofEntry(found, notPinned(reference, newest));
  if (reference.version !== LATEST || found.decision === 'ALLOWED' || found.score !== null) return verdict;
  const pin = indexOf(document).highestAllowed(reference);
  const about = `it would be ${found.semver ?? found.version}, the newest version; `;
  const advice =
    pin === undefined ? 'no other number of it is allowed' : `pin ${pin}, the newest allowed one`;
  return { ...verdict, reasons: [...verdict.reasons, about + advice] };
}

/** @param unpinned why it is denied without a pin */
function ofEntry(entry: DecisionEntry, unpinned?: string): ReferenceVerdict {
  const isUnpinned = unpinned !== undefined;
  const reasons = [...(isUnpinned ? [unpinned] : []), ...(entry.decision === 'ALLOWED' ? [] : entry.reasons)];
  return {
    decision: isUnpinned ? 'DENIED' : entry.decision,
    reasons: entry.decision === 'DENIED' && reasons.length === 0 ? ['it is denied'] : reasons,
    policy: isUnpinned ? BUILT_IN_RULES.not_pinned : entry.policy,
    digest: entry.digest,
    surfaceDigest: entry.surface_digest,
    entry,
    isUnpinned,
  };
}

/**
 * Decides about the version that `mcp-hub run` starts by a name without a version. The decisions say which one it is, so that
 * its bytes are as certain as those of a version that was named.
 */
export function decideNewest(document: DecisionsDocument, name: string): ReferenceVerdict {
  const found = indexOf(document).newest(name);
  return typeof found === 'string' ? denied([found], BUILT_IN_RULES.not_found) : ofEntry(found);
}

const denied = (reasons: readonly string[], policy: RuleName): ReferenceVerdict => ({
  decision: 'DENIED',
  reasons,
  policy,
  digest: null,
  surfaceDigest: null,
  entry: undefined,
  isUnpinned: false,
});

const NO_SERVER = 'the decisions name no such server';
const NO_VERSION = 'the decisions name no such version of the server';
const NO_NEWEST = 'the decisions have no allowed version of it that can be fetched; name a version';
const SEVERAL = 'the decisions have several versions that this may mean';

const COMMIT = /^[0-9a-f]{7,64}$/;
const PREFIX = 7;

/** The versions of one name. */
interface Named {
  readonly versions: Map<string, DecisionEntry | null>;
  readonly numbers: Map<string, DecisionEntry | null>;
  /** By the first digits. */
  readonly commits: Map<string, { readonly commit: string; readonly entry: DecisionEntry }[]>;
  /** Null if there are several. */
  newest?: DecisionEntry | null;
}

/** The entries of a document by their names and versions. */
class DecisionIndex {
  private readonly names = new Map<string, Named>();

  constructor(private readonly document: DecisionsDocument) {
    for (const entry of document.entries) {
      for (const reference of entry.references) {
        const named = this.named(reference.name);
        if (reference.starts_newest === true) named.newest = named.newest === undefined ? entry : null;
        for (const version of reference.versions) put(named.versions, version, entry);
        for (const number of reference.numbers) put(named.numbers, number, entry);
        for (const commit of reference.commits) {
          const start = commit.slice(0, PREFIX);
          named.commits.set(start, [...(named.commits.get(start) ?? []), { commit, entry }]);
        }
      }
    }
  }

  /** The entry of a reference, or why there is none. The kinds of versions are tried as the hub tries them. */
  find({ name, version }: Reference): DecisionEntry | string {
    const key = referenceKey(name, this.document.code_hosts);
    const named = key === undefined ? undefined : this.names.get(key);
    if (named === undefined || key === undefined) return NO_SERVER;
    // A digest as the name says everything.
    const text = version.toLowerCase() === key ? LATEST : version;
    const number = numberOf(text);
    for (const found of [
      named.versions.get(text),
      number === undefined ? undefined : named.numbers.get(number),
      byCommit(named, text.toLowerCase()),
    ]) {
      if (found === null) return SEVERAL;
      if (found !== undefined) return found;
    }
    return NO_VERSION;
  }

  /** The highest number of a name that is allowed, final ones first. */
  highestAllowed({ name }: Reference): string | undefined {
    const key = referenceKey(name, this.document.code_hosts);
    const numbers = key === undefined ? undefined : this.names.get(key)?.numbers;
    const allowed = [...(numbers ?? [])].flatMap(([number, entry]) =>
      entry?.decision === 'ALLOWED' ? [number] : [],
    );
    const finals = allowed.filter((number) => prerelease(number) === null);
    return (finals.length > 0 ? finals : allowed).sort(rcompare)[0];
  }

  /** The entry of a name without a version, or why there is none. */
  newest(name: string): DecisionEntry | string {
    const key = referenceKey(name, this.document.code_hosts);
    const named = key === undefined ? undefined : this.names.get(key);
    if (named === undefined) return NO_SERVER;
    return named.newest === null ? SEVERAL : (named.newest ?? NO_NEWEST);
  }

  private named(name: string): Named {
    const known = this.names.get(name);
    if (known !== undefined) return known;
    const named: Named = { versions: new Map(), numbers: new Map(), commits: new Map() };
    this.names.set(name, named);
    return named;
  }
}

/** What two entries have means neither of them. */
function put(map: Map<string, DecisionEntry | null>, text: string, entry: DecisionEntry): void {
  const known = map.get(text);
  map.set(text, known === undefined || known === entry ? entry : null);
}

/** A semantic version without its leading `v`; undefined for anything else. */
function numberOf(text: string): string | undefined {
  const plain = text.replace(/^v/i, '');
  const parsed = /^\d/.test(plain) ? parse(plain) : null;
  return parsed?.raw === plain ? plain : undefined;
}

/** Null if several commits begin like this. */
function byCommit({ commits }: Named, text: string): DecisionEntry | null | undefined {
  if (!COMMIT.test(text)) return undefined;
  const found = (commits.get(text.slice(0, PREFIX)) ?? []).filter(({ commit }) => commit.startsWith(text));
  const entries = new Set(found.map(({ entry }) => entry));
  const [entry] = entries;
  return entries.size > 1 ? null : entry;
}

const indexes = new WeakMap<DecisionsDocument, DecisionIndex>();

/** The index of a document, which is made once. */
function indexOf(document: DecisionsDocument): DecisionIndex {
  const known = indexes.get(document) ?? new DecisionIndex(document);
  indexes.set(document, known);
  return known;
}
