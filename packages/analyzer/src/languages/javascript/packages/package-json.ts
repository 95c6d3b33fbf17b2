import { fileName, folderOf, withoutDots } from '../../../files/package-path.js';
import { folderRole } from '../../../files/role-names.js';
import type { PackageFiles, SourcePackage } from '../../../files/source-file.js';
import { readOf, scriptsRunBy, scriptsUnder } from '../../../packages/commands.js';
import { readJson } from '../../../packages/json-document.js';
import { JsonKeyLines } from '../../../packages/json-key-lines.js';
import type { DeclaredDependency, Manifest } from '../../../packages/package-facts.js';
import { checkCount, UnreadablePackaging, type PackagingFile } from '../../../packages/packaging-file.js';
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
import { beforeRenaming } from '../files/paths.js';
import { targetsIn } from '../files/export-targets.js';
import { parseJsonWithComments } from '../files/json-with-comments.js';
import { shippedPackages } from '../files/shipped-packages.js';
import { JAVASCRIPT_SOURCES } from '../sources.js';
import { privateRegistry } from '../../../packages/registries.js';
import { catalogsIn } from './catalogs.js';
import { installScriptsIn, scriptsIn } from './install-scripts.js';
import { exactVersion, npmSource, realName, tarballOf } from './npm-spec.js';

const SECTIONS = [
  ['dependencies', 'runtime'],
  ['devDependencies', 'dev'],
  ['optionalDependencies', 'optional'],
  ['peerDependencies', 'peer'],
] as const;
const OBJECTS = [...SECTIONS.map(([section]) => section), 'scripts'];
/** The endings that Node.js and npm try for a path without a file. */
const ENDINGS = ['', '.js', '.cjs', '.mjs', '.json', '/index.js', '/index.cjs', '/index.mjs'];
const MAX_LOADED = 200;

const textIn = (path: string, files: PackageFiles): string =>
  Buffer.from(files.get(path) ?? []).toString('utf8');

function dependenciesIn(path: string, fields: Fields, lines: JsonKeyLines): DeclaredDependency[] {
  const optional = new Set(entriesAt(fields, 'optionalDependencies').map(([name]) => name));
  return SECTIONS.flatMap(([section, kind]) =>
    entriesAt(fields, section).flatMap(([name, value]) => {
      // npm also lists optional dependencies among the others; they count as optional.
      if (kind === 'runtime' && optional.has(name)) return [];
      const range = typeof value === 'string' ? value : '';
      return [declaredAs(name, range, kind, path, lines.lineOf(section, name))];
    }),
  );
}

/** A dependency in npm's notation. */
function declaredAs(
  key: string,
  range: string,
  kind: DeclaredDependency['kind'],
  manifest: string,
  line: number,
): DeclaredDependency {
  const source = npmSource(range);
  const tarball = source === 'http' ? tarballOf(range) : undefined;
  const name = tarball?.name ?? realName(key, range);
  return {
    ecosystem: 'npm',
    name,
    range,
    // The tarball of a registry is the package that the registry has under that name.
    source: tarball === undefined ? source : 'registry',
    ...defined('version', exactVersion(name, range)),
    ...defined('index', tarball === undefined ? undefined : privateRegistry('npm', range)),
    kind,
    manifest,
    line,
  };
}

/** Fields with versions that are taken whatever packages ask for. */
const OVERRIDES: readonly (readonly string[])[] = [['overrides'], ['resolutions'], ['pnpm', 'overrides']];
/** What an override is about: `name`, `name@range`, `parent/name`, `parent>name`. */
const OVERRIDDEN = /(?:^|[/>])((?:@[^/@>]+\/)?[^/@>]+)(?:@[^>]*)?$/u;

/** The versions that a manifest fixes for packages which others ask for. What is nested under a package is left out. */
function constraintsIn(path: string, fields: Fields): DeclaredDependency[] {
  return OVERRIDES.flatMap((keys) =>
    entriesAt(fields, ...keys).flatMap(([key, value]) => {
      const range = typeof value === 'string' ? value : textAt(value, '.');
      const [, name] = OVERRIDDEN.exec(key) ?? [];
      // `$name` is the version that the manifest itself asks for.
      if (range === undefined || name === undefined || range.startsWith('$')) return [];
      const declared = declaredAs(name, range, 'runtime', path, 1);
      return declared.version === undefined ? [] : [declared];
    }),
  );
}

/** The folders of the workspace, as patterns. */
const workspacesIn = (fields: Fields): readonly string[] => [
  ...textsAt(fields, 'workspaces'),
  ...textsAt(fields, 'workspaces', 'packages'),
];

/** Dependencies whose range is no text, in words. */
function unlistedIn(fields: Fields): string | undefined {
  const wrong = SECTIONS.flatMap(([section]) =>
    entriesAt(fields, section).flatMap(([name, value]) => (typeof value === 'string' ? [] : [name])),
  );
  return wrong.length === 0 ? undefined : `has dependencies without a range: ${wrong.slice(0, 3).join(', ')}`;
}

/** The file of the package that a path in a manifest resolves to; undefined when it leads out of the package. */
function resolvedPath(manifest: string, target: string, files: PackageFiles): string | undefined {
  const path = withoutDots(`${folderOf(manifest)}${target}`);
  if (path === undefined) return undefined;
  const found = ENDINGS.map((ending) => path + ending).find((candidate) => files.has(candidate));
  return found ?? beforeRenaming(path, files) ?? (path === '' ? undefined : path);
}

/** Scripts of a manifest that start the server or program: users are asked to run them. */
const STARTS =
  /^(?:start|serve|server|run|launch|mcp|stdio|http|sse)(?:[:_-](?!dev|watch|debug|test|local)[\w:-]*)?$/u;

/** The commands that start a program, including those of scripts that they run. */
function startCommands(fields: Fields): readonly string[] {
  const scripts = entriesAt(fields, 'scripts');
  const all = scriptsIn(fields);
  const names = new Set(scripts.flatMap(([name]) => (STARTS.test(name) ? scriptsUnder(name, all) : [])));
  const commands: string[] = [];
  // Iterating over a set includes the items added on the way.
  for (const name of names) {
    const written = textAt(fields, 'scripts', name);
    if (written === undefined) continue;
    const command = readOf(written);
    commands.push(command);
    for (const called of scriptsRunBy(command)) for (const each of scriptsUnder(called, all)) names.add(each);
  }
  return commands;
}

/** Source files that scripts of the manifest start: `node dist/server.js`. */
function startedIn(path: string, fields: Fields, { files, isSource }: SourcePackage): string[] {
  return startCommands(fields).flatMap((command) =>
    command.split(/[\s"'`;&|()=]+/u).flatMap((word) => {
      const file = /[./]/u.test(word) ? resolvedPath(path, word, files) : undefined;
      return file !== undefined && files.has(file) && isSource(file) ? [file] : [];
    }),
  );
}

/** The files directly in a folder, as paths relative to a manifest: `directories.bin`. */
function filesIn(folder: string | undefined, manifest: string, files: PackageFiles): string[] {
  const inner = `${folder ?? ''}/`;
  if (folder === undefined || folder === '') return [];
  const found = [...files.keys()].filter(
    (path) => path.startsWith(inner) && !path.slice(inner.length).includes('/'),
  );
  return found.map((path) => path.slice(folderOf(manifest).length));
}

/** The commands that npm installs: the names in `bin`, the last part of the package's name, or the files of `directories.bin`. */
function commandsIn(path: string, fields: Fields, { files }: SourcePackage): string[] {
  const bin = valueAt(fields, 'bin');
  if (typeof bin === 'string') return [(textAt(fields, 'name') ?? '').replace(/^.*\//u, '')];
  if (bin !== undefined) return entriesAt(bin).map(([name]) => name.replace(/^.*\//u, ''));
  const folder = textAt(fields, 'directories', 'bin');
  if (folder === undefined) return [];
  return filesIn(withoutDots(`${folderOf(path)}${folder}`), path, files).map(fileName);
}

function entrypointsIn(path: string, fields: Fields, source: SourcePackage): string[] {
  const { files } = source;
  const bin = valueAt(fields, 'bin');
  const programs = typeof bin === 'string' ? [bin] : entriesAt(bin).map(([, target]) => target);
  const exported = valueAt(fields, 'exports');
  const own =
    fieldsOf(exported) && Object.hasOwn(exported as Fields, '.') ? valueAt(exported, '.') : exported;
  const folder = textAt(fields, 'directories', 'bin');
  const inFolder =
    folder === undefined ? [] : filesIn(withoutDots(`${folderOf(path)}${folder}`), path, files);
  const targets = [
    ...programs,
    ...inFolder,
    valueAt(fields, 'main'),
    valueAt(fields, 'module'),
    ...targetsIn(own),
  ];
  const paths = targets.flatMap((target) =>
    typeof target === 'string' && !target.includes('*') ? (resolvedPath(path, target, files) ?? []) : [],
  );
  const index = `${folderOf(path)}index.js`;
  const found = paths.length === 0 && files.has(index) ? [index] : paths;
  return [...new Set([...found, ...startedIn(path, fields, source)])];
}

/** Whether the name of a file or of one of its folders says that it is no product code. */
const isBesideProduct = (path: string): boolean =>
  path.split('/').some((part) => folderRole(part) !== undefined) ||
  JAVASCRIPT_SOURCES.tests.some((test) => test.test(fileName(path).toLowerCase()));

/** The files that a path of `exports` with `*` names. What `*` stands for is no name of the manifest's. */
function patternFiles(path: string, target: string, files: PackageFiles): string[] {
  const star = target.indexOf('*');
  const beginning = withoutDots(`${folderOf(path)}${target.slice(0, star)}x`)?.slice(0, -1);
  const end = target.slice(star + 1);
  if (beginning === undefined) return [];
  return [...files.keys()].filter(
    (each) =>
      each.startsWith(beginning) &&
      each.endsWith(end) &&
      !isBesideProduct(each.slice(beginning.length, each.length - end.length)),
  );
}

/**
 * What importers may load besides the main file, of which the name says otherwise: the paths of `exports`, and what replaces
 * files in browsers.
 */
function loadedIn(path: string, fields: Fields, { files, isSource }: SourcePackage): string[] {
  const targets = [...targetsIn(valueAt(fields, 'exports')), ...targetsIn(valueAt(fields, 'browser'))];
  const found = targets
    .slice(0, MAX_LOADED)
    .flatMap((target) =>
      target.includes('*') ? patternFiles(path, target, files) : (resolvedPath(path, target, files) ?? []),
    );
  return [...new Set(found)].filter((each) => files.has(each) && isSource(each) && isBesideProduct(each));
}

/** The programs and main files of the packages that npm packs with that of a manifest: no registry has their code. */
const packedIn = (path: string, source: SourcePackage): string[] =>
  shippedPackages(source)
    .bundledWith(folderOf(path))
    .flatMap((folder) => {
      const inner = `${folder}package.json`;
      const fields = fieldsOf(parseJsonWithComments(textIn(inner, source.files))) ?? {};
      return entrypointsIn(inner, fields, source).filter((each) => source.isSource(each));
    });

/** `license` as a string, or in its legacy forms: `{ type }`, `licenses: [{ type }]`. */
function licenseIn(fields: Fields): string | undefined {
  const one = textAt(fields, 'license') ?? textAt(fields, 'license', 'type');
  if (one !== undefined) return one;
  const several = itemsAt(fields, 'licenses').flatMap(
    (item) => (typeof item === 'string' ? item : textAt(item, 'type')) ?? [],
  );
  return several.length === 0 ? undefined : several.join(' OR ');
}

/** npm's manifest, also of a workspace: `package.json`. */
export function readPackageJson({ path, text }: PackagingFile, source: SourcePackage): Manifest {
  const fields = fieldsOf(readJson(text));
  if (fields === undefined) throw new UnreadablePackaging(`${fileName(path)} holds no object`);
  const lines = new JsonKeyLines(text, (keys) => keys.length === 2 && OBJECTS.includes(keys[0] ?? ''));
  const dependencies = dependenciesIn(path, fields, lines);
  const constraints = constraintsIn(path, fields);
  const workspaces = workspacesIn(fields);
  const catalogs = catalogsIn(fields, valueAt(fields, 'workspaces'));
  checkCount(dependencies.length + constraints.length);
  const wrong = OBJECTS.filter((key) => Object.hasOwn(fields, key) && fieldsOf(fields[key]) === undefined);
  return {
    path,
    ecosystem: 'npm',
    ...defined('name', textAt(fields, 'name')),
    ...defined('version', textAt(fields, 'version')),
    ...defined('description', textAt(fields, 'description')),
    ...defined('license', licenseIn(fields)),
    ...defined('repository', textAt(fields, 'repository') ?? textAt(fields, 'repository', 'url')),
    dependencies,
    ...(constraints.length > 0 && { constraints }),
    ...(workspaces.length > 0 && { workspaces }),
    ...(catalogs.size > 0 && { catalogs }),
    ...defined('unlisted', unlistedIn(fields)),
    installScripts: installScriptsIn(path, fields, lines, source),
    scripts: scriptsIn(fields),
    entrypoints: entrypointsIn(path, fields, source),
    commands: commandsIn(path, fields, source),
    loaded: [...loadedIn(path, fields, source), ...packedIn(path, source)],
    ...(wrong.length > 0 && { problem: `not an object: ${wrong.join(', ')}` }),
  };
}
