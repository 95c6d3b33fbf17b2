/** A commit that a repository has now, of a server that comes from it. */
export interface SourceChange {
  readonly mcpId: string;
  /** As the catalog has it. */
  readonly repoUrl: string;
  /** Full hash; null where only a tag is known. */
  readonly commit: string | null;
  /** Such as `refs/tags/v1.2.0`. */
  readonly ref: string;
  /** Who told, and by which delivery: `<sender>:<delivery id>`. */
  readonly delivery: string;
}

/** Hears of changes in the sources of the catalog's servers, so that they are analyzed (hub contract 15). */
export abstract class SourceEvents {
  /**
   * Takes changes in, in the transaction of whoever tells: they are neither lost nor taken in twice. Of one commit of a
   * server, one waits at a time.
   */
  abstract sourcesChanged(changes: readonly SourceChange[]): Promise<void>;
}
