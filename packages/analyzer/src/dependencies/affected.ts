import type { Ecosystem } from '../ir/language-names.js';
import { packagingOf } from '../languages/index.js';
import type { VersionOrder } from '../packages/version-order.js';

const MAX_LENGTH = 200;

/** A version that can be compared with others of its ecosystem. */
class Version {
  private constructor(
    private readonly order: VersionOrder,
    private readonly text: string,
  ) {}

  /** Undefined for text that is not a version, such as a Git reference. */
  static parse(ecosystem: Ecosystem, text: string): Version | undefined {
    const { versions } = packagingOf(ecosystem);
    const written = text.trim();
    const version = written === '' || written.length > MAX_LENGTH ? undefined : versions.read(written);
    return version === undefined ? undefined : new Version(versions, version);
  }

  /** Negative when this version is lower, 0 when both are equal, positive when it is higher. */
  compare(other: Version): number {
    return this.order.compare(this.text, other.text);
  }
}

/** An event of a range: versions are affected from `introduced` up to `fixed`, or through `last_affected`. */
export interface RangeEvent {
  readonly kind: 'introduced' | 'fixed' | 'last_affected' | 'limit';
  readonly version: string;
}

/** The versions of one package that an advisory affects. */
export interface Affected {
  readonly versions: readonly string[];
  readonly ranges: readonly (readonly RangeEvent[])[];
}

/** Whether a version is affected, and the versions with a fix, lowest first. */
interface Verdict {
  readonly affected: boolean;
  readonly fixedVersions: readonly string[];
}

interface VersionedEvent {
  readonly kind: RangeEvent['kind'];
  readonly text: string;
  /** Undefined for `0`, which is before all versions. */
  readonly version: Version | undefined;
}

const NOT_AFFECTED: Verdict = { affected: false, fixedVersions: [] };

const compareEvents = (one: VersionedEvent, other: VersionedEvent): number =>
  one.version === undefined || other.version === undefined
    ? Number(one.version !== undefined) - Number(other.version !== undefined)
    : one.version.compare(other.version);

/**
 * The events in the order of their versions; undefined when one of the versions is invalid, so that the range matches nothing.
 */
function versionedEvents(ecosystem: Ecosystem, events: readonly RangeEvent[]): VersionedEvent[] | undefined {
  const versioned = events.flatMap(({ kind, version }): VersionedEvent[] => {
    const beginning = kind === 'introduced' && version === '0';
    const parsed = beginning ? undefined : Version.parse(ecosystem, version);
    return beginning || parsed !== undefined ? [{ kind, text: version, version: parsed }] : [];
  });
  if (versioned.length < events.length) return undefined;
  // A range must have an `introduced` event; without one, it starts before all versions.
  if (!versioned.some(({ kind }) => kind === 'introduced'))
    versioned.push({ kind: 'introduced', text: '0', version: undefined });
  return versioned.sort(compareEvents);
}

/** The section "Evaluation" of the OSV format. */
function verdictOfRange(ecosystem: Ecosystem, events: readonly RangeEvent[], version: Version): Verdict {
  const all = versionedEvents(
    ecosystem,
    events.filter(({ kind, version: text }) => kind !== 'limit' || text !== '*'),
  );
  if (all === undefined) return NOT_AFFECTED;
  const limits = all.filter(({ kind }) => kind === 'limit');
  const isBefore = ({ version: other }: VersionedEvent): boolean =>
    other !== undefined && version.compare(other) < 0;
  if (limits.length > 0 && !limits.some(isBefore)) return NOT_AFFECTED;
  let affected = false;
  for (const event of all) {
    const distance = event.version === undefined ? 1 : version.compare(event.version);
    if (event.kind === 'introduced' && distance >= 0) affected = true;
    if (event.kind === 'fixed' && distance >= 0) affected = false;
    if (event.kind === 'last_affected' && distance > 0) affected = false;
  }
  const fixes = all.filter((event) => event.kind === 'fixed' && isBefore(event)).map(({ text }) => text);
  return affected ? { affected, fixedVersions: fixes } : NOT_AFFECTED;
}

/** Distinct versions, lowest first. */
export function inOrder(ecosystem: Ecosystem, versions: readonly string[]): string[] {
  const versioned = [...new Set(versions)].map((text) => ({ text, version: Version.parse(ecosystem, text) }));
  return versioned
    .sort((one, other) =>
      one.version !== undefined && other.version !== undefined ? one.version.compare(other.version) : 0,
    )
    .map(({ text }) => text);
}

/** Whether a range contains all versions, even unparsable ones. */
const holdsAll = (events: readonly RangeEvent[]): boolean =>
  events.some(({ kind, version }) => kind === 'introduced' && version === '0') &&
  events.every(({ kind, version }) => kind === 'introduced' || (kind === 'limit' && version === '*'));

/** Whether an advisory affects a version of its package: the version is listed, or a range contains it. */
export function verdictOf(ecosystem: Ecosystem, affected: Affected, text: string): Verdict {
  const version = Version.parse(ecosystem, text);
  const isListed = affected.versions.some((listed) => {
    if (listed === text) return true;
    const other = version === undefined ? undefined : Version.parse(ecosystem, listed);
    return other !== undefined && version?.compare(other) === 0;
  });
  const verdicts = affected.ranges.map((events): Verdict =>
    version === undefined
      ? { affected: holdsAll(events), fixedVersions: [] }
      : verdictOfRange(ecosystem, events, version),
  );
  return {
    affected: isListed || verdicts.some((verdict) => verdict.affected),
    fixedVersions: inOrder(
      ecosystem,
      verdicts.flatMap(({ fixedVersions }) => fixedVersions),
    ),
  };
}
