import { extensionOf, fileName } from '../sources/language-of.js';
import type { FileRole } from './source-file.js';

/** What folders of a name hold, wherever they lie. */
const FOLDERS: Readonly<Partial<Record<FileRole, readonly string[]>>> = {
  vendored: [
    'node_modules', 'bower_components', 'jspm_packages', 'vendor', 'third_party', 'third-party', 'thirdparty',
    'site-packages', '.venv', 'venv', '.yarn',
  ], // prettier-ignore
  test: [
    'test', 'tests', '__tests__', '__test__', '__mocks__', '__fixtures__', '__snapshots__', 'e2e', 'fixtures', 'mocks',
    'testdata',
  ], // prettier-ignore
  docs: ['doc', 'docs', 'documentation'],
  example: ['example', 'examples', 'sample', 'samples', 'demo', 'demos'],
};

const FOLDER_ROLES: ReadonlyMap<string, FileRole> = new Map(
  Object.entries(FOLDERS).flatMap(([role, names]) => names.map((name) => [name, role as FileRole] as const)),
);

/** What a folder is for, by its name alone. */
export const folderRole = (name: string): FileRole | undefined => FOLDER_ROLES.get(name.toLowerCase());

const TEST_NAMES = [
  /\.(?:test|spec|e2e|e2e-spec|cy)\.[mc]?[jt]sx?$/,
  /^test_.*\.py$/,
  /_test\.(?:py|go)$/,
  /^conftest\.py$/,
];

/** Whether a file with source code is a test by its name. */
export const isTestName = (path: string): boolean =>
  TEST_NAMES.some((pattern) => pattern.test(fileName(path).toLowerCase()));

const RUNNER_NAMES = [
  /\.(?:config|setup|workspace)\.[cm]?[jt]sx?$/,
  /^(?:jest|vitest|playwright|cypress|mocha|karma|setup)[-.]\w/,
  /(?:^|[-_.])(?:tests?|specs?|e2e|bench(?:mark)?s?|mocks?|storybook)(?:[-_.])/,
  /^(?:noxfile|tasks|dodo|fabfile|setup)\.py$/,
];

/** Whether a file with source code is there to run or set up tests by its name: what it imports need not be the product's. */
export const isRunnerName = (path: string): boolean =>
  RUNNER_NAMES.some((pattern) => pattern.test(fileName(path).toLowerCase()));

const DOCS_EXTENSIONS = new Set(['md', 'mdx', 'rst', 'adoc', 'asciidoc', 'markdown']);
const DOCS_NAMES =
  /^(?:readme|licen[cs]e|copying|unlicense|notice|authors|contributors|contributing|changelog|changes|history|security|code_of_conduct)(?:[-.].*)?$/i;

/** Whether a file that is no source code is there to be read by people. */
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

/** Whether a path is that of a workflow, or of a bot that updates dependencies. They work only in the places they have. */
export const isCiPath = (path: string): boolean =>
  CI_PATHS.some((pattern) => pattern.test(path.toLowerCase()));

const LOCKFILES = new Set([
  'package-lock.json', 'npm-shrinkwrap.json', 'pnpm-lock.yaml', 'yarn.lock', 'bun.lock', 'bun.lockb', 'deno.lock',
  'poetry.lock', 'uv.lock', 'pdm.lock', 'pipfile.lock', 'go.sum', 'go.work.sum',
]); // prettier-ignore
const MANIFESTS = new Set([
  'package.json', 'pnpm-workspace.yaml', 'deno.json', 'deno.jsonc', 'pyproject.toml', 'setup.cfg', 'pipfile', 'go.mod',
  'go.work',
]); // prettier-ignore
const REQUIREMENTS = /(?:^|\/)(?:[^/]*requirements[^/]*|requirements\/[^/]+)\.(?:txt|in)$/;

/** Whether a file is a list of pip's requirements by its path. */
export const isRequirementsPath = (path: string): boolean => REQUIREMENTS.test(path.toLowerCase());

/** `manifest` and `lockfile` by the name; a list of requirements, which may be either, is a manifest. */
export function packagingRole(path: string): 'manifest' | 'lockfile' | undefined {
  const name = fileName(path).toLowerCase();
  if (LOCKFILES.has(name)) return 'lockfile';
  return MANIFESTS.has(name) || isRequirementsPath(path) ? 'manifest' : undefined;
}
