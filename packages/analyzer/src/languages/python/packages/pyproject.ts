import { folderOf, withoutDots } from '../../../files/package-path.js';
import { LineSearch } from '../../../packages/line-search.js';
import type { DeclaredDependency, Manifest } from '../../../packages/package-facts.js';
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
import { declaredOfTexts } from './python-facts.js';
import { normalizedName, locationSource } from './requirement.js';

const REPOSITORY_LINKS = ['repository', 'source', 'source code', 'sourcecode', 'github', 'code', 'homepage'];
const LICENSE_CLASSIFIER = 'License :: ';

/** The locations of packages that uv does not take from an index: `[tool.uv.sources]`. */
function locationsOfUv(document: Fields): ReadonlyMap<string, string> {
  return new Map(
    entriesAt(document, 'tool', 'uv', 'sources').flatMap(([name, value]) => {
      const [first] = Array.isArray(value) ? (value as unknown[]) : [value];
      const git = textAt(first, 'git');
      const local = valueAt(first, 'workspace') === true ? '.' : undefined;
      const location =
        git === undefined ? (textAt(first, 'url') ?? textAt(first, 'path') ?? local) : `git+${git}`;
      return location === undefined ? [] : [[normalizedName(name), location] as const];
    }),
  );
}

/** The lists of requirements, with their kinds. */
function requirementLists(document: Fields): [readonly string[], DeclaredDependency['kind']][] {
  const lists = (kind: 'optional' | 'dev', ...keys: string[]): [string[], DeclaredDependency['kind']][] =>
    entriesAt(document, ...keys).map(([group]) => [textsAt(document, ...keys, group), kind]);
  return [
    [textsAt(document, 'project', 'dependencies'), 'runtime'],
    ...lists('optional', 'project', 'optional-dependencies'),
    ...lists('dev', 'dependency-groups'),
    [textsAt(document, 'tool', 'uv', 'dev-dependencies'), 'dev'],
    ...lists('dev', 'tool', 'pdm', 'dev-dependencies'),
  ];
}

function dependenciesIn(path: string, text: string, document: Fields): DeclaredDependency[] {
  const search = new LineSearch(text);
  const locations = locationsOfUv(document);
  const listed = requirementLists(document).flatMap(([texts, kind]) => {
    search.rewind();
    return declaredOfTexts(texts, kind, path, (requirement) => search.lineOfQuoted(requirement));
  });
  const located = listed.map((dependency) => {
    const location = locations.get(dependency.name);
    return location === undefined
      ? dependency
      : { ...dependency, range: location, source: locationSource(location) };
  });
  return [...located, ...poetryDependencies(path, text, document)];
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
export function readPyproject({ path, text }: PackagingFile): Manifest {
  const document = readToml(text);
  const project = fieldsOf(valueAt(document, 'project')) ?? {};
  const dependencies = dependenciesIn(path, text, document);
  checkCount(dependencies.length);
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
    installScripts: [],
    scripts,
    entrypoints: [...new Set(scripts.values())],
    loaded: loadedIn(path, document, project),
    ...defined('problem', problemIn(project)),
  };
}
