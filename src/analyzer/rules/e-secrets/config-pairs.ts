import { fileName } from '../../files/language-of.js';
import type { TextFile } from '../rule.js';

/** A value under a name in a file of configuration. */
export interface Pair {
  readonly name: string;
  readonly value: string;
  readonly line: number;
}

const JSON_FILE = /\.(?:json|jsonc|json5|webmanifest)$/iu;
const YAML_FILE = /\.ya?ml$/iu;
const PLAIN_FILE =
  /(?:^|\/)(?:\.env(?:\.[\w-]+)*|[\w.-]+\.env|\.npmrc|\.pypirc|\.netrc|\.pgpass|\.yarnrc|Dockerfile[\w.-]*|[\w.-]+\.dockerfile|[\w.-]+\.(?:toml|ini|cfg|conf|config|properties|env|sh|bash|service))$/iu;
/** Files that show how a real one looks. */
const SHOWN = /example|sample|template|\.dist$|\.tpl$|\.tmpl$|schema|locales?\/|i18n|translations?\//iu;
/** Files that describe data, whose keys are names of things. */
const OTHER = /(?:^|\/)(?:tsconfig[\w.-]*\.json|package\.json|package-lock\.json|\.?eslintrc[\w.]*|\.prettierrc[\w.]*|composer\.lock|openapi[\w.-]*|swagger[\w.-]*)$/iu; // prettier-ignore

/** Keys under which a value stands for the one around it. */
const VALUES = new Set(['default', 'value', 'const', 'defaultvalue']);
const QUOTED = /^(["'`])(.*)\1[,;]?$/u;

const unquoted = (text: string): string => QUOTED.exec(text)?.[2] ?? text.replace(/[,;]$/u, '');

const LINE = /^\s*(?:export\s+|ENV\s+|ARG\s+|-\s+|set\s+|setx\s+|Environment=["']?)?["']?([A-Za-z_/][\w./:@-]*?)["']?\s*(?:=|:(?=\s|$))\s*(\S.*)$/u; // prettier-ignore

/** Lines `NAME=value` and `name: value`; what is deeper than a name without a value belongs to that name. */
function* plainPairs({ lines }: TextFile, isYaml: boolean): Generator<Pair> {
  const above: { readonly indent: number; readonly name: string }[] = [];
  for (const [place, line] of lines.entries()) {
    if (line.length > 2000 || /^\s*[#;]/u.test(line)) continue;
    const indent = line.length - line.trimStart().length;
    if (isYaml && line.trim() !== '') while ((above.at(-1)?.indent ?? -1) >= indent) above.pop();
    const match = LINE.exec(isYaml ? line : line.replace(/\s+#\s.*$/u, ''));
    if (!match) {
      const key = /^\s*(?:-\s+)?["']?([\w.-]+)["']?\s*:\s*$/u.exec(line)?.[1];
      if (isYaml && key !== undefined) above.push({ indent, name: key });
      continue;
    }
    const [, name = '', written = ''] = match;
    const value = unquoted((isYaml ? written.replace(/\s+#\s.*$/u, '') : written).trim());
    const owner = VALUES.has(name.toLowerCase()) ? (above.at(-1)?.name ?? name) : name;
    yield { name: owner.replace(/^.*:/u, ''), value: unquoted(value), line: place + 1 };
    // `- API_KEY=value` of a list of variables.
    const inner = isYaml ? /^([A-Za-z_]\w*)=(.+)$/u.exec(value) : null;
    if (inner) yield { name: inner[1] ?? '', value: inner[2] ?? '', line: place + 1 };
  }
}

/** All texts of a JSON document with the names that they stand under. */
function* jsonValues(
  value: unknown,
  name: string,
  depth: number,
): Generator<{ name: string; value: string }> {
  if (depth > 30) return;
  if (typeof value === 'string') yield { name, value };
  else if (Array.isArray(value)) for (const item of value) yield* jsonValues(item, name, depth + 1);
  else if (typeof value === 'object' && value !== null) {
    const fields = value as Record<string, unknown>;
    const called = typeof fields['name'] === 'string' ? fields['name'] : name;
    for (const [key, field] of Object.entries(fields))
      yield* jsonValues(field, VALUES.has(key.toLowerCase()) ? called : key, depth + 1);
  }
}

function* jsonPairs({ text, lines }: TextFile): Generator<Pair> {
  let document: unknown;
  try {
    document = JSON.parse(text);
  } catch {
    return;
  }
  for (const { name, value } of jsonValues(document, '', 0)) {
    if (value.length < 4) continue;
    const needle = JSON.stringify(value);
    const isOn = (line: string): boolean => line.includes(needle);
    const line = lines.findIndex((each) => isOn(each) && each.includes(name));
    yield { name, value, line: (line < 0 ? Math.max(0, lines.findIndex(isOn)) : line) + 1 };
  }
}

/** Only texts with such a word can hold a pair that matters. */
const WORTH = /pass|pwd|secret|token|key|credential|auth|jwt/iu;

/** The values that a file of configuration gives to names; none for files that are there as examples. */
export function* pairsIn(file: TextFile): Generator<Pair> {
  const { path, text } = file;
  if (SHOWN.test(path) || OTHER.test(path) || !WORTH.test(text)) return;
  if (JSON_FILE.test(path)) yield* jsonPairs(file);
  else if (YAML_FILE.test(path)) yield* plainPairs(file, true);
  else if (PLAIN_FILE.test(path) || fileName(path) === 'credentials') yield* plainPairs(file, false);
}
