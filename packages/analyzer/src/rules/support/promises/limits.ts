import type { Operation } from '../../../findings/designed.js';

/** Denials of limits, which are no limits: `not restricted to`, `without any sandbox`. */
const DENIED =
  /\b(?:not|never|no longer|without|no|non)[ -]+(?:any |being |run in an? |running in an? )?(?:\w+ly )?(?:restrict\w*|limit\w*|confin\w*|sandbox\w*|allow-?list\w*|white-?list\w*|safe\w*|secure\w*|isolat\w*)\b/giu;

const THINGS =
  '(?:files?|paths?|commands?|urls?|links?|hosts?|domains?|sites?|pages?|directories|folders?|queries|statements?)';

/** Words that limit an operation, whatever it is. */
const LIMITS: readonly RegExp[] = [
  /\b(?:allow-?list(?:ed)?|white-?list(?:ed)?|(?:pre-?)?approved|pre-?defined|confined|constrained|restricted)\b/iu,
  new RegExp(String.raw`\b(?:allowed|permitted|trusted) ${THINGS}\b`, 'iu'),
  /\bonly [^.\n]{0,80}\b(?:allowed|permitted|accepted|supported)\b/iu,
  // Not a size: "limited to the first 100 lines".
  /\blimited to (?!(?:the )?(?:first|last|top|max\w*|about|around|up to|~|\d))/iu,
  new RegExp(
    String.raw`\b(?:only|exclusively) (?:(?:the |from |within |inside |in |below |under |for |to )*(?:public|safe|specific|certain|supported|trusted|known|own|${THINGS}))\b`,
    'iu',
  ),
  new RegExp(String.raw`\b${THINGS} only\b|\bonly (?:from|within|inside|below|under|on|with) `, 'iu'),
];

const SAFE = /\b(?:safe|safely|secure|securely|harmless|non-destructive|validated|sanitized)\b/iu;
const READ_ONLY = /\bread-?only\b/iu;

/** Containers and the like, which code that runs in the server is not in. */
const WALLS = /\b(?:sandbox(?:ed)?|isolated|isolation|containers?|containerized|docker|jail(?:ed)?)\b/iu;

/** A place of which code that takes any path knows nothing. */
const PLACES =
  /\b(?:in|from|inside|within|under|below|to) (?:the|your|this|its|our|their|a) (?:(?!(?:given|specified|provided|target|requested|chosen|source|destination|output|input|local|any)\b)[\w-]+ ){0,2}(?:workspace|projects?|repository|repo|sandbox|vault|bucket|storage|cache|library|collection|data ?sets?|volume|knowledge base)\b|\b(?:in|from|inside|within|under|below|to) (?:the|your|this|its|our|their) (?:(?!(?:given|specified|provided|target|requested|chosen|source|destination|output|input|local)\b)[\w-]+ ){1,2}(?:directory|folder)\b/iu;

/** A use that a description gives for the tool; when to call it is another matter. */
const USES =
  /\b(?:use (?:this|it)(?: tool| function)?|useful|intended|designed|meant|helpful|suitable|ideal|handy|great|perfect) (?:for|to|in order to) ([^.;\n]*)/giu;

/** Words that make a given use as wide as the operation. */
const OWN: Readonly<Record<Operation, RegExp>> = {
  command: /\b(?:commands?|shells?|terminals?|scripts?|programs?|any(?:thing)?|arbitrary)\b/iu,
  remote: /\b(?:commands?|shells?|terminals?|scripts?|any(?:thing)?|arbitrary)\b/iu,
  code: /\b(?:code|scripts?|programs?|snippets?|any(?:thing)?|arbitrary)\b/iu,
  page: /\b(?:code|scripts?|javascript|js|pages?|any(?:thing)?|arbitrary)\b/iu,
  file: /\b(?:files?|paths?|any(?:thing|where)?|arbitrary)\b/iu,
  address:
    /\b(?:urls?|links?|(?:web ?)?pages?|(?:web ?)?sites?|addresses|hosts?|internet|https?|any(?:thing)?)\b/iu,
  query: /\b(?:sql|quer(?:y|ies)|statements?|database|data|tables?|any(?:thing)?)\b/iu,
};

const narrowUse = (operation: Operation, text: string): string | undefined =>
  [...text.matchAll(USES)].find(([, use = '']) => !OWN[operation].test(use))?.[0];

/** The limits of each operation besides the common ones. A database decides what a statement may do, not the text. */
const OWN_LIMITS: Readonly<Record<Operation, readonly RegExp[]>> = {
  command: [...LIMITS, READ_ONLY, WALLS, PLACES],
  remote: [...LIMITS, READ_ONLY],
  code: [...LIMITS, READ_ONLY, WALLS],
  page: [],
  file: [...LIMITS, PLACES],
  address: [...LIMITS],
  query: [],
};

/** Operations that safety may limit: a page's script and a statement have a reach that texts do not change. */
const MAY_BE_SAFE: ReadonlySet<Operation> = new Set(['command', 'remote', 'code', 'file', 'address']);

/**
 * The words of a description that limit an operation to less than the code allows; undefined if there are none.
 * @param isAbout whether a clause names what the operation works on
 */
export function lessenedBy(
  operation: Operation,
  description: string,
  isAbout: (clause: string) => boolean,
): string | undefined {
  const text = description.replace(DENIED, ' ').replace(/[^\S\n]+/gu, ' ');
  for (const limit of OWN_LIMITS[operation]) {
    const [words] = limit.exec(text) ?? [];
    if (words !== undefined) return words;
  }
  const clauses = MAY_BE_SAFE.has(operation) ? text.split(/[.;\n]/u) : [];
  return clauses.find((clause) => SAFE.test(clause) && isAbout(clause))?.trim() ?? narrowUse(operation, text);
}
