import type { NewestVersion, Subject } from './subject.js';

const STATES: Readonly<Partial<Record<Subject['kind'], string>>> = {
  not_analyzed: 'is not analyzed yet',
  analysis_failed: 'could not be analyzed',
  incomplete_analysis: 'has no complete analysis',
};

/** Why `latest` is denied, and which version to use; undefined where another version was asked for. */
export function newestReason(subject: Subject): string | undefined {
  const newest = 'newest' in subject ? subject.newest : undefined;
  if (newest === undefined) return undefined;
  return `the newest version, ${newest.version}, ${stateOf(subject, newest)}; ${adviceOf(newest)}`;
}

function stateOf({ kind }: Subject, { isCertified }: NewestVersion): string {
  const state = STATES[kind];
  if (state !== undefined) return state;
  return isCertified
    ? 'is not what the registry calls latest, which has another version under that number or none'
    : 'is not certified, so that the registry has another one as its latest';
}

const adviceOf = ({ certified }: NewestVersion): string =>
  certified === null
    ? 'none of its last versions is certified'
    : `pin ${certified}, the newest certified version`;
