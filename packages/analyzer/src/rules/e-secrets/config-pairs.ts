import { fileName } from '../../files/package-path.js';
import type { TextFile } from '../../files/text-file.js';
import { isJson, isValueKey, jsonTexts } from '../support/json-pairs.js';
import { exampleLines, isApiDocument, isExampleKey } from './api-document.js';

/** A named value in a configuration file. */
interface Pair {
  readonly name: string;
  readonly value: string;
  readonly line: number;
}

const JSON_FILE = /\.(?:json|jsonc|json5|webmanifest)$/iu;
const YAML_FILE = /\.ya?ml$/iu;
const PLAIN_FILE =
  /(?:^|\/)(?:\.env(?:\.[\w-]+)*|[\w.-]+\.env|\.npmrc|\.pypirc|\.netrc|\.pgpass|\.yarnrc|Dockerfile[\w.-]*|[\w.-]+\.dockerfile|[\w.-]+\.(?:toml|ini|cfg|conf|config|properties|env|sh|bash|service))$/iu;
/** Sample files. */
const SHOWN = /example|sample|template|\.dist$|\.tpl$|\.tmpl$|schema|locales?\/|i18n|translations?\//iu;
/** Files whose keys are not settings. */
const OTHER =
  /(?:^|\/)(?:tsconfig[\w.-]*\.json|package\.json|package-lock\.json|\.?eslintrc[\w.]*|\.prettierrc[\w.]*|composer\.lock|openapi[\w.-]*|swagger[\w.-]*)$/iu;

const QUOTED = /^(["'`])(.*)\1[,;]?$/u;

const unquoted = (text: string): string => QUOTED.exec(text)?.[2] ?? text.replace(/[,;]$/u, '');

const LINE =
  /^\s*(?:export\s+|ENV\s+|ARG\s+|-\s+|set\s+|setx\s+|Environment=["']?)?["']?([A-Za-z_/][\w./:@-]*?)["']?\s*(?:=|:(?=\s|$))\s*(\S.*)$/u;

/** The enclosing keys of a YAML line, or the preceding `- name: API_KEY` in a list of variables. */
class Above {
  private readonly all: { readonly indent: number; readonly name: string }[] = [];

  /** Removes keys at the same or a deeper indentation. */
  leave(indent: number): void {
    while ((this.all.at(-1)?.indent ?? -1) >= indent) this.all.pop();
  }

  enter(indent: number, name: string): void {
    this.all.push({ indent, name });
  }

  get name(): string | undefined {
    return this.all.at(-1)?.name;
  }
}

/** Removes `# …` after a value, and `// …` in JSON with comments. */
const withoutComment = (text: string): string => text.replace(/\s(?:#|\/\/)\s.*$/u, '');

/** `ENV NAME value` and `ENV A=1 B=2` in Dockerfiles. */
function* dockerPairs(line: string, position: number): Generator<Pair> {
  const given = /^\s*(?:ENV|ARG)\s+(\S.*)$/iu.exec(line)?.[1];
  if (given === undefined) return;
  const spaced = /^([A-Za-z_]\w*)\s+(\S.*)$/u.exec(given);
  if (spaced) yield { name: spaced[1] ?? '', value: unquoted((spaced[2] ?? '').trim()), line: position };
  else
    for (const [, name = '', value = ''] of given.matchAll(/([A-Za-z_]\w*)=("[^"]*"|'[^']*'|\S+)/gu))
      yield { name, value: unquoted(value), line: position };
}

const DOCKERFILE = /(?:^|\/)Dockerfile[\w.-]*$|\.dockerfile$/iu;

/** Longer lines are data. */
const MAX_LINE = 2000;

/** Lines `NAME=value` and `name: value`; deeper lines belong to the key above them. */
function* plainPairs({ path, lines }: TextFile, isYaml: boolean): Generator<Pair> {
  const above = new Above();
  const isDocker = DOCKERFILE.test(path);
  for (const [index, line] of lines.entries()) {
    // A line of `.npmrc` starts with the slashes of a URL, so they are not a comment there.
    if (line.length > MAX_LINE || (isYaml ? /^\s*(?:#|\/\/)/u : /^\s*[#;]/u).test(line)) continue;
    if (isDocker) yield* dockerPairs(line, index + 1);
    else yield* pairsOnLine(line, index + 1, above, isYaml);
  }
}

function* pairsOnLine(line: string, position: number, above: Above, isYaml: boolean): Generator<Pair> {
  // The indentation of `- name: …` is that of the following lines.
  const indent = /^[\s-]*/u.exec(line)?.[0].length ?? 0;
  const isItem = /^\s*-/u.test(line);
  const match = LINE.exec(withoutComment(line));
  const [, name = '', written = ''] = match ?? [];
  // In lists of variables, the value next to a name belongs to it.
  const isBeside = !isItem && isValueKey(name);
  if (isYaml && line.trim() !== '') above.leave(isBeside ? indent + 1 : indent);
  if (!match) {
    const key = /^\s*(?:-\s+)?["']?([\w.-]+)["']?\s*:\s*\{?\s*$/u.exec(line)?.[1];
    if (isYaml && key !== undefined) above.enter(indent, key);
    return;
  }
  const value = unquoted(written.trim());
  if (isYaml && name === 'name') above.enter(indent, value);
  const owner = isValueKey(name) ? (above.name ?? name) : name;
  yield { name: owner.replace(/^.*:/u, ''), value, line: position };
  // `- API_KEY=value` in a list of variables.
  const inner = isYaml ? /^([A-Za-z_]\w*)=(.+)$/u.exec(value) : null;
  if (inner) yield { name: inner[1] ?? '', value: inner[2] ?? '', line: position };
}

/** Only texts with one of these words are worth parsing. */
const WORTH = /pass|pwd|secret|token|key|credential|auth|jwt/iu;

/** The pairs of an OpenAPI document, without its examples. */
function* apiPairs(file: TextFile): Generator<Pair> {
  if (JSON_FILE.test(file.path)) yield* jsonTexts(file.text, isExampleKey);
  else {
    const examples = exampleLines(file.lines);
    for (const pair of plainPairs(file, true)) if (!examples.has(pair.line)) yield pair;
  }
}

/** The named values in a configuration file; none for examples. */
export function* pairsIn(file: TextFile): Generator<Pair> {
  const { path, text } = file;
  if (SHOWN.test(path) || OTHER.test(path) || !WORTH.test(text)) return;
  if (isApiDocument(file)) yield* apiPairs(file);
  // With comments or trailing commas, JSON is read line by line.
  else if (JSON_FILE.test(path)) yield* isJson(text) ? jsonTexts(text) : plainPairs(file, true);
  else if (YAML_FILE.test(path)) yield* plainPairs(file, true);
  else if (PLAIN_FILE.test(path) || fileName(path) === 'credentials') yield* plainPairs(file, false);
}
