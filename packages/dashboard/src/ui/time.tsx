const EXACT = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' });
const DAY = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium' });
const RELATIVE = new Intl.RelativeTimeFormat(undefined, { numeric: 'auto' });

const STEPS: readonly (readonly [Intl.RelativeTimeFormatUnit, number])[] = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
];
const MAX_RELATIVE_MS = 30 * 86_400_000;

/** A moment relative to now if it is within a month, such as "2 hours ago", and else its day. */
function relativeTime(at: Date, now: Date): string {
  const distance = at.getTime() - now.getTime();
  if (Math.abs(distance) > MAX_RELATIVE_MS) return DAY.format(at);
  const [unit, length] = STEPS.find(([, ms]) => Math.abs(distance) >= ms) ?? (['second', 1000] as const);
  return unit === 'second'
    ? RELATIVE.format(0, 'second')
    : RELATIVE.format(Math.trunc(distance / length), unit);
}

interface TimeProps {
  /** In RFC 3339; null if it did not happen. */
  readonly at: string | null;
  readonly exact?: boolean;
  /** Shown if it did not happen. */
  readonly none?: string;
}

/** A moment in the reader's time zone. The exact time shows when the pointer rests on it. */
export function Time({ at, exact = false, none }: TimeProps) {
  if (at === null) return <span className="soft">{none}</span>;
  const date = new Date(at);
  return (
    <time dateTime={at} title={EXACT.format(date)}>
      {exact ? EXACT.format(date) : relativeTime(date, new Date())}
    </time>
  );
}

/** Whether a moment, in RFC 3339, has passed. */
export const isPast = (at: string): boolean => new Date(at).getTime() <= Date.now();
