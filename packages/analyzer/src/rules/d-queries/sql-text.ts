import type { Frame } from '../../engine/frame.js';
import { SanitizedFor, type Taint } from '../../engine/values/taint.js';
import type { Value } from '../../engine/values/value.js';
import { HOLE, outline } from '../../engine/expressions/texts.js';
import { piecesOf } from '../support/pieces.js';
import { wordsOf } from '../../engine/values/secret-names.js';
import names from './names.json' with { type: 'json' };

const NAME = String.raw`[\w."'\x60\[\]*,()\uFFFC-]`;

/** SQL statements, recognized by their mandatory keywords. */
const STATEMENTS = new RegExp(
  String.raw`^[\s(;]*(?:(?:--[^\n]*\n|/\*[^*]*\*/)\s*)*(?:` +
    [
      String.raw`select\b[\s\S]*\bfrom\b`,
      String.raw`select\s+[\s\S]*\uFFFC`,
      String.raw`insert\s+(?:or\s+\w+\s+|ignore\s+)?into\b`,
      String.raw`replace\s+into\b`,
      String.raw`update\s+${NAME}+(?:\s+\w+)?\s+set\b`,
      String.raw`delete\s+from\b`,
      String.raw`(?:create|drop|alter|truncate|rename)\s+(?:or\s+replace\s+)?(?:temp(?:orary)?\s+|unique\s+|materialized\s+|virtual\s+)*(?:table|database|schema|index|view|user|role|function|procedure|trigger|extension|sequence|column)\b`,
      String.raw`with\s+(?:recursive\s+)?${NAME}+\s+as\s*\(`,
      String.raw`pragma\s+${NAME}`,
      String.raw`explain\s+(?:\(|analy[sz]e|query\s+plan|verbose|format|select|\uFFFC)`,
      String.raw`(?:desc|describe)\s+(?:table\s+|extended\s+)?${NAME}`,
      String.raw`show\s+(?:full\s+|create\s+|table|columns|index|indexes|keys|databases|schemas|grants|processlist|variables|status)`,
      String.raw`grant\s+\w|revoke\s+\w|attach\s+(?:database\b|['"\uFFFC])|copy\s+${NAME}+\s+(?:from|to)\b|merge\s+into\b|call\s+${NAME}+\(|set\s+(?:search_path|role|session|schema|local)\b|use\s+${NAME}+\s*;?$|analyze\s+table|optimize\s+table|kill\s+(?:query|connection)|vacuum\b|listen\s+${NAME}|notify\s+${NAME}|declare\s+\w+\s+cursor`,
    ].join('|') +
    ')',
  'iu',
);

/** Sentences start with a capital followed by lower case; keywords do not mix case. */
const SENTENCE = /^[\s(;]*[A-Z][a-z]/u;

/** Whether the known parts of a text look like an SQL statement. */
export function looksLikeSql(value: Value): boolean {
  const text = outline(value).slice(0, 4000);
  return STATEMENTS.test(text) && !SENTENCE.test(text);
}

/** The syntactic position of a client's value in a statement. */
export type Position = 'value' | 'name' | 'whole';

/** Text before a name, where no parameter can be bound. */
const BEFORE_NAME =
  /(?:\b(?:from|join|into|table|update|database|schema|view|index|column|order\s+by|group\s+by|describe|desc|pragma|truncate|use|exists|references|on|add|drop|by|select|distinct|as|rename\s+to|columns\s+(?:from|in)|create\s+table|show\s+create\s+table|table_info\s*\(|index_list\s*\(|analyze)\s+(?:[\w."`[\]\uFFFC]+\s*,\s*)*(?:if\s+(?:not\s+)?exists\s+)?|\b(?:table_info|table_xinfo|index_list|index_info|foreign_key_list)\s*\(\s*|\b(?:asc|desc)\s*,\s*|\border\s+by\s+[^)]*?\s)["`[]?(?:[\w\uFFFC]+["`\]]?\.["`[]?)?$/iu;

/** Text before a whole nested statement: `EXPLAIN …`, `SELECT * FROM (…)`, `BEGIN; …`. */
const AROUND_WHOLE =
  /^\s*(?:explain(?:\s*\([^)]*\)|\s+\w+)*|select\s+[\w\s*,().:"'\uFFFC-]*from\s*\(|with\s+\w+\s+as\s*\(|begin[^;]*;|set\s[^;]*;|prepare\s+\w+\s+(?:from|as)|copy\s*\(|create\s+(?:or\s+replace\s+)?(?:temp(?:orary)?\s+)?(?:view|table)\s+[\w."`]+\s+as)?\s*$/iu;

const QUERY_WORDS = new Set(names.sqlText.queryWords);

/** Whether a parameter's name suggests a whole statement. */
export const isStatement = (taint: Taint): boolean =>
  taint.source.kind === 'tool-parameter' && wordsOf(taint.source.name).some((word) => QUERY_WORDS.has(word));

function positionOf(taint: Taint, before: string): Position {
  if (isStatement(taint) && AROUND_WHOLE.test(before)) return 'whole';
  return before !== '' && BEFORE_NAME.test(before.slice(-200)) ? 'name' : 'value';
}

/** The client's values in a statement, with their positions. */
export function positions(
  value: Value,
  frame: Frame,
): readonly { readonly taint: Taint; readonly position: Position }[] {
  let before = '';
  return piecesOf(value, frame, SanitizedFor.SQL).flatMap(({ taint, text }) => {
    const position = taint && positionOf(taint, before);
    before += text;
    return position ? [{ taint, position }] : [];
  });
}

/** Whether a text contains anything known besides the client's value. */
export const hasWords = (value: Value): boolean => outline(value).replaceAll(HOLE, '').trim() !== '';
