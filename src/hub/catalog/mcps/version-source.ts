/** Where the source of a version is fetched from; stored with the version as JSON (hub contract 30). */
export type VersionSource =
  /** A bundle that was uploaded to the hub. */
  | { readonly kind: 'upload'; readonly key: string }
  /** A version that was published to the registry. */
  | {
      readonly kind: 'registry';
      readonly org: string;
      readonly name: string;
      readonly version: string;
      /** `sha256:<hex>` */
      readonly bundle_digest: string;
    }
  /** A commit of a repository; `path` is the folder of the server in it, or empty. */
  | {
      readonly kind: 'repository';
      readonly url: string;
      readonly path: string;
      readonly commit: string;
      /** Such as `refs/heads/main`; empty if unknown. */
      readonly ref: string;
    }
  /** A file `.mcpb` on a code host, with its digest in hex. */
  | { readonly kind: 'mcpb'; readonly url: string; readonly sha256: string }
  | { readonly kind: 'npm'; readonly name: string; readonly version: string }
  | { readonly kind: 'pypi'; readonly name: string; readonly version: string };
