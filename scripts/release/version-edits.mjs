/** The files that contain the version of the product. */
import { withRelease } from '../changelog.mjs';

/** Edits a JSON file, keeping npm's format. */
const json = (change) => (text) => {
  const content = JSON.parse(text);
  change(content);
  return `${JSON.stringify(content, null, 2)}\n`;
};

/** Sets the version of a manifest, and of the packages of this repository that it depends on. */
const inManifest = (version, names) => (manifest) => {
  manifest.version = version;
  const { dependencies = {}, peerDependencies = {} } = manifest;
  for (const needed of [dependencies, peerDependencies])
    for (const name of names) if (name in needed) needed[name] = version;
};

const inLockFile = (version, folders, names) => (lock) => {
  lock.version = version;
  for (const folder of ['', ...folders]) inManifest(version, names)(lock.packages[folder]);
};

/**
 * Replaces the only match of a pattern.
 * @throws when there is none, because the format of the file has changed
 */
const replaced = (path, pattern, replacement) => (text) => {
  if (!pattern.test(text)) throw new Error(`${path} has no ${pattern.source}`);
  return text.replace(pattern, replacement);
};

/**
 * The files that contain the version of the product, each with a function that edits its text.
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
