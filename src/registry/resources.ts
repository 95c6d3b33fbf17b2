/**
 * The resources of requests (registry contract 3 and 4): as templates that `@Access` fills from a request, and as
 * functions for checks in services.
 */
export const CATALOG_RESOURCE = {
  without: 'catalog',
  parameter: 'org',
  with: 'org/{org}/catalog',
} as const;
export const PACKAGE_RESOURCE = 'org/{org}/mcp/{name}';
export const MANIFEST_RESOURCE = 'org/{org}/artifact/{digest}/manifest';
export const BUNDLE_RESOURCE = 'org/{org}/artifact/{digest}/bundle';
export const MCPB_RESOURCE = 'org/{org}/artifact/{digest}/mcpb';
export const EVIDENCE_RESOURCE = 'org/{org}/artifact/{digest}/evidence/{kind}';
export const PRESIGN_RESOURCE = 'org/{org}/artifact/{digest}/{kind}';

/** The catalog of one organization, or the whole catalog. */
export const catalogResource = (org: string | undefined): string =>
  org === undefined ? 'catalog' : `org/${org}/catalog`;

export const packageResource = ({ org, name }: { readonly org: string; readonly name: string }): string =>
  `org/${org}/mcp/${name}`;

/** `part` is `bundle`, `manifest`, `mcpb` or `evidence/<kind>`. */
export const artifactResource = (org: string, digest: string, part: string): string =>
  `org/${org}/artifact/${digest}/${part}`;
