import type {
  DeclaredDependency,
  Lockfile,
  Manifest,
  ResolvedDependency,
} from '../../../packages/package-facts.js';
import { checkCount, type PackagingFile } from '../../../packages/packaging-file.js';
import { eachOnce, namesCommit } from '../../../packages/resolved.js';
import { Markers } from './markers.js';
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

/** A pip requirements file. */
export interface ListFile extends RequirementsList {
  readonly path: string;
}

/** What other files say about the requirements of one. */
export interface ListContext {
  /** What they are for, if a manifest says it. */
  readonly kind?: DeclaredDependency['kind'];
  /** The index that the file, or one that includes it, names. */
  readonly index?: string;
  /** The versions that constraints allow, by name. */
  readonly constraints: ReadonlyMap<string, string>;
}

/** Whether a file leaves no version open. */
export const isClosed = ({ requirements, unreadable }: RequirementsList): boolean =>
  unreadable.length === 0 &&
  requirements.every(({ version, source, range }) =>
    source === 'git' ? namesCommit(range) : version !== undefined,
  );

/**
 * @throws UnreadablePackaging when it lists too many.
 */
export function readList({ path, text }: PackagingFile): ListFile {
  const list = readRequirementsLines(text);
  checkCount(list.requirements.length);
  return { path, ...list };
}

/** The kind of the requirements in a file: a manifest says it, or its name. */
const kindOf = ({ path }: ListFile, { kind }: ListContext): DeclaredDependency['kind'] =>
  kind ?? (isForDevelopment(path) ? 'dev' : 'runtime');

/** The dependencies in a requirements file, in the versions that constraints allow. */
function declaredIn(list: ListFile, context: ListContext): DeclaredDependency[] {
  const where = { kind: kindOf(list, context), manifest: list.path, markers: new Markers() };
  const { index, constraints } = context;
  return list.requirements.map((requirement) => {
    const declared = declaredOf(requirement, where, requirement.line);
    if (declared.source !== 'registry') return declared;
    const version = declared.version ?? constraints.get(declared.name);
    return { ...declared, ...(version !== undefined && { version }), ...(index !== undefined && { index }) };
  });
}

/** A requirements file as a manifest: its requirements are direct dependencies. */
export const manifestOfList = (list: ListFile, context: ListContext): Manifest => ({
  path: list.path,
  ecosystem: 'PyPI',
  dependencies: declaredIn(list, context),
  installScripts: [],
  scripts: new Map(),
  entrypoints: [],
  commands: [],
  ...(list.unreadable.length > 0 && {
    problem: `not a requirement: line ${list.unreadable.slice(0, 10).join(', ')}`,
  }),
});

/** A file of constraints as a manifest, which requires nothing. */
export function manifestOfConstraints(list: ListFile, context: ListContext): Manifest {
  const manifest = manifestOfList(list, { ...context, kind: 'runtime' });
  return { ...manifest, dependencies: [], constraints: manifest.dependencies };
}

/** Whether a requirement comes from a file, not only from another package. */
const isRequiredByFile = ({ via }: ListedRequirement): boolean =>
  via.length === 0 || via.some((cause) => /^-r |\.(?:in|txt|toml|cfg|py)\b|\(/.test(cause));

/** A requirements file with all versions pinned as a lockfile. */
export function lockfileOfList(
  list: ListFile,
  context: ListContext,
  governed: readonly Manifest[],
): Lockfile {
  const { path, requirements } = list;
  const others = governed.filter((manifest) => manifest.path !== path);
  const names = declaredNames(others);
  const declared = declaredIn(list, context);
  const dev = kindOf(list, context) === 'dev';
  const isExcluded = (index: number): boolean => declared[index]?.excluded === true;
  const dependencies = eachOnce(
    requirements
      .filter((_, index) => !isExcluded(index))
      .map((requirement): ResolvedDependency => {
        const { name, version, range, source } = requirement;
        return {
          ecosystem: 'PyPI',
          name,
          version: version ?? range,
          source,
          ...(source !== 'registry' && { location: range }),
          ...(context.index !== undefined && source === 'registry' && { index: context.index }),
          direct: names.size === 0 ? isRequiredByFile(requirement) : names.has(name),
          dev,
          hashed: requirement.hashed || (source === 'git' && namesCommit(range)),
          installScript: false,
          lockfile: path,
          line: requirement.line,
        };
      }),
  );
  return {
    path,
    dependencies,
    missing: dev ? [] : missingFrom(path, dependencies, others),
    excluded: declared.filter((_, index) => isExcluded(index)),
  };
}
