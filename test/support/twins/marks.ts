import { createHash } from 'node:crypto';

/**
 * What a row of the world is to the organization whose answers are compared. Its ids begin with these digits, so that an
 * answer shows what it names:
 *
 * - `own`: the organization's, alive;
 * - `common`: the platform's, which everybody sees;
 * - `open`: another organization's, and public;
 * - `foreign`: another organization's, and not public;
 * - `dead`: the organization's, but expired, withdrawn, disabled, of somebody else or for something else;
 * - `past`: the organization's, and history: what lists show and nothing counts.
 */
export const MARKS = {
  own: '0a0a0a0a',
  common: 'cccccccc',
  open: 'eeeeeeee',
  foreign: 'f0f0f0f0',
  dead: 'dddddddd',
  past: 'bbbbbbbb',
} as const;
export type Mark = keyof typeof MARKS;

// What the worlds' rows have: ids, times and digests of the product are others.
const MADE = new Set<string>();

const made = (text: string): string => {
  MADE.add(text);
  return text;
};

/** Whether a time or a digest in an answer is that of a row of a world. */
export const isOfWorld = (text: string): boolean => MADE.has(text);

const hex = (...words: readonly string[]): string =>
  createHash('sha256').update(words.join('\n')).digest('hex');

/** Other texts that show a mark where answers name things without their ids. */
export const TEXTS: Readonly<Partial<Record<Mark, RegExp>>> = {
  open: /\b(beta|small)[-/_]open\b|\bothers\b/,
  foreign: /\bof (beta|gone|erased|small)\b/,
  past: /\b(0\.9|[3-5]\.0)\.0\b/,
};

const names = new Map<string, string>();

/** The id of what these words name, the same in every world. */
export function idOf(mark: Mark, ...words: readonly string[]): string {
  const digits = hex(...words);
  const id = `${MARKS[mark]}-${digits.slice(0, 4)}-4${digits.slice(4, 7)}-8${digits.slice(7, 10)}-${digits.slice(10, 22)}`;
  names.set(id, `${mark === 'own' ? '' : `${mark} `}${words.filter((word) => word !== 'acme').join(' ')}`);
  return id;
}

/** The words of an id, such as `finding files shell`. */
export const nameOfId = (id: string): string => names.get(id) ?? id;

/** 64 hexadecimal digits. */
export const digestOf = (...words: readonly string[]): string => hex('digest', ...words);

/** A secret of 43 characters, as the product makes them. */
export const secretOf = (...words: readonly string[]): string =>
  createHash('sha256').update(words.join('\n')).digest('base64url');

const DAY = 86_400_000;
const TODAY = Math.floor(Date.now() / DAY) * DAY;

/** How many days ago a date or time is. */
export const daysSince = (time: string): number => Math.floor((TODAY - Date.parse(time)) / DAY) + 1;

/** A time of the world; the future is negative. */
export function daysAgo(days: number, seconds = 0): Date {
  const time = new Date(TODAY - days * DAY + seconds * 1000 + 321);
  made(time.toISOString());
  return time;
}
