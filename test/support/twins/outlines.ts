import { createHash } from 'node:crypto';
import { canonicalJson } from '@mcp-hub/analyzer/runner';
import { PRODUCT_VERSION } from '../../../src/common/operation/product-version.js';
import { GRC_API_VERSION } from '../../../src/grc/http/grc-answer.js';
import type { TestApp } from '../test-app.js';
import { withoutMade, type PlainAnswer } from './answers.js';
import { jobReads } from './job-reads.js';
import { daysSince, MARKS, nameOfId } from './marks.js';
import { nameOf, type Asked } from './sweep.js';

const KNOWN = Object.values(MARKS).join('|');
const ID = new RegExp(`\\b(?:${KNOWN})-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\\b`, 'g');
const TIME = /\b(\d{4}-\d\d-\d\d)(T\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|\+00:00))?/g;
const COMPACT_DATE = /-(\d{4})(\d\d)(\d\d)\b/g;
const LONGEST_PAST_DAYS = 800;
const MOST_NAMES = 12;
/** The version of the GRC API: a date, which is no time of the worlds. */
const API_VERSION = new RegExp(`(version":"|value":"|the GRC API, )${GRC_API_VERSION}"`, 'g');
const ADDRESS = /127\.0\.0\.1:\d+/g;

/** A date as its distance from today, if the worlds are about it. */
const ago = (date: string, rest = ''): string => {
  const days = daysSince(date);
  return Math.abs(days) > LONGEST_PAST_DAYS ? date + rest : `<${days} days ago>${rest}`;
};

/** A text that is the same on every day and in every run. */
const lasting = (text: string): string =>
  text
    .replace(ADDRESS, '<address>')
    .replaceAll(`"${PRODUCT_VERSION}"`, '"<version>"')
    .replaceAll(API_VERSION, '$1<version of the API>"')
    .replace(ID, nameOfId)
    .replace(TIME, (_all, date: string, time?: string) => ago(date, time))
    .replace(
      COMPACT_DATE,
      (_all, year: string, month: string, day: string) => `-${ago(`${year}-${month}-${day}`)}`,
    );

/** What an answer names, in its order. */
function namesIn(text: string): string {
  const found = [...new Set(Array.from(text.matchAll(ID), ([id]) => nameOfId(id)))];
  const more = found.length > MOST_NAMES ? `, and ${found.length - MOST_NAMES} more` : '';
  return found.slice(0, MOST_NAMES).join(', ') + more;
}

/** A line about an answer: who asked what, the status, what it names, and a digest of all that it says. */
export interface Outline {
  readonly line: string;
  /** The answer itself, to see what is wrong. */
  readonly text: string;
}

export const outlineOf = (asked: Asked, { status, body }: PlainAnswer): Outline =>
  outlined(`${nameOf(asked)} → ${status}`, canonicalJson(body ?? null));

function outlined(name: string, text: string): Outline {
  const shown = lasting(text);
  const digest = createHash('sha256').update(shown).digest('base64url').slice(0, 8);
  return { line: `${lasting(name)} ${digest} ${namesIn(text)}`.trimEnd(), text: shown };
}

/** Lines about what jobs read; refusals have no digest. */
export async function outlinesOfJobs(world: TestApp): Promise<Outline[]> {
  const outlines: Outline[] = [];
  for (const [name, read] of jobReads(world)) {
    const text = await read().then(
      // The order of columns is no behavior.
      (value) => withoutMade(canonicalJson(JSON.parse(JSON.stringify(value ?? null)))),
      (error: unknown) => JSON.stringify({ refused: String(error) }),
    );
    outlines.push(outlined(`job: ${name} →`, text));
  }
  return outlines;
}

/** The table of the answers of a world; callers with the same answer are on one line. */
export function tableOf(outlines: readonly Outline[]): string[] {
  const callers = new Map<string, string[]>();
  for (const { line } of outlines) {
    const [caller, rest] = [line.slice(0, line.indexOf(': ')), line.slice(line.indexOf(': ') + 2)];
    callers.set(rest, [...(callers.get(rest) ?? []), caller]);
  }
  return Array.from(callers, ([rest, who]) => `${rest} | ${who.join(', ')}`);
}
