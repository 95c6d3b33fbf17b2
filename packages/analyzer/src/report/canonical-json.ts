import { createHash } from 'node:crypto';
import canonicalize from 'canonicalize';
import { escapeHidden } from '../findings/printable.js';

/** A copy with lone surrogates replaced by U+FFFD, since JSON in UTF-8 cannot represent them. */
function wellFormed(value: unknown): unknown {
  if (typeof value === 'string') return value.toWellFormed();
  if (Array.isArray(value)) return value.map(wellFormed);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, each]) => [key.toWellFormed(), wellFormed(each)]),
  );
}

/**
 * The canonical JSON of a value (RFC 8785): the same for equal values, whatever the order of their keys. Used for digests.
 * @param value objects, arrays, strings, finite numbers, booleans and null; undefined fields are omitted
 * @throws Error for a number that is not finite
 */
export function canonicalJson(value: unknown): string {
  const text = canonicalize(wellFormed(value));
  if (text === undefined) throw new TypeError('undefined is no JSON value');
  return text;
}

/** The SHA-256 of a value's canonical JSON, in hex. */
export const digestOf = (value: unknown): string =>
  createHash('sha256').update(canonicalJson(value)).digest('hex');

/**
 * Formatted JSON: keys in insertion order, two spaces of indentation, a final newline. Invisible characters are escaped, so that
 * it is safe to print to a terminal.
 */
export const prettyJson = (value: unknown): string =>
  escapeHidden(`${JSON.stringify(wellFormed(value), null, 2)}\n`);
