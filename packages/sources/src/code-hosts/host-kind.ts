/** A kind of host of git repositories, as the public one of that kind works: everything that the product knows about it. */
export interface HostKind {
  /** Its name in settings and in the registry's documents. */
  readonly kind: string;
  /** The public host of the kind, as in URLs. */
  readonly host: string;
  /** The first part of the names that repositories of the public host have in the official registry. */
  readonly namespace: string;
  /** Whether a repository can have the path: owner and name, or groups of any depth. */
  readonly isPath: (parts: readonly string[]) => boolean;
  /** The path of the archive of a commit, a gzipped tar, which needs no token and has no limit of requests per hour. */
  readonly archive: (repository: string, commit: string) => string;
  /** The hosts that its archives redirect to. */
  readonly redirects: (host: string) => readonly string[];
  /** The hosts that the files of its releases redirect to. */
  readonly files: (host: string) => readonly string[];
  readonly api: HostApi;
}

/** The parts of a kind of host's API that need no account. */
export interface HostApi {
  /** Host and first part of the path: `api.github.com`, `git.example.com/api/v4`. */
  readonly base: (host: string) => string;
  /** The path of what the host says of a repository. */
  readonly repository: (repository: string) => string;
  /** Where in that answer the id and the web page are. */
  readonly facts: { readonly id: readonly string[]; readonly url: readonly string[] };
  /** The path of how a commit and another one are related. */
  readonly relation: (repository: string, commit: string, other: string) => string;
  /** Whether that answer says that the commit is the other one or one before it; undefined if it says nothing. */
  readonly isBefore: (answer: unknown, commit: string) => boolean | undefined;
}

/** Paths of an owner and a name. */
export const hasOwnerAndName = (parts: readonly string[]): boolean => parts.length === 2;

const MAX_TEXT = 2048;

/** The value at a path in JSON, as a nonempty text; ids may be numbers. */
export function textAt(value: unknown, path: readonly string[]): string | undefined {
  let current = value;
  for (const key of path) {
    if (typeof current !== 'object' || current === null || !Object.hasOwn(current, key)) return undefined;
    current = (current as Record<string, unknown>)[key];
  }
  if (typeof current === 'number' && Number.isSafeInteger(current)) return String(current);
  return typeof current === 'string' && current !== '' && current.length <= MAX_TEXT ? current : undefined;
}

/** Whether the text at a path is a commit; undefined without one. */
export function isCommitAt(value: unknown, path: readonly string[], commit: string): boolean | undefined {
  const found = textAt(value, path);
  return found === undefined ? undefined : found === commit;
}
