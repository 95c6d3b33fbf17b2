import { PackageImports } from './imports.js';
import { extensionOf } from '../files/package-path.js';
import { languageNamed } from '../languages/index.js';
import { languageOf, shebangProgram } from './language-of.js';
import { isRunnerName, isTestName, packagingRole } from './source-names.js';
import { folderRole, isCiPath, isDocsName } from '../files/role-names.js';
import type { FileRole, PackageFiles } from '../files/source-file.js';
import { isBinary, isMinified } from '../files/text-shape.js';

/** Folders of a repository whose folders are packages of their own. */
const WORKSPACES = new Set(['packages', 'apps', 'servers', 'services', 'libs', 'modules', 'plugins']);
const SHELLS = /^(?:ba|z|da|k|a)?sh$/;

interface Exceptions {
  /** Folders, each with its slash, that say nothing about what lies in them. */
  readonly folders: ReadonlySet<string>;
  /** Roles that folders do not give. */
  readonly roles: ReadonlySet<FileRole>;
}

const NO_EXCEPTIONS: Exceptions = { folders: new Set(), roles: new Set() };

function roleByFolder(path: string, code: boolean, exceptions: Exceptions): FileRole | undefined {
  const folders = path.split('/').slice(0, -1);
  let prefix = '';
  for (const [depth, folder] of folders.entries()) {
    prefix += `${folder}/`;
    const role = folderRole(folder);
    if (role === undefined || exceptions.roles.has(role) || exceptions.folders.has(prefix)) continue;
    // Deeper in the code, `docs` is a module that deals with documents.
    if (role === 'docs' && code && !(depth === 0 || (depth === 2 && WORKSPACES.has(folders[0] ?? ''))))
      continue;
    return role;
  }
  return undefined;
}

function isShell(path: string, bytes: Uint8Array): boolean {
  const extension = extensionOf(path);
  if (extension !== '') return extension === 'sh' || extension === 'bash';
  const program = shebangProgram(bytes);
  return program !== undefined && SHELLS.test(program);
}

function roleOf(path: string, bytes: Uint8Array, exceptions: Exceptions): FileRole {
  const language = languageOf(path, bytes);
  const code = language !== undefined || isShell(path, bytes);
  const byFolder = roleByFolder(path, code, exceptions);
  if (byFolder === 'vendored') return 'vendored';
  // Node runs a script with a NUL in a comment: what has the name of source code is source code.
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
 * What a file is for, by its path inside the package and its content, seen alone. `product` are source code in the languages
 * that are analyzed, and shell scripts; `setup.py` is one, because it runs.
 */
export const classifyFile = (path: string, bytes: Uint8Array): FileRole => roleOf(path, bytes, NO_EXCEPTIONS);

/** The folders on the ways to files, each with its slash. */
function foldersTo(paths: Iterable<string>): ReadonlySet<string> {
  const folders = new Set<string>();
  for (const path of paths)
    for (let end = path.indexOf('/'); end !== -1; end = path.indexOf('/', end + 1))
      folders.add(path.slice(0, end + 1));
  return folders;
}

/** Roles of code that says by its place what it is for; what product code imports is product all the same. */
const BY_FOLDER: ReadonlySet<FileRole> = new Set(['test', 'example', 'docs', 'vendored']);

/** Gives the code that product code imports, itself or through other files, the role that it has there. */
function withImported(
  files: PackageFiles,
  roles: ReadonlyMap<string, FileRole>,
  { namedIn }: PackageImports,
): ReadonlyMap<string, FileRole> {
  const isCode = (path: string): boolean =>
    languageOf(path, files.get(path) ?? new Uint8Array()) !== undefined;
  const moved = new Map(roles);
  const hasOthers = [...roles].some(([path, role]) => BY_FOLDER.has(role) && isCode(path));
  if (!hasOthers) return roles;
  const waiting = [...roles].flatMap(([path, role]) =>
    role === 'product' && !isRunnerName(path) && isCode(path) ? [path] : [],
  );
  for (let path = waiting.pop(); path !== undefined; path = waiting.pop())
    for (const imported of namedIn(path).imports) {
      if (!BY_FOLDER.has(moved.get(imported) ?? 'data') || !isCode(imported)) continue;
      moved.set(imported, isMinified(files.get(imported) ?? new Uint8Array()) ? 'minified' : 'product');
      waiting.push(imported);
    }
  return moved;
}

/**
 * What each file of a package is for. Unlike seen alone, a folder `examples`, `docs` or `test` says nothing where the
 * package has no other code, where it holds an entrypoint, or of code that product code imports, from `vendor` too: what runs
 * is product, whatever its folder is called.
 * @param entrypoints Paths of files that manifests name to be run.
 * @param imports what the files import, if others have asked for it already
 */
export function classifyFiles(
  files: PackageFiles,
  entrypoints: Iterable<string> = [],
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
    if (hasCode || next === undefined) return withImported(files, roles, imports);
    unheeded.push(next);
  }
  return new Map();
}
