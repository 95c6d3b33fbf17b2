import { folderOf } from '../../../files/package-path.js';
import type { Lockfile, Manifest, ResolvedDependency } from '../../../packages/package-facts.js';
import { checkCount, type PackagingFile } from '../../../packages/packaging-file.js';
import { eachOnce, namesCommit } from '../../../packages/resolved.js';
import { declaredNames, declaredOf, missingFrom } from './python-facts.js';
import {
  readRequirementsLines,
  type ListedRequirement,
  type RequirementsList,
} from './requirements-lines.js';

/** Names of requirements files for development: `requirements-dev.txt`, `requirements/test.in`. */
const DEVELOPMENT =
  /(?:^|[/_.-])(?:dev|develop|development|test|tests|testing|lint|docs?|ci|typing)(?:[_.-]|$)/;

const isForDevelopment = (path: string): boolean =>
  DEVELOPMENT.test(
    path
      .toLowerCase()
      .split('/')
      .slice(-2)
      .join('/')
      .replace(/^(?!requirements\/)[^/]*\//, ''),
  );

/** Whether all versions in a requirements file are pinned, as tools generate them: then it is a lockfile. An empty one is not. */
export const isPinned = ({ requirements, included, unreadable }: RequirementsList): boolean =>
  requirements.length > 0 &&
  included.length === 0 &&
  unreadable.length === 0 &&
  requirements.every(
    ({ version, source, range }) => version !== undefined || (source === 'git' && namesCommit(range)),
  );

/** A pip requirements file. */
export interface ListFile extends RequirementsList {
  readonly path: string;
}

/** The paths in the package of the files that a requirements file includes with `-r base.txt`. */
export const includedPaths = ({ path, included }: ListFile): readonly string[] =>
  included.map((name) => `${folderOf(path)}${name}`.replaceAll(/(^|\/)(?:\.\/)+/g, '$1'));

/**
 * @throws UnreadablePackaging when it lists too many.
 */
export function readList({ path, text }: PackagingFile): ListFile {
  const list = readRequirementsLines(text);
  checkCount(list.requirements.length);
  return { path, ...list };
}

/** A requirements file as a manifest: its requirements are direct dependencies. */
export function manifestOfList({ path, requirements, unreadable }: ListFile): Manifest {
  const kind = isForDevelopment(path) ? 'dev' : 'runtime';
  return {
    path,
    ecosystem: 'PyPI',
    dependencies: requirements.map((requirement) => declaredOf(requirement, kind, path, requirement.line)),
    installScripts: [],
    scripts: new Map(),
    entrypoints: [],
    ...(unreadable.length > 0 && {
      problem: `not a requirement: line ${unreadable.slice(0, 10).join(', ')}`,
    }),
  };
}

/** Whether a requirement comes from a file, not only from another package. */
const isRequiredByFile = ({ via }: ListedRequirement): boolean =>
  via.length === 0 || via.some((cause) => /^-r |\.(?:in|txt|toml|cfg|py)\b|\(/.test(cause));

/** A requirements file with all versions pinned as a lockfile. */
export function lockfileOfList({ path, requirements }: ListFile, governed: readonly Manifest[]): Lockfile {
  const others = governed.filter((manifest) => manifest.path !== path);
  const declared = declaredNames(others);
  const dev = isForDevelopment(path);
  const dependencies = eachOnce(
    requirements.map((requirement): ResolvedDependency => ({
      ecosystem: 'PyPI',
      name: requirement.name,
      version: requirement.version ?? requirement.range,
      source: requirement.source,
      direct: others.length === 0 ? isRequiredByFile(requirement) : declared.has(requirement.name),
      dev,
      hashed: requirement.hashed || (requirement.source === 'git' && namesCommit(requirement.range)),
      installScript: false,
      lockfile: path,
      line: requirement.line,
    })),
  );
  return { path, format: 'pip', dependencies, missing: dev ? [] : missingFrom(path, dependencies, others) };
}
