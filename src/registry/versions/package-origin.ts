/** Who stands behind a package, as the hub's catalog says (ADR 34). */
export const PACKAGE_ORIGINS = ['official', 'verified', 'community'] as const;
export type PackageOrigin = (typeof PACKAGE_ORIGINS)[number];
