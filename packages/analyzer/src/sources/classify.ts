import { browserScripts } from './browser-code.js';
import { DescribedCode } from './described-code.js';
import { PackageImports } from './package-imports.js';
import { folderOf, withoutDots } from '../files/package-path.js';
import { languageNamed } from '../languages/index.js';
import { isShell, languageOf } from './language-of.js';
import { isRunnerName, isTestName, packagingRole } from './source-names.js';
import { folderRole, isCiPath, isDocsName } from '../files/role-names.js';
import type { FileRole, PackageFiles } from '../files/source-file.js';
import { isBinary, isMinified } from '../files/text-shape.js';

/** Folders whose subfolders are packages of a monorepo. */
const WORKSPACES = new Set(['packages', 'apps', 'servers', 'services', 'libs', 'modules', 'plugins']);

interface Exceptions {
  /** Folders, with trailing slash, whose names are ignored. */
  readonly folders: ReadonlySet<string>;
  /** Roles of files that do not follow from their folders. */
  readonly roles: ReadonlySet<FileRole>;
}

const NO_EXCEPTIONS: Exceptions = { folders: new Set(), roles: new Set() };

function roleByFolder(path: string, code: boolean, exceptions: Exceptions): FileRole | undefined {
  const folders = path.split('/').slice(0, -1);
  let prefix = '';
  for (const [depth, folder] of folders.entries()) {
    prefix += `${folder}/`;
    const role = folderRole(folder);
    if (role === undefined || exceptions.roles.has(role)) continue;
    // Beside an entry point in a folder of libraries are those of others.
    if (role !== 'vendored' && exceptions.folders.has(prefix)) continue;
    // Deeper in the code, `docs` is a module that handles documents.
    if (role === 'docs' && code && !(depth === 0 || (depth === 2 && WORKSPACES.has(folders[0] ?? ''))))
      continue;
    return role;
  }
  return undefined;
}

function roleOf(path: string, bytes: Uint8Array, exceptions: Exceptions): FileRole {
  const language = packagingRole(path) === 'lockfile' ? undefined : languageOf(path, bytes);
  const code = language !== undefined || isShell(path, bytes);
  const byFolder = roleByFolder(path, code, exceptions);
  if (byFolder === 'vendored') return 'vendored';
  // Node.js runs a script with a NUL in a comment: a source file extension decides.
  if (!code && isBinary(bytes)) return packagingRole(path) ?? 'binary';
  if (byFolder !== undefined) return byFolder;
  if (isCiPath(path)) return 'ci';
  if (code) {
    if (isTestName(path)) return 'test';
    const sources = language && languageNamed(language).sources;
    return sources?.isMinified?.(path, bytes) === true ? 'minified' : 'product';
  }
  return packagingRole(path) ?? (isDocsName(path) ? 'docs' : 'data');
}

/**
 * The role of a single file by its path and content. `product` is source code in an analyzed language, and shell scripts;
 * `setup.py` is product, because it runs.
 */
export const classifyFile = (path: string, bytes: Uint8Array): FileRole => roleOf(path, bytes, NO_EXCEPTIONS);

/** All ancestor folders of the paths, with trailing slash. */
function foldersTo(paths: Iterable<string>): ReadonlySet<string> {
  const folders = new Set<string>();
  for (const path of paths)
    for (let end = path.indexOf('/'); end !== -1; end = path.indexOf('/', end + 1))
      folders.add(path.slice(0, end + 1));
  return folders;
}

/** Roles of code that follow from its folder or name; imported by product code, it is product all the same. */
const BY_FOLDER: ReadonlySet<FileRole> = new Set(['test', 'example', 'docs', 'vendored', 'ci']);

/** The files that code names: imports, and those that it starts or loads by a path. */
function* namedFiles(path: string, { namedIn }: PackageImports): Generator<string> {
  const { imports, started } = namedIn(path);
  yield* imports;
  for (const text of started)
    for (const target of [withoutDots(`${folderOf(path)}${text}`), withoutDots(text)])
      if (target !== undefined) yield target;
}

/** Adds the code that entry points and product code name, directly or transitively, with the role it has there. */
function withNamed(
  files: PackageFiles,
  roles: ReadonlyMap<string, FileRole>,
  entrypoints: readonly string[],
  imports: PackageImports,
): ReadonlyMap<string, FileRole> {
  const isCode = (path: string): boolean => {
    const bytes = files.get(path) ?? new Uint8Array();
    return languageOf(path, bytes) !== undefined || isShell(path, bytes);
  };
  const moved = new Map(roles);
  const hasOthers = [...roles].some(([path, role]) => BY_FOLDER.has(role) && isCode(path));
  if (!hasOthers) return roles;
  // A tool named `test_device` runs no tests.
  const described = new DescribedCode(files, roles);
  const waiting = [...roles].flatMap(([path, role]) =>
    role === 'product' && isCode(path) && (!isRunnerName(path) || described.has(path)) ? [path] : [],
  );
  const seen = new Set(waiting);
  const reach = (path: string): void => {
    if (seen.has(path) || !files.has(path) || !isCode(path)) return;
    seen.add(path);
    waiting.push(path);
    if (BY_FOLDER.has(moved.get(path) ?? 'data'))
      moved.set(path, isMinified(files.get(path) ?? new Uint8Array()) ? 'minified' : 'product');
  };
  entrypoints.forEach(reach);
  for (let path = waiting.pop(); path !== undefined; path = waiting.pop())
    for (const named of namedFiles(path, imports)) reach(named);
  return moved;
}

/** The roles, with that of scripts which run in browsers. */
function withoutBrowserScripts(
  files: PackageFiles,
  roles: ReadonlyMap<string, FileRole>,
  entrypoints: readonly string[],
  { namedIn }: PackageImports,
): ReadonlyMap<string, FileRole> {
  const scripts = browserScripts(files, roles, new Set(entrypoints), namedIn);
  if (scripts.size === 0) return roles;
  return new Map([...roles].map(([path, role]) => [path, scripts.has(path) ? 'browser' : role]));
}

/**
 * The role of each file of a package. Unlike for a single file, the name of a folder `examples`, `docs` or `test` is ignored when
 * the package has no other code, and when the folder contains an entrypoint. Entry points, and the code that these and product
 * code import, start or load by a path, are product whatever their folder or name, also in `vendor`: they run.
 * @param entrypoints Paths of files that manifests list as entry points.
 * @param imports the files' imports, when they were already computed
 */
export function classifyFiles(
  files: PackageFiles,
  entrypoints: readonly string[] = [],
  imports = new PackageImports(files),
): ReadonlyMap<string, FileRole> {
  const folders = foldersTo(entrypoints);
  const unheeded: FileRole[] = [];
  for (const next of ['example', 'docs', 'test', undefined] as const) {
    const exceptions = { folders, roles: new Set(unheeded) };
    const roles = new Map(
      [...files].map(([path, bytes]) => [path, roleOf(path, bytes, exceptions)] as const),
    );
    const hasCode = [...roles].some(
      ([path, role]) =>
        (role === 'product' || role === 'minified') && languageOf(path, files.get(path) ?? new Uint8Array()),
    );
    if (hasCode || next === undefined)
      return withoutBrowserScripts(
        files,
        withNamed(files, roles, entrypoints, imports),
        entrypoints,
        imports,
      );
    unheeded.push(next);
  }
  return new Map();
}
