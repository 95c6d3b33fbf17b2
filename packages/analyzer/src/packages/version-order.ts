import semver from 'semver';

/** The version syntax and order of an ecosystem. */
export interface VersionOrder {
  /** A version in the form that `compare` takes; undefined for text that is not a version. */
  read(text: string): string | undefined;
  /** Negative when the first is lower, 0 when both are equal, positive when it is higher. */
  compare(one: string, other: string): number;
}

/** Semantic versions, tolerating missing trailing numbers, as in advisories (`1.2`), and a leading `v`. */
export const SEMANTIC_VERSIONS: VersionOrder = {
  read(text) {
    const full = /^v?[0-9]+(?:\.[0-9]+)?$/.test(text) ? `${text}${text.includes('.') ? '' : '.0'}.0` : text;
    return semver.valid(full, true) ?? undefined;
  },
  compare: (one, other) => semver.compare(one, other, true),
};
