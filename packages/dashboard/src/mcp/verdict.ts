import { SEVERITIES } from '../api/catalogs.gen.ts';
import type { Snapshot, Version, VersionDetail } from './mcp.queries.ts';

/** The verdict on a version: a sentence, and whether it is good news. */
export interface Verdict {
  readonly tone: 'good' | 'warn' | 'bad' | 'info';
  readonly sentence: string;
}

/** The findings in words, such as "2 high and 3 medium findings". */
export function findingsInWords(snapshot: Snapshot): string {
  const parts = SEVERITIES.flatMap((severity) => {
    const count = snapshot[`${severity}_findings`];
    return count === 0 ? [] : [`${count} ${severity}`];
  });
  if (parts.length === 0) return 'no findings';
  const list = parts.length === 1 ? parts[0] : `${parts.slice(0, -1).join(', ')} and ${parts.at(-1)}`;
  return `${list} ${snapshot.total_findings === 1 ? 'finding' : 'findings'}`;
}

/** What to think of a version, in one sentence. */
export function verdictOf(
  version: Version,
  detail: VersionDetail | undefined,
  snapshot: Snapshot | null,
): Verdict {
  if (detail?.revoked_at) {
    const reason = detail.revoked_reason ? `: ${detail.revoked_reason}` : '';
    return { tone: 'bad', sentence: `This version was revoked, and must not run${reason}.` };
  }
  if (snapshot === null) return withoutResults(version, detail);
  const summary = `a score of ${snapshot.global_score} (grade ${snapshot.grade}) and ${findingsInWords(snapshot)}`;
  if (!snapshot.complete) {
    return {
      tone: 'warn',
      sentence: `Not everything could be analyzed, so ${
        snapshot.certification_level === 0 ? 'it is not certified' : 'the level may be too low'
      }: ${summary} so far.`,
    };
  }
  return snapshot.certification_level === 0
    ? { tone: 'bad', sentence: `Not certified: it has ${summary}.` }
    : {
        tone: 'good',
        sentence: `Certified at level ${snapshot.certification_level} of 3: it has ${summary}.`,
      };
}

function withoutResults({ status }: Version, detail: VersionDetail | undefined): Verdict {
  if (status === 'FAILED') {
    const reason = detail?.failure_reason ? `: ${detail.failure_reason}` : '';
    return { tone: 'bad', sentence: `The analysis failed, so nothing is known about it${reason}.` };
  }
  return {
    tone: 'info',
    sentence:
      status === 'ANALYZING'
        ? 'It is being analyzed now; the result is there within a few minutes.'
        : 'It waits for its analysis, so nothing is known about it yet.',
  };
}
