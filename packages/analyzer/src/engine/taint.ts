import { compareText } from '../text-order.js';

/** Where a value that is not the program's own comes from. */
export type SourceKind =
  /** What a client sends: arguments of a tool, a resource's URI, a prompt, a request to an HTTP route. */
  | 'tool-parameter'
  | 'http-request'
  /** Which tool is called: it chooses among the program's own, so it is no danger itself. */
  | 'tool-name'
  | 'remote-content'
  | 'file-content'
  | 'database-content'
  | 'command-output'
  /** The whole environment of the process. */
  | 'environment'
  | 'secret'
  | 'exception';

/** The name of all of a tool's arguments together: what is read from them has the name of its field. */
export const ALL_ARGUMENTS = 'arguments';

/** What a client can choose. */
export const CLIENT_SOURCES: ReadonlySet<SourceKind> = new Set(['tool-parameter', 'http-request']);

export interface Source {
  readonly kind: SourceKind;
  /** The parameter, variable or call that it is: what a person would call it. */
  readonly name: string;
  readonly file: string;
  readonly line: number;
  /** The name of the tool, route or other entry that it comes into. */
  readonly entry: string;
  /** Whether it comes in while the server begins, before a client asks for anything. */
  readonly early: boolean;
  /** Distinct for each source of an analysis, in the order in which they were met. */
  readonly id: number;
}

/**
 * What a value can no longer do, bit by bit: a quoted text is harmless to a shell and may still be a path. `DOUBT` says that
 * some check was made whose worth is not known: it lowers a finding's confidence.
 */
export const SanitizedFor = {
  SHELL: 1,
  ARGUMENT: 2,
  CODE: 4,
  PATH: 8,
  SQL: 16,
  QUERY: 32,
  URL: 64,
  REGEX: 128,
  SIZE: 256,
  TEMPLATE: 512,
  DATA: 1024,
  /** Whether the path is free of links that lead out: realpath was asked. */
  LINKS: 2048,
  /** It reveals no secret: a digest, a part, a length. */
  SECRET: 4096,
  /** It was read as data: JSON, XML. Raw text gives orders to a model as well as its user. */
  PARSED: 8192,
  /** Fields of data that are not what people write at length. */
  FIELDS: 16384,
  /** It begins with a slash: after the name of a host it is a path. */
  SLASH: 32768,
  /** No two dots are in it: below a folder it leads no way up. Alone it may still be a path from the root. */
  UP: 65536,
  DOUBT: 1 << 20,
  /** The address of its host was found to be no inner one; where it redirects to was not looked at. */
  HOP: 1 << 21,
} as const;

/** Harmless everywhere: a number, a member of a fixed set. */
export const SANITIZED_FOR_ALL = (1 << 20) - 1;

/** A number: harmless everywhere but for its size. */
export const NUMBER = SANITIZED_FOR_ALL & ~SanitizedFor.SIZE;

/** What is known of a text by its characters: nothing of it holds any more when they are read as others. */
export const BY_CHARACTERS =
  SanitizedFor.SHELL |
  SanitizedFor.ARGUMENT |
  SanitizedFor.CODE |
  SanitizedFor.PATH |
  SanitizedFor.SQL |
  SanitizedFor.QUERY |
  SanitizedFor.URL |
  SanitizedFor.REGEX |
  SanitizedFor.TEMPLATE |
  SanitizedFor.LINKS |
  SanitizedFor.SLASH |
  SanitizedFor.UP;

/** A step on the way of a value. */
export interface Step {
  readonly file: string;
  readonly line: number;
  readonly message: string;
  readonly previous: Step | undefined;
}

/** One source's share in a value. */
export interface Taint {
  readonly source: Source;
  /** Bits of SanitizedFor. */
  readonly sanitizedFor: number;
  readonly last: Step;
}

/** Enough to distinguish a value's sources; more would only repeat the same story. */
const MAX_TAINTS = 6;

/** The shares of two values in one. What one of them can still do, the result can. */
export function joinTaints(left: readonly Taint[], right: readonly Taint[]): readonly Taint[] {
  if (left.length === 0 || left === right) return right;
  if (right.length === 0) return left;
  const joined = [...left];
  for (const taint of right) {
    const index = joined.findIndex(({ source }) => source === taint.source);
    const known = joined[index];
    if (!known) joined.push(taint);
    else if ((known.sanitizedFor & taint.sanitizedFor) !== known.sanitizedFor)
      joined[index] = {
        ...(known.sanitizedFor & ~taint.sanitizedFor ? taint : known),
        sanitizedFor: known.sanitizedFor & taint.sanitizedFor,
      };
  }
  return someOf(joined);
}

const isHarmless = ({ sanitizedFor }: Taint): boolean =>
  (sanitizedFor & SANITIZED_FOR_ALL) === SANITIZED_FOR_ALL;

/** As many shares as are kept of a value, those first that can still do something. */
export const someOf = (taints: readonly Taint[]): readonly Taint[] =>
  taints.length <= MAX_TAINTS
    ? taints
    : [...taints.filter((taint) => !isHarmless(taint)), ...taints.filter(isHarmless)].slice(0, MAX_TAINTS);

/** The same sources with more that they cannot do. */
export function sanitize(taints: readonly Taint[], bits: number): readonly Taint[] {
  if (taints.every(({ sanitizedFor }) => (sanitizedFor & bits) === bits)) return taints;
  return taints.map((taint) => ({ ...taint, sanitizedFor: taint.sanitizedFor | bits }));
}

/** The same sources one step further. A step on a line that has just been told is left out. */
export function stepTaints(
  taints: readonly Taint[],
  file: string,
  line: number,
  message: string,
): readonly Taint[] {
  if (taints.length === 0) return taints;
  return taints.map((taint) =>
    taint.last.line === line && taint.last.file === file
      ? taint
      : { ...taint, last: { file, line, message, previous: taint.last } },
  );
}

/** A text that is the same for values that behave the same: the sources and what they cannot do. */
export const digestTaints = (taints: readonly Taint[]): string => {
  if (taints.length === 0) return '';
  const [only] = taints;
  if (taints.length === 1 && only) return `${only.source.id}:${only.sanitizedFor}`;
  return taints
    .map(({ source, sanitizedFor }) => `${source.id}:${sanitizedFor}`)
    .sort(compareText)
    .join(',');
};
