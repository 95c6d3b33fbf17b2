/** A range of a text. Lines and columns count from 1, columns in UTF-16 code units; the end is exclusive. */
export interface Region {
  readonly startLine: number;
  readonly startColumn: number;
  readonly endLine: number;
  readonly endColumn: number;
}

/** Whether a reference always means the same bytes. */
export type Pin =
  /** A version that its registry never changes, a commit or a digest; or a remote address, which has no version. */
  | { readonly kind: 'exact' }
  /** A tag of a repository, which its owner can move. */
  | { readonly kind: 'movable' }
  /** Nothing, a range or a tag such as `latest`. `prefix` with a version behind it pins that version: `name@`. */
  | { readonly kind: 'none'; readonly prefix: string };

/** What the hub is asked about: an item of `POST /api/v1/ci/evaluate`. */
export interface Reference {
  readonly name: string;
  /** `latest` where nothing is pinned, and where the name alone is exact. */
  readonly version: string;
  readonly pin: Pin;
  /** The tag or commit of a repository, as it was given. */
  readonly ref?: string;
}

/** What an entry of a configuration runs. */
export interface Launch {
  readonly references: readonly Reference[];
  /** A program or file of the machine, which no hub can know. */
  readonly local?: string;
  /** Why it is not known what runs. */
  readonly refused?: string;
  readonly warnings: readonly string[];
}

/** A server that a file names. */
export interface ServerEntry {
  /** As it was given; `-` for standard input. */
  readonly file: string;
  /** The name in the file. It may contain anything. */
  readonly name: string;
  readonly region: Region;
  readonly launch: Launch;
}

export const EXACT: Pin = { kind: 'exact' };
export const LATEST = 'latest';

export const runs = (...references: readonly Reference[]): Launch => ({ references, warnings: [] });
export const local = (program: string): Launch => ({ references: [], local: program, warnings: [] });
export const refused = (reason: string): Launch => ({ references: [], refused: reason, warnings: [] });
