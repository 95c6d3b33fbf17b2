import { folderOf, withoutDots } from '../../../files/package-path.js';
import type { SourcePackage } from '../../../files/source-file.js';
import type { DeclaredDependency, DependencyList, Manifest } from '../../../packages/package-facts.js';
import { checkCount, type PackagingFile } from '../../../packages/packaging-file.js';
import { readToml } from './toml-document.js';
import {
  defined,
  entriesAt,
  fieldsOf,
  itemsAt,
  textAt,
  textsAt,
  valueAt,
  type Fields,
} from '../../../packages/values.js';
import { poetryDependencies } from './poetry-dependencies.js';
import { declaredOfTexts, invalidIn, type RequiredIn } from './python-facts.js';
import { normalizedPypiName } from '../../../packages/package-names.js';
import { privateRegistry } from '../../../packages/registries.js';
import { Markers } from './markers.js';
import { locatedAt } from './requirement.js';
import { TomlLines } from './toml-lines.js';

const REPOSITORY_LINKS = ['repository', 'source', 'source code', 'sourcecode', 'github', 'code', 'homepage'];
const LICENSE_CLASSIFIER = 'License :: ';

/** Where packages come from that are not taken from the usual index: `[tool.uv.sources]`. */
interface UvSource {
  readonly location?: string;
  readonly index?: string;
  readonly isMember?: boolean;
}

function sourceOfUv(value: unknown, indexes: ReadonlyMap<string, string>): UvSource {
  const git = textAt(value, 'git');
  if (git !== undefined) {
    const reference = textAt(value, 'rev') ?? textAt(value, 'tag') ?? textAt(value, 'branch');
    return { location: `git+${git}${reference === undefined ? '' : `@${reference}`}` };
  }
  if (valueAt(value, 'workspace') === true) return { location: '.', isMember: true };
  const location = textAt(value, 'url') ?? textAt(value, 'path');
  if (location !== undefined) return { location };
  const index = textAt(value, 'index');
  return index === undefined ? {} : { index: indexes.get(index) ?? index };
}

/** The address of the index that PDM uses instead of PyPI. */
const indexOfPdm = (document: Fields): string | undefined =>
  itemsAt(document, 'tool', 'pdm', 'source')
    .filter((item) => textAt(item, 'name') === 'pypi')
    .map((item) => textAt(item, 'url'))[0];

/** The versions that PDM takes whatever else asks for: `name = "1.2.3"`, or a range. */
function overridesOfPdm(document: Fields, where: RequiredIn, lines: TomlLines): DeclaredDependency[] {
  const keys = ['tool', 'pdm', 'resolution', 'overrides'];
  return entriesAt(document, ...keys).flatMap(([name, value]) => {
    if (typeof value !== 'string') return [];
    const text = `${name}${/^[\w.!+-]+$/u.test(value) ? '==' : ''}${value}`;
    return declaredOfTexts([text], where, () => lines.lineOf(...keys, name));
  });
}

/** The addresses of uv's indexes by name, and the one that replaces PyPI. */
function indexesOfUv(document: Fields): {
  readonly named: ReadonlyMap<string, string>;
  readonly usual: string | undefined;
} {
  const listed = itemsAt(document, 'tool', 'uv', 'index');
  const address = (item: unknown): string => textAt(item, 'url') ?? '';
  return {
    named: new Map(listed.map((item) => [textAt(item, 'name') ?? '', address(item)])),
    usual:
      textAt(document, 'tool', 'uv', 'index-url') ??
      listed.filter((item) => valueAt(item, 'default') === true).map(address)[0],
  };
}

/** The sources of uv by package. Of several for one package, the first. */
function sourcesOfUv(document: Fields, indexes: ReadonlyMap<string, string>): ReadonlyMap<string, UvSource> {
  return new Map(
    entriesAt(document, 'tool', 'uv', 'sources').map(([name, value]) => {
      const [first] = Array.isArray(value) ? (value as unknown[]) : [value];
      return [normalizedPypiName(name), sourceOfUv(first, indexes)] as const;
    }),
  );
}

/** A list of requirements by the keys that lead to it, and what they are for. */
interface Listed {
  readonly keys: readonly string[];
  readonly kind: DeclaredDependency['kind'];
}

/** The lists of requirements, with their kinds. */
function requirementLists(document: Fields): readonly Listed[] {
  const lists = (kind: 'optional' | 'dev', ...keys: string[]): Listed[] =>
    entriesAt(document, ...keys).map(([group]) => ({ keys: [...keys, group], kind }));
  return [
    { keys: ['project', 'dependencies'], kind: 'runtime' },
    ...lists('optional', 'project', 'optional-dependencies'),
    ...lists('dev', 'dependency-groups'),
    { keys: ['tool', 'uv', 'dev-dependencies'], kind: 'dev' },
    ...lists('dev', 'tool', 'pdm', 'dev-dependencies'),
  ];
}

/** Adds what uv's configuration says about the source of a dependency. */
function withUvSource(dependency: DeclaredDependency, source: UvSource | undefined): DeclaredDependency {
  const { location, index, isMember } = source ?? {};
  if (location === undefined) return index === undefined ? dependency : { ...dependency, index };
  const { version: _, ...rest } = dependency;
  const located = locatedAt(dependency.name, location, undefined);
  return {
    ...rest,
    range: location,
    source: located.source,
    ...defined('version', located.version),
    ...(isMember === true && { isMember }),
  };
}

/**
 * The dependencies of a manifest, and versions of others in case that something requires them.
 * @param text the document, for the lines
 */
export function dependenciesIn(
  path: string,
  text: string,
  document: Fields,
): Required<Pick<Manifest, 'dependencies' | 'constraints'>> {
  const lines = new TomlLines(text);
  const { named, usual } = indexesOfUv(document);
  const sources = sourcesOfUv(document, named);
  const markers = new Markers(textAt(document, 'project', 'requires-python'));
  const declared = ({ keys, kind }: Listed): DeclaredDependency[] =>
    itemsAt(document, ...keys).flatMap((item, index) =>
      typeof item === 'string'
        ? declaredOfTexts([item], { kind, manifest: path, markers }, () => lines.lineOf(...keys, index))
        : [],
    );
  const usualIndex = usual ?? indexOfPdm(document);
  const listed = requirementLists(document)
    .flatMap(declared)
    .map((dependency) =>
      withUvSource({ ...dependency, ...defined('index', usualIndex) }, sources.get(dependency.name)),
    )
    .map((dependency) => {
      const { index, ...rest } = dependency;
      const other = dependency.source === 'registry' ? privateRegistry('PyPI', index) : undefined;
      return other === undefined ? rest : { ...rest, index: other };
    });
  const limits = ['constraint-dependencies', 'override-dependencies'].flatMap((key) =>
    declared({ keys: ['tool', 'uv', key], kind: 'runtime' }),
  );
  const overrides = overridesOfPdm(document, { kind: 'runtime', manifest: path, markers }, lines);
  return {
    dependencies: [...listed, ...poetryDependencies(path, lines, document, markers)],
    constraints: [...limits, ...overrides],
  };
}

/** The license as a PEP 639 expression, in its older forms, poetry's, or as a classifier: `MIT License`. */
function licenseIn(document: Fields, project: Fields): string | undefined {
  const classifiers = [
    ...textsAt(project, 'classifiers'),
    ...textsAt(document, 'tool', 'poetry', 'classifiers'),
  ];
  const classifier = classifiers.find((text) => text.startsWith(LICENSE_CLASSIFIER));
  const file = textAt(project, 'license', 'file');
  return (
    textAt(project, 'license') ??
    textAt(project, 'license', 'text') ??
    textAt(document, 'tool', 'poetry', 'license') ??
    classifier?.slice(classifier.lastIndexOf('::') + 2).trim() ??
    (file === undefined ? undefined : `SEE LICENSE IN ${file}`)
  );
}

function repositoryIn(document: Fields, project: Fields): string | undefined {
  const links = new Map(
    [...entriesAt(document, 'tool', 'poetry', 'urls'), ...entriesAt(project, 'urls')].map(([name, url]) => [
      name.toLowerCase(),
      url,
    ]),
  );
  const found = REPOSITORY_LINKS.map((name) => links.get(name)).find((url) => typeof url === 'string');
  return textAt(document, 'tool', 'poetry', 'repository') ?? (typeof found === 'string' ? found : undefined);
}

function scriptsIn(document: Fields, project: Fields): ReadonlyMap<string, string> {
  const entries = [
    ...entriesAt(document, 'tool', 'poetry', 'scripts'),
    ...entriesAt(project, 'scripts'),
    ...entriesAt(project, 'gui-scripts'),
  ];
  return new Map(
    entries.flatMap(([name, value]) => {
      const target =
        typeof value === 'string' ? value : (textAt(value, 'callable') ?? textAt(value, 'reference'));
      return target === undefined ? [] : [[name, target] as const];
    }),
  );
}

/** What else runs: plugins that other programs load, and a build backend of the project's own, when an installer builds it. */
function loadedIn(path: string, document: Fields, project: Fields): string[] {
  const groups = [...entriesAt(project, 'entry-points'), ...entriesAt(document, 'tool', 'poetry', 'plugins')];
  const plugins = groups.flatMap(([, group]) =>
    entriesAt(group).flatMap(([, target]) => (typeof target === 'string' ? [target] : [])),
  );
  const [backend = ''] = textAt(document, 'build-system', 'build-backend')?.split(':', 1) ?? [];
  const module = backend.replaceAll('.', '/');
  const built = textsAt(document, 'build-system', 'backend-path').flatMap((root) =>
    [`${module}.py`, `${module}/__init__.py`].flatMap(
      (file) => withoutDots(`${folderOf(path)}${root}/${file}`) ?? [],
    ),
  );
  return [...plugins, ...(module === '' ? [] : built)];
}

/** The files that a value of setuptools names: `{ file = ["requirements.txt"] }`. */
const filesIn = (value: unknown): readonly string[] => {
  const one = textAt(value, 'file');
  return one === undefined ? textsAt(value, 'file') : one.split(',').map((name) => name.trim());
};

/** The files with dependencies that the build reads: setuptools, and a plugin of hatch. */
function listsIn(document: Fields): readonly DependencyList[] {
  const dynamic = valueAt(document, 'tool', 'setuptools', 'dynamic');
  const hook = valueAt(document, 'tool', 'hatch', 'metadata', 'hooks', 'requirements_txt');
  const hookFiles = textsAt(hook, 'files');
  if (hook !== undefined && hookFiles.length === 0)
    hookFiles.push(textAt(hook, 'filename') ?? 'requirements.txt');
  const listed = (files: readonly string[], kind: DependencyList['kind']): DependencyList[] =>
    files.map((file) => ({ file, kind }));
  return [
    ...listed(filesIn(valueAt(dynamic, 'dependencies')), 'runtime'),
    ...entriesAt(dynamic, 'optional-dependencies').flatMap(([, value]) => listed(filesIn(value), 'optional')),
    ...listed(hookFiles, 'runtime'),
    ...entriesAt(hook, 'optional-dependencies').flatMap(([, value]) =>
      listed(Array.isArray(value) ? value.filter((each) => typeof each === 'string') : [], 'optional'),
    ),
  ];
}

/** Older manifests of setuptools, in which a project may have the dependencies that it calls dynamic. */
const OLDER = ['setup.py', 'setup.cfg'];

/** The dependencies that are no requirements, in words. */
export const invalidDependencies = (document: Fields): string | undefined =>
  invalidIn(
    requirementLists(document).flatMap(({ keys }) => textsAt(document, ...keys)),
    'the dependencies',
  );

/** What is not known of the dependencies, in words. */
function unlistedIn(
  document: Fields,
  { path, lists = [], dependencies }: Pick<Manifest, 'path' | 'lists' | 'dependencies'>,
  { files }: SourcePackage,
): string | undefined {
  const invalid = invalidDependencies(document);
  if (invalid !== undefined) return invalid;
  const isListed = [...lists, ...dependencies].some(({ kind }) => kind === 'runtime');
  const isElsewhere = OLDER.some((name) => files.has(`${folderOf(path)}${name}`));
  return textsAt(document, 'project', 'dynamic').includes('dependencies') && !isListed && !isElsewhere
    ? 'has dynamic dependencies, and does not name the file that lists them'
    : undefined;
}

function problemIn(project: Fields): string | undefined {
  const wrong = [
    ...(Object.hasOwn(project, 'dependencies') && !Array.isArray(project['dependencies'])
      ? ['project.dependencies']
      : []),
    ...(itemsAt(project, 'dependencies').some((item) => typeof item !== 'string')
      ? ['an item of project.dependencies']
      : []),
  ];
  return wrong.length === 0 ? undefined : `does not match the format: ${wrong.join(', ')}`;
}

/** Python's manifest: `pyproject.toml`, with the extensions of poetry, uv and PDM. */
export function readPyproject({ path, text }: PackagingFile, source: SourcePackage): Manifest {
  const document = readToml(text);
  const project = fieldsOf(valueAt(document, 'project')) ?? {};
  const { dependencies, constraints } = dependenciesIn(path, text, document);
  checkCount(dependencies.length + constraints.length);
  const lists = listsIn(document);
  const scripts = scriptsIn(document, project);
  const either = (key: string): string | undefined =>
    textAt(project, key) ?? textAt(document, 'tool', 'poetry', key);
  return {
    path,
    ecosystem: 'PyPI',
    ...defined('name', either('name')),
    ...defined('version', either('version')),
    ...defined('description', either('description')),
    ...defined('license', licenseIn(document, project)),
    ...defined('repository', repositoryIn(document, project)),
    dependencies,
    ...(constraints.length > 0 && { constraints }),
    ...(lists.length > 0 && { lists }),
    ...defined('unlisted', unlistedIn(document, { path, lists, dependencies }, source)),
    installScripts: [],
    scripts,
    entrypoints: [...new Set(scripts.values())],
    commands: [...scripts.keys()],
    loaded: loadedIn(path, document, project),
    ...defined('problem', problemIn(project)),
  };
}
