/** What keeps clients from running a published version, or is worth knowing about how they run it. */
export const PUBLICATION_WARNINGS = {
  no_command:
    'the package names no program that clients can start; add `bin` or `main` to package.json, or `project.scripts` to pyproject.toml',
  command_guessed:
    'the package names no program, so clients start the file that registers the tools; name it in its manifest',
  dependencies_not_bundled:
    'the bundle lacks the dependencies of the package; clients that do not install them cannot run it',
  bundle_not_gzip_tar:
    'the source is not a gzipped tar archive, which is the only format that clients unpack',
  version_taken:
    'the registry has other content under this number, so the version is published with its commit',
  runs_other_code:
    'the manifest starts something other than the files of the analyzed bundle, so the version is not certified',
} as const;

export type PublicationWarningCode = keyof typeof PUBLICATION_WARNINGS;

/** A warning with its explanation. */
export interface PublicationWarning {
  readonly code: string;
  readonly message: string;
}

export const warningsOf = (codes: readonly PublicationWarningCode[]): PublicationWarning[] =>
  [...new Set(codes)].map((code) => ({ code, message: PUBLICATION_WARNINGS[code] }));
