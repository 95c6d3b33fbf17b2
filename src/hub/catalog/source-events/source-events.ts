/** A new commit in the repository of an MCP, or a new name of it. */
export interface SourceChange {
  readonly mcpId: string;
  /** Full hash; null when the code host has to be asked. */
  readonly commit: string | null;
  /** Such as `refs/tags/v1.2.0`; `HEAD` for the branch that the MCP follows. */
  readonly ref: string;
  /** Sender and delivery id: `<sender>:<delivery id>`. */
  readonly delivery: string;
  /** The commit before; null if unknown, or for a new branch or tag. */
  readonly previous?: string | null;
  /** Whether the sender says that the branch or tag has moved on, and not back. */
  readonly isForward?: boolean;
  /** The version that the tag names for the MCP. */
  readonly semver?: string | null;
  /** Full name of the repository's default branch; null for a sender that does not say. */
  readonly defaultBranch?: string | null;
  /** `host#id` of the repository; null for a sender that does not say. */
  readonly identity?: string | null;
  /** The address of the repository according to the sender. */
  readonly repoUrl?: string | null;
}

/** Receives changes in the sources of catalog MCPs, for analysis (hub contract 15). */
export abstract class SourceEvents {
  /**
   * Stores changes in the caller's transaction, so that none is lost or stored twice. A commit of a branch or tag of an
   * MCP has at most one pending event.
   */
  abstract sourcesChanged(changes: readonly SourceChange[]): Promise<void>;
}
