/** The role of a file: only product code is analyzed for its behavior. */
export type FileRole =
  | 'product'
  | 'test'
  | 'docs'
  | 'example'
  | 'vendored'
  | 'minified'
  /** A script that a server sends to browsers. */
  | 'browser'
  | 'manifest'
  | 'lockfile'
  | 'ci'
  | 'data'
  | 'binary';

/** The files of a package by their paths: relative, with `/`, without `.` and `..`. */
export type PackageFiles = ReadonlyMap<string, Uint8Array>;

/** The files of a package, with facts that are available before any is read. */
export interface SourcePackage {
  readonly files: PackageFiles;
  /** Whether the file at a path is in a language that is analyzed. */
  readonly isSource: (path: string) => boolean;
  /** Whether it is a package of npm's registry, which npm installs with all files that it has in `node_modules`. */
  readonly isNpmPackage?: boolean;
}

/** A package that is not analyzed because of how it is packed. The message explains why to its publisher. */
export class RefusedPackage extends Error {}

/** A part of a package that was left out when it was read, and why. */
export interface LeftOut {
  readonly path: string;
  readonly reason: string;
}

/** The files of a package as they were read. */
export interface ReadPackage {
  readonly files: PackageFiles;
  readonly leftOut: readonly LeftOut[];
}

/** A link that leads to what is no part of the package. */
export const linkOutside = (path: string): LeftOut => ({
  path,
  reason: 'is a link that leads out of the package, and was left out',
});

/** A link in a package of npm, which unpacks none. */
export const linkOfNpm = (path: string): LeftOut => ({
  path,
  reason: 'is a link, which npm does not unpack, and was left out',
});
