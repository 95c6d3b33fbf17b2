import { memoByName } from '../../common/memo.js';

/** The path of the HTTP request that a call of the protocol came with. */
export const CURRENT_REQUEST = '%request';

/** What a client sends with a call of the protocol besides its arguments, by the names that sources have. */
const CALL_PART = '%call.';
export const callPart = (name: string): string => `${CALL_PART}${name}`;

/** What a client says that it is. */
export const CLIENT_INFO = '%client';

/** What a language knows of names outside of the package, by their canonical paths. */
export interface ExternalTables {
  /** A path without what does not change its meaning: `node:` before a module of Node.js. */
  readonly plain?: (path: string) => string;
  /** The canonical paths of modules and types that rules treat as the same, by their aliases. */
  readonly aliases: ReadonlyMap<string, string>;
  /** Expressions for the whole environment of the process. */
  readonly environments: readonly string[];
  /** Variables that hold the request that is being handled. */
  readonly requests?: readonly string[];
  /** Strings that are the same on every platform. */
  readonly constants?: ReadonlyMap<string, string>;
  /** What an unknown member of a module may be at worst: its most harmful function. */
  readonly worstMembers?: ReadonlyMap<string, string>;
}

/** The names outside of the package, as a language knows them. */
export class ExternalNames {
  private readonly environments: ReadonlySet<string>;
  private readonly requests: ReadonlySet<string>;

  /** The path of the result of a call. */
  readonly result = memoByName((path) => this.canonical(`${path}()`));

  constructor(private readonly tables: ExternalTables) {
    this.environments = new Set(tables.environments);
    this.requests = new Set(tables.requests);
  }

  /**
   * The canonical path by which rules recognize something, with aliases of modules and types replaced. It is computed at each
   * step of a path, so that prefixes are replaced too.
   */
  canonical(path: string): string {
    const plain = this.tables.plain?.(path) ?? path;
    return this.tables.aliases.get(plain) ?? plain;
  }

  isEnvironment(path: string): boolean {
    return this.environments.has(path);
  }

  isRequest(path: string): boolean {
    return path === CURRENT_REQUEST || this.requests.has(path);
  }

  /** The name of a part of a call that a client sends; undefined for all other paths. */
  callPart(path: string): string | undefined {
    return path.startsWith(CALL_PART) ? path.slice(CALL_PART.length) : undefined;
  }

  constant(path: string): string | undefined {
    return this.tables.constants?.get(path);
  }

  worstMember(path: string): string | undefined {
    return this.tables.worstMembers?.get(path);
  }
}
