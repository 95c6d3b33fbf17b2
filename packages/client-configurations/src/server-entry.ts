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

/** A command that a launcher looks for in packages; it may find a program of the machine where they have none. */
export interface InstalledCommand {
  readonly command: string;
  /** The packages of which one must have it. */
  readonly of: readonly Reference[];
  /** Whether it starts what its arguments name, so that it need not be a server itself. */
  readonly startsOthers?: true;
}

/** What an entry of a configuration runs. */
export interface Launch {
  readonly references: readonly Reference[];
  /** Commands that the analyses of packages must confirm. */
  readonly commands?: readonly InstalledCommand[];
  /** Variables that the analysis of one of the packages must confirm: all that are set, without harmless ones. */
  readonly variables?: readonly string[];
  /** Proxies and authorities that are set for it, which change what runs where it has both. */
  readonly connections?: readonly string[];
  /** Files with further variables, as they are named. */
  readonly environmentFiles?: readonly string[];
  /** The programs that start the packages, such as `npx`: settings of the folder change what they take. */
  readonly launchers?: readonly string[];
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
  /** The format of the file; undefined for a plain list. */
  readonly format?: { readonly id: string; readonly name: string };
  /** Whether the file says that the client does not start it. One click starts it, so that it is evaluated like others. */
  readonly disabled?: true;
}

export const EXACT: Pin = { kind: 'exact' };
export const LATEST = 'latest';

export const runs = (...references: readonly Reference[]): Launch => ({ references, warnings: [] });
export const local = (program: string): Launch => ({ references: [], local: program, warnings: [] });
/** What an entry runs that runs several things: all of it counts. */
export function joined(first: Launch, second: Launch): Launch {
  const all = <Item>(key: (launch: Launch) => readonly Item[] | undefined): Item[] => [
    ...(key(first) ?? []),
    ...(key(second) ?? []),
  ];
  const listed = {
    commands: all(({ commands }) => commands),
    variables: [...new Set(all(({ variables }) => variables))],
    connections: [...new Set(all(({ connections }) => connections))],
    environmentFiles: [...new Set(all(({ environmentFiles }) => environmentFiles))],
    launchers: [...new Set(all(({ launchers }) => launchers))],
  };
  const [local, refusal] = [second.local ?? first.local, first.refused ?? second.refused];
  return {
    references: all(({ references }) => references),
    ...Object.fromEntries(Object.entries(listed).filter(([, items]) => items.length > 0)),
    ...(local !== undefined && { local }),
    ...(refusal !== undefined && { refused: refusal }),
    warnings: all(({ warnings }) => warnings),
  };
}

/** A launch with variables, files or launchers besides. */
export const withUses = (
  launch: Launch,
  uses: Pick<Launch, 'commands' | 'variables' | 'connections' | 'environmentFiles' | 'launchers'>,
): Launch => joined({ references: [], warnings: [], ...uses }, launch);

export const refused = (reason: string): Launch => ({ references: [], refused: reason, warnings: [] });
