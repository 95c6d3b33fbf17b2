import type { Operation } from '../../../findings/designed.js';
import { lessenedBy } from './limits.js';
import names from './names.json' with { type: 'json' };

/** What a tool's texts say about an operation. */
export type Verdict =
  /** They promise it over the whole reach of the code, in these words. */
  | { readonly verdict: 'promised'; readonly words: string }
  /** They promise less, by these words. */
  | { readonly verdict: 'less'; readonly words: string }
  /** They do not say. */
  | { readonly verdict: 'silent' };

interface Words {
  /** Beginnings of verbs. */
  readonly verbs: RegExp;
  readonly nouns: ReadonlySet<string>;
  /** Nouns that count after the name of a language: `a Python expression`. */
  readonly expressions: ReadonlySet<string>;
  /** Words before a noun that do not narrow it. */
  readonly wide: ReadonlySet<string>;
  /** Words of which one must precede the noun: `any file`. */
  readonly everywhere: ReadonlySet<string> | undefined;
}

/** Words as in `names.json`; most operations have only some of them. */
interface Listed {
  readonly verbs: readonly string[];
  readonly nouns: readonly string[];
  readonly wide: readonly string[];
  readonly expressions?: readonly string[];
  readonly everywhere?: readonly string[];
}

const DETERMINERS = new Set(names.determiners);
const CONNECTORS = new Set(names.connectors);
const FOLLOWING = new Set(names.following);
const LANGUAGES = new Set(names.languages);

const wordsFor = ({ verbs, nouns, wide, expressions, everywhere }: Listed): Words => ({
  verbs: new RegExp(`^(?:${verbs.join('|')})`, 'u'),
  nouns: new Set(nouns),
  expressions: new Set(expressions),
  wide: new Set([...wide, ...names.determiners]),
  everywhere: everywhere && new Set(everywhere),
});

const OPERATIONS = Object.fromEntries(
  Object.entries<Listed>(names.operations).map(([operation, listed]) => [operation, wordsFor(listed)]),
) as Readonly<Record<Operation, Words>>;

/** Longer descriptions are cut. */
const MAX_LENGTH = 4000;
const MAX_QUOTED = 120;

const clausesOf = (text: string): string[] =>
  text
    .slice(0, MAX_LENGTH)
    // A line may go on in the next; a paragraph, a list's item and the name of an argument may not.
    .split(/\n\s*\n|\n\s*(?=[-*•]|\w+ ?(?:\([^)\n]*\))?:)|[.;:!?]+(?:\s|$)|[()[\]"“”`]+|,\s|\s[-–—]+\s/u)
    .map((clause) => clause.trim())
    .filter((clause) => clause !== '');

const tokensOf = (clause: string): string[] =>
  clause
    .toLowerCase()
    .replace(/[’']s\b/gu, '')
    .split(/[^\p{L}\p{N}]+/u)
    .filter((token) => token !== '');

/** A place that is the whole machine: `from the system`, `anywhere on this computer`. */
const MACHINE =
  /\b(?:file ?systems?|anywhere)\b|\b(?:on|from|of|across|to) (?:the|this|your|its) (?:(?:local|host|entire|whole|server) )*(?:system|machine|computer|host|server|hard drive|device)\b/iu;

/**
 * Whether the words after a noun do not narrow it: `a URL and …`, `the URL of the page`, but neither `a URL parameter` nor
 * `the page of a recipe`.
 */
function isOpen(after: readonly string[], words: Words): boolean {
  const [next, ...rest] = after;
  if (next !== 'of')
    return next === undefined || FOLLOWING.has(next) || next.endsWith('ly') || /^\d/u.test(next);
  const owner = rest.find((token) => !DETERMINERS.has(token));
  return owner === undefined || words.nouns.has(owner) || words.wide.has(owner);
}

/** Whether a clause has the noun of an operation without a word that narrows it. */
function namesAll(tokens: readonly string[], clause: string, words: Words): boolean {
  return tokens.some((token, index) => {
    const before = tokens[index - 1] ?? '';
    const isNoun = words.nouns.has(token) || (words.expressions.has(token) && LANGUAGES.has(before));
    if (!isNoun || !isOpen(tokens.slice(index + 1), words)) return false;
    let start = index;
    while (start > 0 && words.wide.has(tokens[start - 1] ?? '')) start -= 1;
    const outer = tokens[start - 1];
    if (outer !== undefined && !CONNECTORS.has(outer) && !words.verbs.test(outer)) return false;
    const { everywhere } = words;
    return (
      !everywhere || tokens.slice(start, index).some((each) => everywhere.has(each)) || MACHINE.test(clause)
    );
  });
}

/** The clause of a text that promises an operation. */
function promiseIn(text: string, words: Words, isParameter: boolean): string | undefined {
  return clausesOf(text).find((clause) => {
    const tokens = tokensOf(clause);
    const acts = isParameter || tokens.some((token) => words.verbs.test(token));
    return acts && namesAll(tokens, clause, words);
  });
}

const quoted = (text: string): string =>
  text.length > MAX_QUOTED ? `${text.slice(0, MAX_QUOTED)}…` : text.replace(/\s+/gu, ' ');

/** The parameter's own description promises what a path or statement may be; for the others, the tool's must. */
const BY_PARAMETER: ReadonlySet<Operation> = new Set(['file', 'query']);

/**
 * What a tool's description says about an operation: whether it promises exactly that over the whole reach of the code.
 * @param parameter the description of the parameter concerned
 */
export function promiseOf(operation: Operation, description: string, parameter = ''): Verdict {
  const words = OPERATIONS[operation];
  if (description.trim() === '') return { verdict: 'silent' };
  const isAbout = (clause: string): boolean => tokensOf(clause).some((token) => words.nouns.has(token));
  const less = lessenedBy(operation, `${description}\n${parameter}`.slice(0, MAX_LENGTH), isAbout);
  if (less !== undefined) return { verdict: 'less', words: quoted(less) };
  const promise =
    promiseIn(description, words, false) ??
    (BY_PARAMETER.has(operation) ? promiseIn(parameter, words, true) : undefined);
  return promise === undefined ? { verdict: 'silent' } : { verdict: 'promised', words: quoted(promise) };
}
