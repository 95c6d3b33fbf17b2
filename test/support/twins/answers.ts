import { createHash } from 'node:crypto';
import type { ApiResponse } from '../api-client.js';
import { isOfWorld, MARKS, TEXTS, type Mark } from './marks.js';

/** An answer without what differs between two worlds that have the same rows. */
export interface PlainAnswer {
  readonly status: number;
  readonly body: unknown;
}

const UUID = /\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\b/g;
const TIME = /\b\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|\+00:00)/g;
const DIGEST = /\b[0-9a-f]{64}\b|\bmcp_[a-z0-9]{20}\b/g;
const KNOWN = new Set<string>(Object.values(MARKS));
// What signs, hashes or continues: it depends on ids and times that the product makes.
const MADE =
  /"(hash|previous_hash|last_hash|head_hash|sig|keyid|payload|next_cursor|nextCursor|cursor|serialNumber|token|access_token|events_sha256)":\s*"[^"]*"/g;

/** A text without what the product makes up. */
export const withoutMade = (text: string): string =>
  text
    .replace(MADE, '"$1":"<made>"')
    // Written a moment later.
    .replace(/"last_used_at":\s*(?:null|"[^"]*")/g, '"last_used_at":"<made>"')
    .replace(UUID, (id) => (KNOWN.has(id.slice(0, 8)) ? id : '<id>'))
    .replace(TIME, (time) => (isOfWorld(time.replace(/(\.\d{3})\d*(Z|\+00:00)$/, '$1Z')) ? time : '<time>'))
    .replace(DIGEST, (digest) => (isOfWorld(digest) ? digest : '<digest>'));

const isText = (type: string): boolean => /json|toml|text|svg|csv|event-stream/.test(type);

/** The answer without what the product makes up. */
export function plain({ status, text, bytes, headers }: ApiResponse): PlainAnswer {
  const type = headers.get('content-type') ?? '';
  if (text === '') return { status, body: '' };
  if (!isText(type)) return { status, body: createHash('sha256').update(bytes).digest('hex') };
  const known = withoutMade(text);
  const lines = known.split('\n').filter((line) => line !== '');
  const parse = (json: string): unknown => JSON.parse(json) as unknown;
  if (type.includes('ndjson')) return { status, body: { lines: lines.map(parse) } };
  if (type.includes('json')) return { status, body: parse(known) };
  // A table is about one server.
  if (type.includes('toml')) return { status, body: { tables: known.trim().split('\n\n') } };
  return { status, body: { lines } };
}

/** The marks of what an answer names. */
export const marksIn = (value: unknown): Set<Mark> => {
  const text = JSON.stringify(value);
  return new Set(
    (Object.keys(MARKS) as Mark[]).filter(
      (mark) => text.includes(`${MARKS[mark]}-`) || TEXTS[mark]?.test(text),
    ),
  );
};

export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const COUNTS = ['total', 'count'];

/** The answer without the items of its lists that name something with one of these marks, and without them in its counts. */
export function without(value: unknown, marks: readonly Mark[]): unknown {
  const isLeft = (item: unknown): boolean => {
    const found = marksIn(item);
    return !marks.some((mark) => found.has(mark));
  };
  if (Array.isArray(value)) return value.filter(isLeft).map((each) => without(each, marks));
  if (!isObject(value)) return value;
  let removed = 0;
  const made = Object.fromEntries(
    Object.entries(value).flatMap(([key, child]) => {
      if (!isLeft(key)) return [];
      if (Array.isArray(child)) removed += child.filter((item) => !isLeft(item)).length;
      return [[key, without(child, marks)]];
    }),
  );
  for (const name of COUNTS) {
    if (typeof made[name] === 'number') made[name] -= removed;
  }
  if (isObject(made['metadata']) && typeof made['metadata']['count'] === 'number') {
    made['metadata'] = { ...made['metadata'], count: made['metadata']['count'] - removed };
  }
  return made;
}
