/** The media type of the signed end of an export. */
export const EXPORT_PAYLOAD = 'application/vnd.mcp-hub.export+json';

/** The format that the first line of an export names. */
export const EXPORT_FORMAT = 'mcp-hub-evidence-1';

/** The longest line that a verifier reads, in bytes: many times the longest that the hub writes. */
export const MAX_LINE_BYTES = 4 * 1024 * 1024;

/** Where the audit chain ended when an export began. */
export interface ExportedChain {
  readonly chain_id: string;
  readonly length: number;
  /** 64 hexadecimal digits. */
  readonly head_hash: string;
}

/** The first line of an export. */
export interface ExportHeader {
  readonly type: 'header';
  readonly format: typeof EXPORT_FORMAT;
  readonly organization_id: string;
  readonly generated_at: string;
  readonly audit: ExportedChain;
}

/** What the signature in the last line of an export covers. */
export interface ExportStatement {
  readonly organization_id: string;
  readonly generated_at: string;
  /** Number of lines before the last one. */
  readonly lines: number;
  /** SHA-256 of all bytes before the last line, 64 hexadecimal digits. */
  readonly sha256: string;
  readonly audit: ExportedChain;
  /** Number of MCPs with snapshots. */
  readonly snapshot_chains: number;
}
