import { parseSyml } from '@yarnpkg/parsers';
import { UnreadablePackaging } from '../../../packages/packaging-file.js';
import { fieldsOf, type Fields } from '../../../packages/values.js';

/** Whether some object or list stands at several places. */
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

/** The parser's message quotes the text, which may be a credential. */
function parsed(text: string): unknown {
  try {
    return parseSyml(text);
  } catch {
    throw new UnreadablePackaging('is not valid YAML');
  }
}

/**
 * A lockfile in YAML as an object whose values are all texts, lists and objects: `1.10` is a version there, not a number.
 * The parser is that of yarn, sixty times as fast as the package `yaml`, which takes minutes for the largest of them.
 * @throws UnreadablePackaging, also for aliases: no lockfile has one, and a few can stand for millions of values.
 */
export function readYaml(text: string): Fields {
  // By a comment at the beginning the parser might take it for another format.
  const document = fieldsOf(parsed(text.replace(/^(?:#[^\n]*(?:\n|$))+/, '')));
  if (document === undefined) throw new UnreadablePackaging('holds no object');
  if (hasAlias(document)) throw new UnreadablePackaging('holds an alias of YAML');
  return document;
}
