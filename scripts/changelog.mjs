// Reads and closes the section of CHANGELOG.md that is not released yet.

const UNRELEASED = '## [Unreleased]';

/** The text below the heading "Unreleased", to the next release. @throws where there is no such heading */
export function unreleased(changelog) {
  const [, below] = changelog.split(`${UNRELEASED}\n`);
  if (below === undefined) throw new Error(`CHANGELOG.md has no heading "${UNRELEASED}"`);
  return below.split(/^## /m)[0].trim();
}

/** Whether the section has an entry. */
export const hasEntries = (section) => /^- \S/m.test(section);

/** What "Breaking" says of the section; undefined where it has no such part. */
export function breakingPart(section) {
  const [, below] = section.split(/^### Breaking\n/m);
  return below?.split(/^### /m)[0].trim();
}

/** The changelog in which the section has become that of a version, below a new and empty one. */
export const withRelease = (changelog, version, date) =>
  changelog.replace(UNRELEASED, () => `${UNRELEASED}\n\n## [${version}] - ${date}`);
