import { isJson, jsonObjects, type JsonField } from '../support/json-pairs.js';
import { lineIn } from '../support/locations.js';
import { type Value, surely } from '../../engine/values/value.js';
import type { Report, Rule } from '../rule.js';
import type { TextFile } from '../../files/text-file.js';

const ROLES = new Set(['product', 'data', 'manifest']);
/** Only texts with one of these words are worth parsing. */
const WORTH = /["']\*(?::\*)?["']|roles\/(?:owner|editor)/u;
const NAMES = /\.(?:json|ya?ml|tf|hcl|toml)$/iu;

/** Names of a permission, and the values that allow everything. */
interface Right {
  readonly names: readonly string[];
  readonly values: readonly string[];
  /** The required value of a sibling effect: not "deny", or "allow". Undefined for permissions without effects. */
  readonly effect?: 'does not deny' | 'allows';
}

const ANY = ['*', '*:*'];

/** Unlimited permissions, in JSON and in lines of configuration. */
export const RIGHTS: readonly Right[] = [
  { names: ['Action', 'actions'], values: ANY, effect: 'does not deny' },
  // Not only policies have such a field.
  { names: ['action'], values: ANY, effect: 'allows' },
  { names: ['verbs', 'scope', 'scopes', 'permissions', 'capabilities', 'roles'], values: ANY },
  { names: ['role'], values: ['roles/owner', 'roles/editor'] },
];

const anyOf = (words: readonly string[]): string =>
  `(?:${words.map((word) => word.replaceAll('*', '\\*')).join('|')})`;

const keyOf = ({ names }: Right): string => `^\\s*(?:-\\s+)?["']?${anyOf(names)}["']?\\s*[:=]\\s*`;

/**
 * The permissions with the pattern of a line that contains one, alone or in a list, and of a line that opens a
 * multiline list.
 */
const IN_LINES = RIGHTS.map((right) => ({
  right,
  pattern: new RegExp(`${keyOf(right)}(?:\\[(?:[^\\]]*,)?\\s*)?["']${anyOf(right.values)}["']`, 'u'),
  opens: new RegExp(`${keyOf(right)}(?:\\[|#|$)`, 'u'),
}));
const EFFECT = /^\s*(?:-\s+)?["']?effect["']?\s*[:=]\s*["']?(\w+)/iu;
/** The header of a TOML table. */
const HEAD = /^\s*\[/u;

const DESCRIPTION = 'The policy allows every action: whoever takes over what it is for may do anything.';

/** How many lines around a line may belong to its block. */
const AROUND = 30;
/** How many lines of a list are read. */
const MAX_LIST = 100;

/** The indentation of a line, after the dash of an item; -1 for empty lines. */
const indentOf = (line: string): number => line.search(/[^\s-]/u);
const isItem = (line: string): boolean => /^\s*-\s/u.test(line);

const TEXT_OR_COMMENT = /("(?:[^"\\]|\\.){0,120}"|'[^']{0,120}')|(?<![^\s,[])(?:#|\/\/).*/gu;
const withoutComment = (line: string): string =>
  line.replace(TEXT_OR_COMMENT, (_all, text?: string) => text ?? '');
/** A line with its strings and comments blanked, so that only the list's own delimiters remain. */
const withoutTexts = (line: string): string => line.replace(TEXT_OR_COMMENT, (all) => ' '.repeat(all.length));
/** Characters that a list of plain strings does not contain: another list, an object, the next field. */
const NOT_PLAIN = /[[{}=]|:\s/u;

/** A string in a list as written, and the index of its line. */
interface Item {
  readonly index: number;
  readonly text: string;
}

/** The items of a bracketed list, `["a",` and so on. The last one is on the line where the list ends. */
function* bracketed(lines: readonly string[], first: number): Generator<Item> {
  for (let index = first; index < Math.min(lines.length, first + MAX_LIST); index += 1) {
    const line = withoutComment(lines[index] ?? '');
    const blanked = withoutTexts(line);
    const start = index === first ? blanked.indexOf('[') + 1 : 0;
    const end = blanked.indexOf(']', start);
    const within = [start, end === -1 ? line.length : end] as const;
    if (NOT_PLAIN.test(blanked.slice(...within))) return;
    for (const text of line.slice(...within).split(',')) yield { index, text: text.trim() };
    if (end !== -1) return;
  }
}

/** The items of a YAML list below its key, `- "a"` and so on. */
function* dashed(lines: readonly string[], key: number): Generator<Item> {
  let dash: number | undefined;
  for (let index = key + 1; index < Math.min(lines.length, key + MAX_LIST); index += 1) {
    const line = withoutComment(lines[index] ?? '');
    const column = line.search(/\S/u);
    if (column === -1) continue;
    dash ??= Math.max(column, indentOf(lines[key] ?? ''));
    // Deeper lines belong to the item above.
    if (column > dash) continue;
    if (column < dash || !isItem(line)) return;
    yield { index, text: line.slice(column + 1).trim() };
  }
}

/** The items of a list that starts at its key and continues below. */
function itemsBelow(lines: readonly string[], key: number): readonly Item[] {
  const isHere = withoutComment(lines[key] ?? '').includes('[');
  // A long bracketed list may start on the next line.
  const isBelow = !isHere && /^\s*\[/u.test(lines[key + 1] ?? '');
  return [...(isHere || isBelow ? bracketed(lines, isHere ? key : key + 1) : dashed(lines, key))];
}

/** The effect in the block of a field's lines, delimited by indentation and TOML headers. */
function effectAround(
  lines: readonly string[],
  index: number,
  last: number,
  isToml: boolean,
): string | undefined {
  const indent = indentOf(lines[index] ?? '');
  const isOutside = (line: string): boolean =>
    (indentOf(line) >= 0 && indentOf(line) < indent) || (isToml && HEAD.test(line));
  let [above, below] = [index, last + 1];
  // A list item starts at its dash.
  while (above > index - AROUND && !(isItem(lines[above] ?? '') && indentOf(lines[above] ?? '') === indent)) {
    const line = lines[above - 1];
    if (line === undefined || isOutside(line)) break;
    above -= 1;
  }
  for (; below < Math.min(lines.length, last + AROUND); below += 1) {
    const line = lines[below] ?? '';
    if (isOutside(line) || (isItem(line) && indentOf(line) === indent)) break;
  }
  return lines
    .slice(above, below)
    .flatMap((line) => (indentOf(line) === indent ? (EFFECT.exec(line)?.[1] ?? []) : []))
    .at(0);
}

/** Whether a quoted text is one of the values. */
const isOneOf = (values: readonly string[], text: string): boolean =>
  values.some((value) => text === `"${value}"` || text === `'${value}'`);

/** Whether a permission is granted, given the effect next to it. */
const isGiven = ({ effect: required }: Right, effect: string | undefined): boolean =>
  required === undefined || (required === 'allows' ? /^allow$/iu : /^(?!deny)/iu).test(effect ?? '');

/** The field of a JSON object that allows everything. */
function openField(fields: ReadonlyMap<string, JsonField>): JsonField | undefined {
  const effect = (fields.get('Effect') ?? fields.get('effect'))?.texts[0];
  return RIGHTS.filter((right) => isGiven(right, effect))
    .flatMap(({ names, values }) =>
      names
        .map((name) => fields.get(name))
        .filter((field) => field?.texts.some((text) => values.includes(text))),
    )
    .at(0);
}

/** The line on which a field at an index allows everything: its own, or that of a list item. */
function openLine(lines: readonly string[], index: number, isToml: boolean): number | undefined {
  const line = lines[index] ?? '';
  for (const { right, pattern, opens } of IN_LINES) {
    const isHere = pattern.test(line);
    const items = !isHere && opens.test(line) ? itemsBelow(lines, index) : [];
    const open = isHere ? index : items.find(({ text }) => isOneOf(right.values, text))?.index;
    if (open === undefined) continue;
    const last = items.at(-1)?.index ?? index;
    if (isGiven(right, right.effect && effectAround(lines, index, last, isToml))) return open + 1;
  }
  return undefined;
}

function openLines({ path, text, lines }: TextFile): readonly number[] {
  if (/\.json$/iu.test(path) && isJson(text))
    return [...jsonObjects(text)].flatMap((fields) => openField(fields)?.line ?? []);
  const isToml = /\.toml$/iu.test(path);
  return lines.flatMap((_line, index) => openLine(lines, index, isToml) ?? []);
}

function check(file: TextFile, report: Report): void {
  const { path, role, text } = file;
  if (!ROLES.has(role) || !NAMES.test(path) || !WORTH.test(text)) return;
  for (const line of openLines(file))
    report({ ...lineIn(path, line), sink: 'wildcard permission', description: DESCRIPTION });
}

const isAny = (value: Value | undefined): boolean =>
  surely(value, '*') ||
  surely(value, '*:*') ||
  (value?.objects.some(({ items }) => items?.some((item) => surely(item, '*')) ?? false) ?? false);

/** Unlimited permissions. */
export const wildcardPermission: Rule = {
  id: 'MCP-C004',
  class: 'C',
  title: 'Wildcard permission',
  severity: 'high',
  confidence: 'medium',
  cwe: 269,
  cvss: 'AV:N/AC:L/PR:L/UI:N/S:C/C:H/I:H/A:H',
  what: 'A policy of a cloud, a role of a cluster or a list of scopes that allows `*`.',
  why: 'What was meant for one bucket reaches every account: a mistake or an intruder does all the harm there is.',
  example: {
    language: 'json',
    bad: '{ "Effect": "Allow", "Action": "*", "Resource": "*" }',
    good: '{ "Effect": "Allow", "Action": ["s3:GetObject"], "Resource": "arn:aws:s3:::reports/*" }',
  },
  fix: 'List the actions and resources that are needed.',
  notCounted: ['policies that deny', 'wildcards within one service or one folder'],
  file: check,
  stores: [
    {
      names: ['Action'],
      check: ({ frame, lines, object, value }, report) => {
        if (isAny(value) && surely(object?.objects[0]?.fields.get('Effect'), 'Allow'))
          report({ at: frame, lines, sink: 'wildcard permission', description: DESCRIPTION });
      },
    },
  ],
};
