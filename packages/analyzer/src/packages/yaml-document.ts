import { parseSyml } from '@yarnpkg/parsers';
import { UnreadablePackaging } from './packaging-file.js';
import { fieldsOf, type Fields } from './values.js';

/** Whether an object or list is referenced more than once. */
function hasAlias(document: Fields): boolean {
  const seen = new Set<object>([document]);
  for (const node of seen)
    for (const value of Object.values(node) as unknown[]) {
      if (typeof value !== 'object' || value === null) continue;
      if (seen.has(value)) return true;
      seen.add(value);
    }
  return false;
}

/** The parser's message quotes the text, which may contain a credential. */
function parsed(text: string): unknown {
  try {
    return parseSyml(text);
  } catch {
    throw new UnreadablePackaging('is not valid YAML');
  }
}

/**
 * Parses a YAML lockfile into an object whose values are only strings, lists and objects: `1.10` is a version there,
 * not a number. The parser is the one from yarn, sixty times as fast as the package `yaml`, which takes minutes for the
 * largest lockfiles.
 * @throws UnreadablePackaging, also for aliases: no lockfile has one, and a few can expand to millions of values.
 */
export function readYaml(text: string): Fields {
  // A comment at the beginning could make the parser assume another format.
  const document = fieldsOf(parsed(text.replace(/^(?:#[^\n]*(?:\n|$))+/, '')));
  if (document === undefined) throw new UnreadablePackaging('holds no object');
  if (hasAlias(document)) throw new UnreadablePackaging('contains a YAML alias');
  return document;
}
