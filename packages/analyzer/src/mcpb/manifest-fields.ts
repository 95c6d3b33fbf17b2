import { escapedText } from '../common/escaped-text.js';
import { RefusedPackage } from '../files/source-file.js';
import { fieldsOf, type Fields } from '../packages/values.js';

/** More than people write; a manifest with more of anything is refused. */
const MAX_ITEMS = 1000;
const MAX_TEXT = 4096;
const MAX_DEPTH = 32;

/** @throws RefusedPackage that names the field */
export function refuseField(field: string, rule: string): never {
  throw new RefusedPackage(`manifest.json: ${field === '' ? 'the document' : escapedText(field)} ${rule}`);
}

/** The object in a field. @throws RefusedPackage for anything else */
export const objectIn = (value: unknown, field: string): Fields =>
  fieldsOf(value) ?? refuseField(field, 'must be an object');

/** A text that is not empty. @throws RefusedPackage for anything else */
export function textIn(value: unknown, field: string): string {
  if (typeof value !== 'string' || value === '') refuseField(field, 'must be a text');
  if (value.length > MAX_TEXT) refuseField(field, `must have at most ${MAX_TEXT} characters`);
  if (!value.isWellFormed() || value.includes('\0')) refuseField(field, 'has characters that are no text');
  return value;
}

/** A text that may be absent; `null` counts as absent. @throws RefusedPackage for anything else */
export const optionalTextIn = (value: unknown, field: string): string | undefined =>
  value === undefined || value === null || value === '' ? undefined : textIn(value, field);

/** The items of a list that may be absent. @throws RefusedPackage for anything else, and for too many */
export function listIn(value: unknown, field: string): readonly unknown[] | undefined {
  if (value === undefined || value === null) return undefined;
  if (!Array.isArray(value)) refuseField(field, 'must be a list');
  if (value.length > MAX_ITEMS) refuseField(field, `must have at most ${MAX_ITEMS} items`);
  return value as readonly unknown[];
}

/** The entries of an object that may be absent. @throws RefusedPackage for anything else, and for too many */
export function entriesIn(value: unknown, field: string): readonly (readonly [string, unknown])[] {
  if (value === undefined || value === null) return [];
  const entries = Object.entries(objectIn(value, field));
  if (entries.length > MAX_ITEMS) refuseField(field, `must have at most ${MAX_ITEMS} entries`);
  for (const [name] of entries) if (name !== '') textIn(name, `${field}: a name`);
  return entries;
}

/** Whether a flag is set. @throws RefusedPackage for what is no flag */
export function flagIn(value: unknown, field: string): boolean {
  if (value === undefined || value === null) return false;
  if (typeof value !== 'boolean') refuseField(field, 'must be true or false');
  return value;
}

/** The text of a JSON string that begins at a quote. */
function stringAt(text: string, opening: number): string {
  let end = opening + 1;
  while (end < text.length && text[end] !== '"') end += text[end] === '\\' ? 2 : 1;
  return text.slice(opening, end + 1);
}

/**
 * Refuses names that are in one object twice, also in another case: of those, some programs take the first and some the last one.
 * Also what is nested deeper than any manifest.
 * @param text a valid JSON document
 * @throws RefusedPackage
 */
export function requireUniqueNames(text: string): void {
  const open: Set<string>[] = [];
  let last = '';
  for (let at = 0; at < text.length; at += 1) {
    const character = text[at];
    if (character === '"') {
      last = stringAt(text, at);
      at += last.length - 1;
    } else if (character === '{' || character === '[') {
      if (open.length >= MAX_DEPTH) refuseField('', 'is nested too deep');
      open.push(new Set());
    } else if (character === '}' || character === ']') open.pop();
    else if (character === ':') {
      const name = JSON.parse(last) as string;
      const folded = name.toUpperCase().toLowerCase();
      if (open.at(-1)?.has(folded) === true) refuseField(name, 'is there twice');
      open.at(-1)?.add(folded);
    }
  }
}
