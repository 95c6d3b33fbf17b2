import { createHash } from 'node:crypto';
import canonicalize from 'canonicalize';
import { escapeHidden } from '../findings/printable.js';

/** A copy with the replacement character in place of lone surrogates, which no JSON text in UTF-8 can hold. */
function wellFormed(value: unknown): unknown {
  if (typeof value === 'string') return value.toWellFormed();
  if (Array.isArray(value)) return value.map(wellFormed);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, each]) => [key.toWellFormed(), wellFormed(each)]),
  );
}

/**
 * The one text of a JSON value (RFC 8785): the same for equal values, whatever the order of their keys. For digests.
 * @param value objects, arrays, texts, finite numbers, booleans and null; what is undefined is left out
 * @throws Error for a number that is not finite
 */
export function canonicalJson(value: unknown): string {
  const text = canonicalize(wellFormed(value));
  if (text === undefined) throw new TypeError('undefined is no JSON value');
  return text;
}

/** SHA-256 of the canonical text of a JSON value, hex. */
export const digestOf = (value: unknown): string =>
  createHash('sha256').update(canonicalJson(value)).digest('hex');

/**
 * A JSON text for people: keys in the order in which they were written, two spaces, a newline at the end. Characters that are
 * not shown stand in it as escapes, so that it can be printed to a terminal.
 */
export const prettyJson = (value: unknown): string =>
  escapeHidden(`${JSON.stringify(wellFormed(value), null, 2)}\n`);
