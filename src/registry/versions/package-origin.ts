/** The origin of a package in the hub's catalog (ADR 34). */
export const PACKAGE_ORIGINS = ['official', 'verified', 'community'] as const;
export type PackageOrigin = (typeof PACKAGE_ORIGINS)[number];
