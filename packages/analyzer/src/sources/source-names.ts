import { fileName } from '../files/package-path.js';
import { LANGUAGES } from '../languages/index.js';

const TESTS = LANGUAGES.flatMap(({ sources }) => sources.tests);

/** Whether a source file is a test by its name. */
export const isTestName = (path: string): boolean =>
  TESTS.some((pattern) => pattern.test(fileName(path).toLowerCase()));

const RUNNERS = [
  /^(?:jest|vitest|playwright|cypress|mocha|karma|setup)[-.]\w/,
  /(?:^|[-_.])(?:tests?|specs?|e2e|bench(?:mark)?s?|mocks?|storybook)(?:[-_.])/,
  ...LANGUAGES.flatMap(({ sources }) => sources.runners),
];

/** Whether a source file runs or sets up tests by its name: its imports need not be part of the product. */
export const isRunnerName = (path: string): boolean =>
  RUNNERS.some((pattern) => pattern.test(fileName(path).toLowerCase()));

const MANIFESTS = new Set(LANGUAGES.flatMap(({ packaging }) => packaging.names.manifests));
const LOCKFILES = new Set(LANGUAGES.flatMap(({ packaging }) => packaging.names.lockfiles));

/** `manifest` or `lockfile` by the file name; a requirements list, which may be either, is a manifest. */
export function packagingRole(path: string): 'manifest' | 'lockfile' | undefined {
  const name = fileName(path).toLowerCase();
  if (LOCKFILES.has(name) || LANGUAGES.some(({ packaging }) => packaging.lockfileReader?.(path)))
    return 'lockfile';
  const isManifest = MANIFESTS.has(name) || LANGUAGES.some(({ packaging }) => packaging.isManifest?.(path));
  return isManifest ? 'manifest' : undefined;
}
