import { surely } from '../support/flows.js';
import { isJson, jsonObjects, type JsonField } from '../support/json-pairs.js';
import { lineIn } from '../support/locations.js';
import type { Value } from '../../engine/value.js';
import type { Report, Rule, TextFile } from '../rule.js';

const ROLES = new Set(['product', 'data', 'manifest']);
/** Only texts with such a word can give all rights. */
const WORTH = /["']\*(?::\*)?["']|roles\/(?:owner|editor)/u;
const NAMES = /\.(?:json|ya?ml|tf|hcl|toml)$/iu;

/** Names under which something is allowed, and what allows all of it. */
interface Right {
  readonly names: readonly string[];
  readonly values: readonly string[];
  /** What an effect beside it has to say: that it does not deny, or that it allows. Other rights have none. */
  readonly effect?: 'does not deny' | 'allows';
}

const ANY = ['*', '*:*'];

/** Rights that are given without an end, in JSON and as lines of configuration. */
export const RIGHTS: readonly Right[] = [
  { names: ['Action', 'actions'], values: ANY, effect: 'does not deny' },
  // Not only policies call something so.
  { names: ['action'], values: ANY, effect: 'allows' },
  { names: ['verbs', 'scope', 'scopes', 'permissions', 'capabilities', 'roles'], values: ANY },
  { names: ['role'], values: ['roles/owner', 'roles/editor'] },
];

const anyOf = (words: readonly string[]): string =>
  `(?:${words.map((word) => word.replaceAll('*', '\\*')).join('|')})`;

const keyOf = ({ names }: Right): string => `^\\s*(?:-\\s+)?["']?${anyOf(names)}["']?\\s*[:=]\\s*`;

/** The rights with what finds them in a line: alone, or as one of a list; and with what begins a list over several lines. */
const IN_LINES = RIGHTS.map((right) => ({
  right,
  pattern: new RegExp(`${keyOf(right)}(?:\\[(?:[^\\]]*,)?\\s*)?["']${anyOf(right.values)}["']`, 'u'),
  opens: new RegExp(`${keyOf(right)}(?:\\[|#|$)`, 'u'),
}));
const EFFECT = /^\s*(?:-\s+)?["']?effect["']?\s*[:=]\s*["']?(\w+)/iu;
/** The head of a table of TOML. */
const HEAD = /^\s*\[/u;

const DESCRIPTION = 'The policy allows every action: whoever takes over what it is for may do anything.';

/** How far around a line the rest of its block is looked for. */
const AROUND = 30;
/** Lists of more lines are read as far as this. */
const MAX_LIST = 100;

/** Where a line begins, behind the dash of an item; none for empty lines. */
const indentOf = (line: string): number => line.search(/[^\s-]/u);
const isItem = (line: string): boolean => /^\s*-\s/u.test(line);

const TEXT_OR_COMMENT = /("(?:[^"\\]|\\.){0,120}"|'[^']{0,120}')|(?<![^\s,[])(?:#|\/\/).*/gu;
const withoutComment = (line: string): string =>
  line.replace(TEXT_OR_COMMENT, (_all, text?: string) => text ?? '');
/** A line with blanks for its texts: the signs in them are none of the list's. */
const withoutTexts = (line: string): string => line.replace(TEXT_OR_COMMENT, (all) => ' '.repeat(all.length));
/** What no list of plain texts holds: another list, an object, the next field. */
const NOT_PLAIN = /[[{}=]|:\s/u;

/** A text of a list, as it is written, and the place of its line. */
interface Item {
  readonly index: number;
  readonly text: string;
}

/** The texts of a list in brackets, `["a",` and so on. The last stands where the list ends. */
function* bracketed(lines: readonly string[], first: number): Generator<Item> {
  for (let index = first; index < Math.min(lines.length, first + MAX_LIST); index += 1) {
    const line = withoutComment(lines[index] ?? '');
    const characters = withoutTexts(line);
    const start = index === first ? characters.indexOf('[') + 1 : 0;
    const end = characters.indexOf(']', start);
    const within = [start, end === -1 ? line.length : end] as const;
    if (NOT_PLAIN.test(characters.slice(...within))) return;
    for (const text of line.slice(...within).split(',')) yield { index, text: text.trim() };
    if (end !== -1) return;
  }
}

/** The texts of a list of YAML below its key, `- "a"` and so on. */
function* dashed(lines: readonly string[], key: number): Generator<Item> {
  let dash: number | undefined;
  for (let index = key + 1; index < Math.min(lines.length, key + MAX_LIST); index += 1) {
    const line = withoutComment(lines[index] ?? '');
    const column = line.search(/\S/u);
    if (column === -1) continue;
    dash ??= Math.max(column, indentOf(lines[key] ?? ''));
    // What is further in belongs to the item above.
    if (column > dash) continue;
    if (column < dash || !isItem(line)) return;
    yield { index, text: line.slice(column + 1).trim() };
  }
}

/** The texts of a list that begins at its key and goes on below. */
function itemsBelow(lines: readonly string[], key: number): readonly Item[] {
  const isHere = withoutComment(lines[key] ?? '').includes('[');
  // Long lists in brackets may begin on a line of their own.
  const isBelow = !isHere && /^\s*\[/u.test(lines[key + 1] ?? '');
  return [...(isHere || isBelow ? bracketed(lines, isHere ? key : key + 1) : dashed(lines, key))];
}

/** The effect that is said in the block that the lines of a field stand in, as its indentation and the heads of tables say. */
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
  // An item of a list begins at its dash.
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

/** Whether a text in quotes is one of some. */
const isOneOf = (values: readonly string[], text: string): boolean =>
  values.some((value) => text === `"${value}"` || text === `'${value}'`);

/** Whether a right is given, with such an effect beside it. */
const isGiven = ({ effect: asked }: Right, effect: string | undefined): boolean =>
  asked === undefined || (asked === 'allows' ? /^allow$/iu : /^(?!deny)/iu).test(effect ?? '');

/** The field by which an object of JSON allows everything. */
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

/** The line by which a field that begins at a location allows everything: its own, or one of its list. */
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

/** Rights without an end. */
export const wildcardPermission: Rule = {
  id: 'MCP-C004',
  class: 'C',
  title: 'Permission for everything',
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
