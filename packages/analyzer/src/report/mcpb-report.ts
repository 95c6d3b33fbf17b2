/** The part of a report that is about an MCP bundle, a file `.mcpb` or `.dxt`. */

/** The names in the manifest of an MCP bundle, compared with those in its code. */
export interface ComparedNames {
  /** In code-unit order; null when the manifest says nothing. */
  readonly declared: readonly string[] | null;
  /** The manifest says that the server may offer others besides. */
  readonly generated: boolean;
  readonly only_in_manifest: readonly string[];
  /** Empty when the manifest says nothing. */
  readonly only_in_code: readonly string[];
  /** The code has others, or may have, whose names it computes: they can be those that only the manifest has. */
  readonly unnamed_in_code: boolean;
}

/** How an MCP bundle starts its server on some platforms. */
export interface ReportedLaunch {
  /** As Node.js names them: `darwin`, `linux`, `win32`. */
  readonly platforms: readonly string[];
  /** The program and its arguments, with variables as the manifest has them. */
  readonly command: readonly string[];
  /** The names of the variables that are set. */
  readonly variables: readonly string[];
  /** Code of the bundle, something that is fetched, or what is not understood. */
  readonly starts: 'bundle' | 'package' | 'unknown';
  /** The code of the bundle; otherwise null. */
  readonly file_path: string | null;
  /** What is fetched, as it is written; otherwise null. */
  readonly reference: string | null;
  /** Whether that always means the same bytes; null when nothing is fetched. */
  readonly pinned: boolean | null;
  /** Why it is not known what starts; otherwise null. */
  readonly reason: string | null;
}

/** What the manifest of an MCP bundle says, and its signature. */
export interface ReportedMcpb {
  /** Of the file, signature included, in hex. */
  readonly sha256: string;
  readonly size_bytes: number;
  /** Of the format: `0.1` to `0.4`. */
  readonly manifest_version: string;
  /** As clients show it. */
  readonly name: string;
  readonly version: string;
  readonly server_type: 'node' | 'python' | 'uv' | 'binary';
  readonly entry_point: string;
  readonly launches: readonly ReportedLaunch[];
  readonly tools: ComparedNames;
  readonly prompts: ComparedNames;
  /** What clients ask the user for. */
  readonly user_config: readonly {
    readonly name: string;
    readonly type: string;
    readonly required: boolean;
    readonly sensitive: boolean;
  }[];
  readonly signature: {
    /** `intact`: the bundle is what the signer has signed, who may be anybody. */
    readonly status: 'none' | 'intact' | 'broken' | 'unchecked';
    readonly reason: string | null;
    readonly signer: {
      readonly subject: string;
      readonly issuer: string;
      readonly self_signed: boolean;
      /** Of the certificate, in hex. */
      readonly sha256: string;
      readonly valid_from: string;
      readonly valid_to: string;
    } | null;
  };
}
