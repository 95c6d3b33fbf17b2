import { surely } from '../support/flows.js';
import { isJson, jsonObjects, type JsonField } from '../support/json-pairs.js';
import { lineIn } from '../support/places.js';
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

/** The rights with what finds them in a line: alone, or as one of a list. */
const IN_LINES = RIGHTS.map((right) => ({
  right,
  pattern: new RegExp(
    `^\\s*(?:-\\s+)?["']?${anyOf(right.names)}["']?\\s*[:=]\\s*(?:\\[(?:[^\\]]*,)?\\s*)?["']${anyOf(right.values)}["']`,
    'u',
  ),
}));
const EFFECT = /^\s*(?:-\s+)?["']?effect["']?\s*[:=]\s*["']?(\w+)/iu;
/** The head of a table of TOML. */
const HEAD = /^\s*\[/u;

const DESCRIPTION = 'The policy allows every action: whoever takes over what it is for may do anything.';

/** How far around a line the rest of its block is looked for. */
const AROUND = 30;

/** Where a line begins, behind the dash of an item; none for empty lines. */
const indentOf = (line: string): number => line.search(/[^\s-]/u);
const isItem = (line: string): boolean => /^\s*-\s/u.test(line);

/** The effect that is said in the block that a line stands in, as its indentation and the heads of tables say. */
function effectAround(lines: readonly string[], place: number, isToml: boolean): string | undefined {
  const indent = indentOf(lines[place] ?? '');
  const isOutside = (line: string): boolean =>
    (indentOf(line) >= 0 && indentOf(line) < indent) || (isToml && HEAD.test(line));
  let [above, below] = [place, place + 1];
  // An item of a list begins at its dash.
  while (above > place - AROUND && !(isItem(lines[above] ?? '') && indentOf(lines[above] ?? '') === indent)) {
    const line = lines[above - 1];
    if (line === undefined || isOutside(line)) break;
    above -= 1;
  }
  for (; below < Math.min(lines.length, place + AROUND); below += 1) {
    const line = lines[below] ?? '';
    if (isOutside(line) || (isItem(line) && indentOf(line) === indent)) break;
  }
  return lines
    .slice(above, below)
    .flatMap((line) => (indentOf(line) === indent ? (EFFECT.exec(line)?.[1] ?? []) : []))
    .at(0);
}

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

function openLines({ path, text, lines }: TextFile): readonly number[] {
  if (/\.json$/iu.test(path) && isJson(text))
    return [...jsonObjects(text)].flatMap((fields) => openField(fields)?.line ?? []);
  const isToml = /\.toml$/iu.test(path);
  const isOpen = (line: string, place: number): boolean =>
    IN_LINES.some(
      ({ right, pattern }) =>
        pattern.test(line) && isGiven(right, right.effect && effectAround(lines, place, isToml)),
    );
  return lines.flatMap((line, place) => (isOpen(line, place) ? [place + 1] : []));
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
