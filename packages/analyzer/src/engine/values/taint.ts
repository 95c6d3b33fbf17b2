import type { FunctionDefinition } from '../../ir/program.js';
import { compareText } from '../../common/text-order.js';

/** The kind of source of an untrusted value. */
export type SourceKind =
  /** Client input: arguments of a tool, a resource's URI, a prompt, a request to an HTTP route. */
  | 'tool-parameter'
  | 'http-request'
  /** A parameter of an exported function that nothing in the package calls: other packages may give it anything. */
  | 'exported-parameter'
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

/** The source name of all arguments of a tool together: values read from them are named after their fields. */
export const ALL_ARGUMENTS = 'arguments';

/** Sources that a client controls. */
export const CLIENT_SOURCES: ReadonlySet<SourceKind> = new Set(['tool-parameter', 'http-request']);

export interface Source {
  readonly kind: SourceKind;
  /** A readable name of the parameter, variable or call. */
  readonly name: string;
  readonly file: string;
  readonly line: number;
  /** The name of the tool, route or other entry at which it enters. */
  readonly entry: string;
  /** Whether it is read during startup, before a client can send a request. */
  readonly early: boolean;
  /** Unique for each source of an analysis, in the order of discovery. */
  readonly id: number;
}

/**
 * What a value is sanitized for, as a bit set: a quoted text is harmless to a shell and may still be a path. Bits from
 * 20 on end no finding: those of `Doubt`, and `HOP`.
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
  /** The path's symbolic links have been resolved (realpath). */
  LINKS: 2048,
  /** It reveals no secret: a digest, a part, a length. */
  SECRET: 4096,
  /** It was parsed as data: JSON, XML. Raw text can carry instructions to a model. */
  PARSED: 8192,
  /** Fields of data that are not free text. */
  FIELDS: 16384,
  /** It starts with a slash: after a host name it is a path. */
  SLASH: 32768,
  /** It contains no two consecutive dots: below a folder it cannot lead upward. By itself it may still be an absolute path. */
  UP: 65536,
  /** None of its characters begins or ends markup. */
  HTML: 1 << 17,
  /** The address of its host was found to be public; redirects were not checked. */
  HOP: 1 << 21,
} as const;

/**
 * Checks that prove nothing about a value, as bits beside those of SanitizedFor. They lower a finding's confidence and never
 * its severity. `findings/doubts.ts` describes each.
 */
export const Doubt = {
  /** Facts that hold on only some of the paths to a point. */
  SOME_PATHS: 1 << 20,
  /** A comparison of the start or end. */
  AFFIX: 1 << 22,
  /** A deny list: the absence of some texts. */
  DENY_LIST: 1 << 23,
  /** A pattern that does not limit the characters. */
  PATTERN: 1 << 24,
  /** A validator that was not understood. */
  VALIDATOR: 1 << 25,
  /** A test for some kinds of internal addresses. */
  INTERNAL: 1 << 26,
  /** A call that was not followed. */
  NOT_FOLLOWED: 1 << 27,
  /** Quotes or escapes written by hand. */
  QUOTES: 1 << 28,
  /** The value follows a text of the server. */
  WITHIN_TEXT: 1 << 29,
  /** It was stored in a database or file, and what was read there may be something else. */
  STORED: 1 << 30,
} as const;

/** All bits of Doubt. */
export const DOUBTS = Object.values(Doubt).reduce((all: number, bit) => all | bit, 0);

/** Harmless everywhere: a number, a member of a fixed set. */
export const SANITIZED_FOR_ALL = (1 << 20) - 1;

/** The number of uses that bits of SanitizedFor do not cover. */
export function unsanitized(bits: number): number {
  let count = 0;
  for (let left = SANITIZED_FOR_ALL & ~bits; left !== 0; left &= left - 1) count += 1;
  return count;
}

/** A number: harmless everywhere except by its size. */
export const NUMBER = SANITIZED_FOR_ALL & ~SanitizedFor.SIZE;

/** Properties that follow from a text's characters: they are lost when the text is decoded. */
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
  SanitizedFor.UP |
  SanitizedFor.HTML;

/** The function of the package that a value is passed to: a closure. */
interface PassedTo {
  readonly function: FunctionDefinition;
  readonly scope: { readonly module: string };
}

/** A step in the propagation of a value. */
export interface Step {
  readonly file: string;
  readonly line: number;
  readonly message: string;
  readonly previous: Step | undefined;
  /** The function that gets the value, unless it gets all arguments of a tool at once. */
  readonly into?: PassedTo | undefined;
}

/** The share of one source in a value. */
export interface Taint {
  readonly source: Source;
  /** Bits of SanitizedFor. */
  readonly sanitizedFor: number;
  readonly last: Step;
}

/** Enough to distinguish a value's sources; more would repeat the same trace. */
const MAX_TAINTS = 6;

/** The bits that hold for either of two values: common facts, and the doubts of both if both have any. */
export function commonBits(left: number, right: number): number {
  const doubts = (left & DOUBTS) !== 0 && (right & DOUBTS) !== 0 ? (left | right) & DOUBTS : 0;
  return (left & right) | doubts;
}

/** The union of two sets of taints. A source present in both keeps only the facts common to both. */
export function joinTaints(left: readonly Taint[], right: readonly Taint[]): readonly Taint[] {
  if (left.length === 0 || left === right) return right;
  if (right.length === 0) return left;
  const joined = [...left];
  for (const taint of right) {
    const index = joined.findIndex(({ source }) => source === taint.source);
    const known = joined[index];
    if (!known) joined.push(taint);
    else {
      const sanitizedFor = commonBits(known.sanitizedFor, taint.sanitizedFor);
      if (sanitizedFor !== known.sanitizedFor)
        joined[index] = { ...(known.sanitizedFor & ~sanitizedFor ? taint : known), sanitizedFor };
    }
  }
  return someOf(joined);
}

const isHarmless = ({ sanitizedFor }: Taint): boolean =>
  (sanitizedFor & SANITIZED_FOR_ALL) === SANITIZED_FOR_ALL;

/** The taints kept for a value, with those that are not fully sanitized first. */
export const someOf = (taints: readonly Taint[]): readonly Taint[] =>
  taints.length <= MAX_TAINTS
    ? taints
    : [...taints.filter((taint) => !isHarmless(taint)), ...taints.filter(isHarmless)].slice(0, MAX_TAINTS);

/** The same sources with additional sanitized-for bits. */
export function sanitize(taints: readonly Taint[], bits: number): readonly Taint[] {
  if (taints.every(({ sanitizedFor }) => (sanitizedFor & bits) === bits)) return taints;
  return taints.map((taint) => ({ ...taint, sanitizedFor: taint.sanitizedFor | bits }));
}

/**
 * The same sources one step further. A second step on the same line is omitted, unless it says into which function the value is
 * passed.
 */
export function stepTaints(
  taints: readonly Taint[],
  file: string,
  line: number,
  message: string,
  into?: PassedTo,
): readonly Taint[] {
  if (taints.length === 0) return taints;
  return taints.map((taint) => {
    const { last, source } = taint;
    const passed = source.name === ALL_ARGUMENTS ? undefined : into;
    if (last.line === line && last.file === file && (!passed || passed.function === last.into?.function))
      return taint;
    return { ...taint, last: { file, line, message, previous: last, into: passed } };
  });
}

/** A text that is the same for values that behave the same: the sources and their sanitized-for bits. */
export const digestTaints = (taints: readonly Taint[]): string => {
  if (taints.length === 0) return '';
  const [only] = taints;
  if (taints.length === 1 && only) return `${only.source.id}:${only.sanitizedFor}`;
  return taints
    .map(({ source, sanitizedFor }) => `${source.id}:${sanitizedFor}`)
    .sort(compareText)
    .join(',');
};
