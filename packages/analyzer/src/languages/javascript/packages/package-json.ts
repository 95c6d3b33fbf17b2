import { fileName, folderOf, withoutDots } from '../../../files/package-path.js';
import type { PackageFiles, SourcePackage } from '../../../files/source-file.js';
import { readOf, scriptsRunBy } from '../../../packages/commands.js';
import { readJson } from '../../../packages/json-document.js';
import { JsonKeyLines } from '../../../packages/json-key-lines.js';
import type { DeclaredDependency, InstallScript, Manifest } from '../../../packages/package-facts.js';
import { checkCount, UnreadablePackaging, type PackagingFile } from '../../../packages/packaging-file.js';
import {
  defined,
  entriesAt,
  fieldsOf,
  itemsAt,
  textAt,
  valueAt,
  type Fields,
} from '../../../packages/values.js';
import { npmSource, realName } from './npm-spec.js';

const SECTIONS = [
  ['dependencies', 'runtime'],
  ['devDependencies', 'dev'],
  ['optionalDependencies', 'optional'],
  ['peerDependencies', 'peer'],
] as const;
const INSTALL_SCRIPTS = ['preinstall', 'install', 'postinstall', 'prepare'];
const OBJECTS = [...SECTIONS.map(([section]) => section), 'scripts'];
/** The endings that Node.js and npm try for a path without a file. */
const ENDINGS = ['', '.js', '.cjs', '.mjs', '.json', '/index.js', '/index.cjs', '/index.mjs'];
const MAX_EXPORTS_DEPTH = 5;

function dependenciesIn(path: string, fields: Fields, lines: JsonKeyLines): DeclaredDependency[] {
  const optional = new Set(entriesAt(fields, 'optionalDependencies').map(([name]) => name));
  return SECTIONS.flatMap(([section, kind]) =>
    entriesAt(fields, section).flatMap(([name, value]) => {
      // npm also lists optional dependencies among the others; they count as optional.
      if (kind === 'runtime' && optional.has(name)) return [];
      const range = typeof value === 'string' ? value : '';
      const line = lines.lineOf(section, name);
      return [
        {
          ecosystem: 'npm' as const,
          name: realName(name, range),
          range,
          source: npmSource(range),
          kind,
          manifest: path,
          line,
        },
      ];
    }),
  );
}

function installScriptsIn(
  path: string,
  fields: Fields,
  lines: JsonKeyLines,
  files: PackageFiles,
): InstallScript[] {
  const written = INSTALL_SCRIPTS.flatMap((name) => {
    const command = textAt(fields, 'scripts', name);
    return command === undefined
      ? []
      : [{ name, command, manifest: path, line: lines.lineOf('scripts', name) }];
  });
  const compiles =
    files.has(`${folderOf(path)}binding.gyp`) &&
    valueAt(fields, 'gypfile') !== false &&
    !written.some(({ name }) => name === 'install' || name === 'preinstall');
  // npm's default, without an entry in the manifest.
  const all = compiles
    ? [{ name: 'install', command: 'node-gyp rebuild', manifest: path, line: 1 }, ...written]
    : written;
  const isBuilt = all.some(({ command }) => /gyp|prebuild/iu.test(command));
  return isBuilt ? [...all, ...buildCommands(`${folderOf(path)}binding.gyp`, files)] : all;
}

/** A command in a build file, which runs when the file is read: `"<!(node -p 1)"`. */
const EXPANSION = /<[!|]@?\(((?:[^()\n]|\([^()\n]*\)){1,1000})\)/gu;
const MAX_EXPANSIONS = 100;

/** The commands that node-gyp runs when it reads a build file. */
function buildCommands(path: string, files: PackageFiles): InstallScript[] {
  const text = Buffer.from(files.get(path) ?? []).toString('utf8');
  return [...text.matchAll(EXPANSION)].slice(0, MAX_EXPANSIONS).map(({ 1: command = '', index }) => ({
    name: 'install',
    command: command.replaceAll('\\"', '"'),
    manifest: path,
    line: text.slice(0, index).split('\n').length,
  }));
}

/** The strings at the leaves of `exports`, which are paths. */
function pathsIn(exports: unknown, depth = 0): string[] {
  if (typeof exports === 'string') return [exports];
  if (depth > MAX_EXPORTS_DEPTH) return [];
  return entriesAt(exports).flatMap(([condition, value]) =>
    condition === 'types' ? [] : pathsIn(value, depth + 1),
  );
}

/** The file of the package that a path in a manifest resolves to; undefined when it leads out of the package. */
function resolvedPath(manifest: string, target: string, files: PackageFiles): string | undefined {
  const path = withoutDots(`${folderOf(manifest)}${target}`);
  if (path === undefined) return undefined;
  const found = ENDINGS.map((ending) => path + ending).find((candidate) => files.has(candidate));
  return found ?? (path === '' ? undefined : path);
}

/** Scripts of a manifest that start the server or program: users are asked to run them. */
const STARTS =
  /^(?:start|serve|server|run|launch|mcp|stdio|http|sse)(?:[:_-](?!dev|watch|debug|test|local)[\w:-]*)?$/u;

/** The commands that start a program, including those of scripts that they run. */
function startCommands(fields: Fields): readonly string[] {
  const scripts = entriesAt(fields, 'scripts');
  const names = new Set(scripts.flatMap(([name]) => (STARTS.test(name) ? [name] : [])));
  const commands: string[] = [];
  // Iterating over a set includes the items added on the way.
  for (const name of names) {
    const written = textAt(fields, 'scripts', name);
    if (written === undefined) continue;
    const command = readOf(written);
    commands.push(command);
    for (const called of scriptsRunBy(command)) names.add(called);
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
    ...pathsIn(own),
  ];
  const paths = targets.flatMap((target) =>
    typeof target === 'string' && !target.includes('*') ? (resolvedPath(path, target, files) ?? []) : [],
  );
  const index = `${folderOf(path)}index.js`;
  const found = paths.length === 0 && files.has(index) ? [index] : paths;
  return [...new Set([...found, ...startedIn(path, fields, source)])];
}

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
  checkCount(dependencies.length);
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
    installScripts: installScriptsIn(path, fields, lines, source.files),
    scripts: new Map(
      entriesAt(fields, 'scripts').flatMap(([name, command]) =>
        typeof command === 'string' ? [[name, command]] : [],
      ),
    ),
    entrypoints: entrypointsIn(path, fields, source),
    ...(wrong.length > 0 && { problem: `not an object: ${wrong.join(', ')}` }),
  };
}
