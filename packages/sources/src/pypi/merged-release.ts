import { escapedText } from '@mcp-hub/analyzer/texts';
import { SourceError } from '../source-error.js';
import type { HashedFile } from './read-distribution.js';

/** Where a file of a distribution is in the archive of its release; null for native code, which is left out. */
export type Place = string | null;

/** How deep the folder may lie in which a source distribution has its packages. */
const MAX_DEPTH = 5;
const NATIVE = /\.(?:so|pyd|dll|dylib)$/i;

/** The name under which Python imports a file, with `/`; the path itself for all others. */
const moduleOf = (path: string): string => path.replace(/(?:\/__init__)?\.pyw?$/i, '');

/** What the spellings of a path have in common that some file systems take for one. */
const shapeOf = (path: string): string =>
  path
    .normalize('NFKD')
    .replace(/\p{Default_Ignorable_Code_Point}/gu, '')
    .toUpperCase()
    .toLowerCase()
    .replace(/[. ]+(?=\/|$)/gu, '');

/** The folders that a path lies in. */
function foldersOf(path: string): string[] {
  const folders: string[] = [];
  for (let end = path.indexOf('/'); end !== -1; end = path.indexOf('/', end + 1))
    folders.push(path.slice(0, end));
  return folders;
}

/** The paths under which a file may lie in another distribution: its own, and without the first folders, as `src`. */
function* pathsOf(path: string): Generator<string> {
  let rest = path;
  for (let depth = 0; depth < MAX_DEPTH; depth += 1) {
    yield rest;
    const slash = rest.indexOf('/');
    if (slash === -1) return;
    rest = rest.slice(slash + 1);
  }
}

/**
 * The files of a release's distributions, each content once where it has the same place. The first distribution lies as it
 * is. Of the others, what is not in it lies beside it, and what differs lies in a folder with the name of its
 * distribution, so that no file stands for another one.
 */
export class MergedRelease {
  readonly files = new Map<string, HashedFile>();
  /** The names of the first distribution's modules. */
  private readonly modules = new Set<string>();
  private readonly folders = new Set<string>();
  /** Paths by what those that are alike have in common. */
  private readonly spellings = new Map<string, string>();

  /** @param reserved names in the archive that no distribution may have a file or folder of */
  constructor(private readonly reserved: ReadonlySet<string>) {}

  /**
   * Adds a distribution.
   * @returns the place of each of its files
   * @throws SourceError for a path that is reserved; nothing is added then
   */
  add(filename: string, files: ReadonlyMap<string, HashedFile>): ReadonlyMap<string, Place> {
    for (const path of files.keys())
      if (this.reserved.has(path.split('/', 1)[0] ?? ''))
        throw new SourceError('invalid', `has a file of a name that is not allowed: ${escapedText(path)}`);
    const isFirst = this.files.size === 0;
    const places = new Map<string, Place>();
    for (const [path, file] of files) {
      const place = isFirst ? path : this.placeOf(filename, path, file);
      places.set(path, place);
      if (place !== null) this.put(place, file);
    }
    if (isFirst) for (const path of files.keys()) this.modules.add(moduleOf(path));
    return places;
  }

  private placeOf(filename: string, path: string, { sha256 }: HashedFile): Place {
    for (const each of pathsOf(path)) if (this.files.get(each)?.sha256 === sha256) return each;
    // It differs with the build, and nobody analyzes it.
    if (NATIVE.test(path)) return null;
    return this.files.has(path) ||
      this.isBesideAnother(path) ||
      this.isWithinFile(path) ||
      this.isSpelledAlike(path)
      ? `${filename}/${path}`
      : path;
  }

  /** Whether the first distribution has another module under the name of this one. */
  private isBesideAnother(path: string): boolean {
    for (const each of pathsOf(path)) if (this.modules.has(moduleOf(each))) return true;
    return false;
  }

  /** Whether a file has the name of one of its folders, or of a folder of others. */
  private isWithinFile(path: string): boolean {
    return this.folders.has(path) || foldersOf(path).some((folder) => this.files.has(folder));
  }

  /** Whether a file or folder is spelled like another one to some file systems: no archive may have both. */
  private isSpelledAlike(path: string): boolean {
    return [...foldersOf(path), path].some((each) => (this.spellings.get(shapeOf(each)) ?? each) !== each);
  }

  private put(place: string, file: HashedFile): void {
    this.files.set(place, file);
    this.spellings.set(shapeOf(place), place);
    for (const folder of foldersOf(place)) {
      this.folders.add(folder);
      this.spellings.set(shapeOf(folder), folder);
    }
  }
}
