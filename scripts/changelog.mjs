// Reads and closes the unreleased section of CHANGELOG.md.

const UNRELEASED = '## [Unreleased]';

/**
 * The text from the heading "Unreleased" to the next release.
 * @throws when there is no such heading
 */
export function unreleased(changelog) {
  const [, below] = changelog.split(`${UNRELEASED}\n`);
  if (below === undefined) throw new Error(`CHANGELOG.md has no heading "${UNRELEASED}"`);
  return below.split(/^## /m)[0].trim();
}

/** Whether the section has an entry. */
export const hasEntries = (section) => /^- \S/m.test(section);

/** The part "Breaking" of the section; undefined without one. */
export function breakingPart(section) {
  const [, below] = section.split(/^### Breaking\n/m);
  return below?.split(/^### /m)[0].trim();
}

/** Turns the unreleased section into that of a version, below a new and empty one. */
export const withRelease = (changelog, version, date) =>
  changelog.replace(UNRELEASED, () => `${UNRELEASED}\n\n## [${version}] - ${date}`);
