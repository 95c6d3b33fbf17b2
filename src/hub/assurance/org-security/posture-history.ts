import { DAY_MS } from '../../../common/values/durations.js';
import { oneDecimal } from '../posture/numbers.js';
import { SEVERITIES } from '../../catalog/mcps/mcp-values.js';
import type { PostureDay } from './org-posture.dto.js';

/** How the current snapshots of an organization's MCPs changed on a day. */
export interface ScoreChange {
  /** `YYYY-MM-DD` in UTC. */
  readonly day: string;
  /** Change of the sum of scores, and of the number of analyzed MCPs. */
  readonly score: number;
  readonly mcps: number;
}

/** How the number of open findings changed on a day. */
export interface FindingChange {
  readonly day: string;
  readonly severity: string;
  readonly change: number;
}

/** The days of a period in UTC, the oldest first; the last is that of `now`. */
export const daysUntil = (now: Date, count: number): string[] =>
  Array.from({ length: count }, (_each, index) =>
    new Date(now.getTime() - (count - 1 - index) * DAY_MS).toISOString().slice(0, 10),
  );

/** The state at the end of each day. What changed before the first day counts for the first day. */
export function postureHistory(
  days: readonly string[],
  scores: readonly ScoreChange[],
  findings: readonly FindingChange[],
): PostureDay[] {
  const scoresByDay = new Map(scores.map((change) => [change.day, change]));
  const findingsByDay = Map.groupBy(findings, ({ day }) => day);
  const open = new Map<string, number>();
  let [sum, mcps] = [0, 0];
  return days.map((date) => {
    sum += scoresByDay.get(date)?.score ?? 0;
    mcps += scoresByDay.get(date)?.mcps ?? 0;
    for (const { severity, change } of findingsByDay.get(date) ?? []) {
      open.set(severity, (open.get(severity) ?? 0) + change);
    }
    const [critical = 0, high = 0, medium = 0, low = 0] = SEVERITIES.map((each) => open.get(each) ?? 0);
    return {
      date,
      average_score: mcps === 0 ? null : oneDecimal(sum / mcps),
      mcps_analyzed: mcps,
      open: { critical, high, medium, low },
    };
  });
}
