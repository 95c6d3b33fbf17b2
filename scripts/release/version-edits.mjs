/** Where the version of the product stands. */
import { withRelease } from '../changelog.mjs';

/** A JSON file as npm writes it, after a change of its content. */
const json = (change) => (text) => {
  const content = JSON.parse(text);
  change(content);
  return `${JSON.stringify(content, null, 2)}\n`;
};

/** Sets the version of a manifest, and of the packages of this repository that it depends on. */
const inManifest = (version, names) => (manifest) => {
  manifest.version = version;
  for (const name of names) if (name in (manifest.dependencies ?? {})) manifest.dependencies[name] = version;
};

const inLockFile = (version, folders, names) => (lock) => {
  lock.version = version;
  for (const folder of ['', ...folders]) inManifest(version, names)(lock.packages[folder]);
};

/** Replaces the one match of a pattern. @throws where there is none, because the file has changed its form */
const replaced = (path, pattern, replacement) => (text) => {
  if (!pattern.test(text)) throw new Error(`${path} has no ${pattern.source}`);
  return text.replace(pattern, replacement);
};

/**
 * The files that name the version of the product, each with a function from its text to that of another version.
 * @param {string} version such as 1.2.0
 * @param {string} date of the release, such as 2026-07-01
 * @param {{ folder: string, name: string }[]} packages those below packages/, by folder and name
 * @returns {{ path: string, edit: (text: string) => string }[]}
 */
export function versionEdits(version, date, packages) {
  const folders = packages.map(({ folder }) => folder);
  const names = packages.map(({ name }) => name);
  const inText = (path, pattern, replacement) => ({ path, edit: replaced(path, pattern, replacement) });
  return [
    ...['package.json', ...folders.map((folder) => `${folder}/package.json`)].map((path) => ({
      path,
      edit: json(inManifest(version, names)),
    })),
    { path: 'package-lock.json', edit: json(inLockFile(version, folders, names)) },
    inText('Dockerfile', /^ARG VERSION=.*$/m, `ARG VERSION=${version}`),
    inText(
      'packages/analyzer/README.md',
      /mcp-hub-analyzer-\d[\w.-]*\.tgz/,
      `mcp-hub-analyzer-${version}.tgz`,
    ),
    { path: 'CHANGELOG.md', edit: (text) => withRelease(text, version, date) },
  ];
}
