import { surely } from '../support/flows.js';
import { isJson, jsonObjects, type JsonField } from '../support/json-pairs.js';
import { lineIn } from '../support/places.js';
import type { Value } from '../../engine/value.js';
import type { Report, Rule, TextFile } from '../rule.js';

const ROLES = new Set(['product', 'data', 'manifest']);
/** Only texts with such a word can give all rights. */
const WORTH = /["']\*(?::\*)?["']|roles\/(?:owner|editor)/u;
const NAMES = /\.(?:json|ya?ml|tf|hcl|toml)$/iu;

/** Rights that are given without an end, as lines of configuration say them. */
const PATTERNS: readonly RegExp[] = [
  /^\s*(?:-\s+)?["']?(?:Action|actions)["']?\s*[:=]\s*(?:\[\s*)?["']\*(?::\*)?["']/u,
  /^\s*(?:-\s+)?["']?verbs["']?\s*:\s*\[\s*["']\*["']\s*\]/u,
  /^\s*(?:-\s+)?["']?(?:scopes?|permissions|capabilities|roles)["']?\s*[:=]\s*(?:\[\s*)?["']\*["']/u,
  /^\s*(?:-\s+)?role\s*[:=]\s*["']roles\/(?:owner|editor)["']/u,
];
const DENIES = /^\s*(?:-\s+)?["']?effect["']?\s*[:=]\s*["']?deny\b/iu;

const DESCRIPTION = 'The policy allows every action: whoever takes over what it is for may do anything.';

/** How far around a line the rest of its block is looked for. */
const AROUND = 30;

/** Where a line begins, behind the dash of an item; none for empty lines. */
const indentOf = (line: string): number => line.search(/[^\s-]/u);
const isItem = (line: string): boolean => /^\s*-\s/u.test(line);

/** Whether the block that a line stands in, as its indentation says, denies what the line names. */
function isDenied(lines: readonly string[], place: number): boolean {
  const indent = indentOf(lines[place] ?? '');
  const denies = (line: string): boolean => indentOf(line) === indent && DENIES.test(line);
  const isOutside = (line: string): boolean => indentOf(line) >= 0 && indentOf(line) < indent;
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
  return lines.slice(above, below).some(denies);
}

const ANY: ReadonlySet<string> = new Set(['*', '*:*']);
const LISTS = ['verbs', 'scope', 'scopes', 'permissions', 'capabilities', 'roles'];

/** The field by which an object of JSON allows everything. */
function openField(fields: ReadonlyMap<string, JsonField>): JsonField | undefined {
  const effect = (fields.get('Effect') ?? fields.get('effect'))?.texts[0]?.toLowerCase();
  if (effect !== undefined && effect !== 'allow') return undefined;
  // Roles of clouds have no effect, and list what they allow.
  const actions = effect === undefined ? ['actions'] : ['Action', 'action', 'actions'];
  return [...actions, ...LISTS]
    .map((name) => fields.get(name))
    .find((field) => field?.texts.some((text) => ANY.has(text)));
}

function openLines({ path, text, lines }: TextFile): readonly number[] {
  if (/\.json$/iu.test(path) && isJson(text))
    return [...jsonObjects(text)].flatMap((fields) => openField(fields)?.line ?? []);
  return lines.flatMap((line, place) =>
    PATTERNS.some((pattern) => pattern.test(line)) && !isDenied(lines, place) ? [place + 1] : [],
  );
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
