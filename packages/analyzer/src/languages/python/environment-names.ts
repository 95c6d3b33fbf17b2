import { namesIn } from '../../common/names-in.js';

const READS = [
  /\benviron\[\s*['"](\w+)['"]\s*\](?!\s*=(?!=))/gu,
  /\b(?:environ\.(?:get|pop|setdefault)|getenv)\(\s*['"](\w+)['"]/gu,
  // Options of command lines that variables may give, too: click, typer.
  /\benvvar\s*=\s*['"](\w+)['"]/gu,
  // environs and python-decouple.
  /\b(?:env|config)(?:\.(?:str|int|bool|float|list|dict|json|url|path))?\(\s*['"]([A-Z]\w*)['"]/gu,
];

// Bounded, because a hostile text may open thousands of lists and close none.
const LISTED_OPTIONS = /\benvvar\s*=\s*[[(]([^\])]{0,300})[\])]/gu;
const TEXT = /['"](\w+)['"]/gu;

/** A class of settings: its fields are variables, with a prefix. Its body is what is indented more. */
const SETTINGS = /^([ \t]*)class[ \t]+\w+\([^()]*Settings[\w\], \t]*\)[ \t]*:/u;
const MAX_LINE = 1000;
const FIELD = /^[ \t]+(\w+)[ \t]*:/u;
const PREFIX = /\benv_prefix[ \t]*[=:][ \t]*['"](\w*)['"]/u;
const ALIAS = /\b(?:validation_alias|alias|env)\s*=\s*['"](\w+)['"]/gu;
const ALIASES = /\bAliasChoices\(([^)]{0,300})\)/gu;

/** The lines in the bodies of classes of settings, for each class. A longer line is none that somebody has written. */
function* bodiesOfSettings(text: string): Generator<readonly string[]> {
  let body: string[] | undefined;
  let indent = '';
  for (const whole of text.split('\n')) {
    const line = whole.slice(0, MAX_LINE);
    const isInside =
      line.trim() === '' || (line.startsWith(indent) && /^[ \t]/u.test(line.slice(indent.length)));
    if (body !== undefined && isInside) {
      body.push(line);
      continue;
    }
    if (body !== undefined) yield body;
    body = undefined;
    const [header, before] = SETTINGS.exec(line) ?? [];
    if (header !== undefined) [body, indent] = [[], before ?? ''];
  }
  if (body !== undefined) yield body;
}

function* variablesOfSettings(text: string): Generator<string> {
  for (const lines of bodiesOfSettings(text)) {
    const body = lines.join('\n');
    const prefix = PREFIX.exec(body)?.[1] ?? '';
    for (const line of lines) {
      const [, field] = FIELD.exec(line) ?? [];
      if (field !== undefined) yield `${prefix}${field}`.toUpperCase();
    }
    yield* namesIn(body, ALIAS);
    for (const [, inside = ''] of body.matchAll(ALIASES)) yield* namesIn(inside, TEXT);
  }
}

/** The environment variables that a text in Python reads by their names. */
export function* pythonVariables(text: string): Generator<string> {
  for (const read of READS) yield* namesIn(text, read);
  for (const [, inside = ''] of text.matchAll(LISTED_OPTIONS)) yield* namesIn(inside, TEXT);
  yield* variablesOfSettings(text);
}
