/** Names of what a server offers, each with the SHA-256 of its description (`sha256:<hex>`); null where it is not known. */
export type CertifiedItems = Readonly<Record<string, string | null>>;

/** What the schemas of tools say of their parameters, by the names of the tools. */
export type CertifiedParameters = Readonly<
  Record<string, { readonly digest: string; readonly unknown: readonly string[] }>
>;

/** What the certified version of a server offers. Null for a kind that the analysis does not know. */
export interface CertifiedSurface {
  readonly tools: CertifiedItems;
  readonly prompts: CertifiedItems | null;
  /** By name or address. */
  readonly resources: CertifiedItems | null;
  /** Absent for tools whose schemas the analysis does not know; what an earlier version has kept has none. */
  readonly parameters?: CertifiedParameters;
}

/** What happens to what a running server shows and its certified version does not have. */
export type SurfaceChanges = 'drop' | 'report';
