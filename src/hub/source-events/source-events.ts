/** A new commit in the repository of an MCP. */
export interface SourceChange {
  readonly mcpId: string;
  /** In the catalog's spelling. */
  readonly repoUrl: string;
  /** Full hash; null when only a tag is given. */
  readonly commit: string | null;
  /** Such as `refs/tags/v1.2.0`. */
  readonly ref: string;
  /** Sender and delivery id: `<sender>:<delivery id>`. */
  readonly delivery: string;
}

/** Receives changes in the sources of catalog MCPs, for analysis (hub contract 15). */
export abstract class SourceEvents {
  /**
   * Stores changes in the caller's transaction, so that none is lost or stored twice. A commit of an MCP has at most
   * one pending event.
   */
  abstract sourcesChanged(changes: readonly SourceChange[]): Promise<void>;
}
