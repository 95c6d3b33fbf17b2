import semver from 'semver';

/** How the versions of an ecosystem are read and compared. */
export interface VersionOrder {
  /** A version in the form that `compare` takes; undefined for a text that is none. */
  read(text: string): string | undefined;
  /** Below 0 when the first is lower, 0 when both are the same, above 0 when it is higher. */
  compare(one: string, other: string): number;
}

/** Semantic versions, also those that leave out their last numbers, as advisories do (`1.2`), or begin with `v`. */
export const SEMANTIC_VERSIONS: VersionOrder = {
  read(text) {
    const full = /^v?[0-9]+(?:\.[0-9]+)?$/.test(text) ? `${text}${text.includes('.') ? '' : '.0'}.0` : text;
    return semver.valid(full, true) ?? undefined;
  },
  compare: (one, other) => semver.compare(one, other, true),
};
