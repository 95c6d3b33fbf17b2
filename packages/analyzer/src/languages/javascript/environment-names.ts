import { namesIn } from '../../common/names-in.js';

const READS = [
  /\b(?:process|Bun)\.env\??\.([A-Za-z_]\w*)\b(?!\s*=(?!=))/gu,
  /\b(?:process|Bun)\.env(?:\?\.)?\[\s*['"`](\w+)['"`]\s*\](?!\s*=(?!=))/gu,
  /\bDeno\.env\.get\(\s*['"`](\w+)['"`]/gu,
  // Options of command lines that variables may give, too: commander, oclif, convict.
  /\.env\(\s*['"`](\w+)['"`]\s*\)/gu,
  /\benv:\s*['"`]([A-Z]\w*)['"`]/gu,
];

/** `const { API_KEY, PORT: port = '80' } = process.env` */
const TAKEN_APART = /\{([^{}]*)\}\s*=\s*(?:process|Bun)\.env\b(?![.[\w])/gu;
const PROPERTY = /(?:^|,)\s*([A-Za-z_]\w*)/gu;

/** The environment as a whole is handed to something: a schema, which names what it reads. */
const HANDED_ON = /(?:\(|,|\.\.\.|:|\?\?|=)\s*process\.env\s*[,)}\];\n]/u;
const KEY = /(?<![\w.$])([A-Z][A-Z0-9_]{2,})['"]?\s*:/gu;

/** The environment variables that a text in JavaScript reads by their names. */
export function* javascriptVariables(text: string): Generator<string> {
  for (const read of READS) yield* namesIn(text, read);
  for (const [, inside = ''] of text.matchAll(TAKEN_APART)) yield* namesIn(inside, PROPERTY);
  if (HANDED_ON.test(text)) yield* namesIn(text, KEY);
}
