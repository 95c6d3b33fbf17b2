import { extensionOf, fileName } from './package-path.js';
import type { FileRole } from './source-file.js';
import names from './names.json' with { type: 'json' };

/** Roles of folders by their names, at any depth. */
const FOLDERS: Readonly<Partial<Record<FileRole, readonly string[]>>> = {
  vendored: names.roleNames.vendored,
  test: names.roleNames.test,
  docs: ['doc', 'docs', 'documentation'],
  example: ['example', 'examples', 'sample', 'samples', 'demo', 'demos'],
};

const FOLDER_ROLES: ReadonlyMap<string, FileRole> = new Map(
  Object.entries(FOLDERS).flatMap(([role, names]) => names.map((name) => [name, role as FileRole] as const)),
);

/** The role of a folder by its name alone. */
export const folderRole = (name: string): FileRole | undefined => FOLDER_ROLES.get(name.toLowerCase());

const DOCS_EXTENSIONS = new Set(['md', 'mdx', 'rst', 'adoc', 'asciidoc', 'markdown']);
const DOCS_NAMES =
  /^(?:readme|licen[cs]e|copying|unlicense|notice|authors|contributors|contributing|changelog|changes|history|security|code_of_conduct)(?:[-.].*)?$/i;

/** Whether a file that is not source code is documentation. */
export const isDocsName = (path: string): boolean =>
  DOCS_EXTENSIONS.has(extensionOf(path)) || DOCS_NAMES.test(fileName(path));

const CI_PATHS = [
  /^\.github\/(?:workflows|actions)\/.+/,
  /^\.(?:github|gitlab|gitea|forgejo)\/(?:dependabot\.ya?ml|renovate\.json5?)$/,
  /^\.(?:gitea|forgejo)\/workflows\/.+/,
  /^\.gitlab-ci\.ya?ml$/,
  /^\.gitlab\/ci\/.+\.ya?ml$/,
  /^\.circleci\/.+\.ya?ml$/,
  /^\.?(?:azure-pipelines|bitbucket-pipelines|travis|drone|woodpecker|appveyor|cirrus)\.ya?ml$/,
  /^\.(?:buildkite|woodpecker|drone|azure-pipelines)\/.+/,
  /^jenkinsfile$/,
  /^(?:renovate\.json5?|\.renovaterc(?:\.json5?)?)$/,
];

/** Whether a path is that of a CI workflow or of a dependency bot's configuration. These work only at fixed paths. */
export const isCiPath = (path: string): boolean =>
  CI_PATHS.some((pattern) => pattern.test(path.toLowerCase()));
