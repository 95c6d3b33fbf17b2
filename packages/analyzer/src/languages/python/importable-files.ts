import { fileName, folderOf, withoutDots } from '../../files/package-path.js';
import type { SourcePackage } from '../../files/source-file.js';
import { listedInAll } from './imported-names.js';
import { searchPathOf } from './search-path.js';

/** Endings of modules in other languages than Python, which Python prefers to source files. */
const NATIVE = /\.(?:so|pyd)$/u;
/** Longer names are of no file, also after normalization. */
const MAX_NAME = 4096;

/** A path relative to a folder; undefined when it leads out of the package. */
export const joined = (folder: string, path: string): string | undefined => withoutDots(`${folder}/${path}`);

/** The number of dots before the name of a relative module. */
export const dotsOf = (name: string): number => /^\.*/u.exec(name)?.[0].length ?? 0;

/** The files that a module imports. */
export interface FoundFiles {
  readonly imports: Set<string>;
  /** Those in other languages. */
  readonly foreign: Set<string>;
}

/** The files of a package by the names under which Python may import them. */
export class ImportableFiles {
  /** Compiled modules and those in C or Cython, by their path without endings. */
  private readonly foreign = new Map<string, string>();
  /** Source files by their last name. */
  private readonly byName = new Map<string, string[]>();
  /** All source files, sorted. */
  private readonly sources: readonly string[];
  /** The names that `__all__` of a package lists, by the path of its `__init__.py`. */
  private readonly listed = new Map<string, readonly string[] | undefined>();

  constructor(private readonly files: SourcePackage['files']) {
    for (const path of files.keys()) {
      const name = fileName(path);
      if (/\.(?:so|pyd|pyc|pyx)$/u.test(name)) {
        const plain = folderOf(path) + (name.split('.', 1)[0] ?? '');
        // A native module comes before a compiled one of the same name.
        if (!this.foreign.has(plain) || NATIVE.test(name)) this.foreign.set(plain, path);
      } else if (name.endsWith('.py')) {
        const same = this.byName.get(name);
        if (same) same.push(path);
        else this.byName.set(name, [path]);
      }
    }
    this.sources = [...this.byName.values()].flat().sort();
  }

  /** The folders in which a module is searched for: beside the importer, in each enclosing folder, and where manifests say. */
  private rootsOf(folder: string, dots: number): string[] {
    const roots: string[] = [];
    let root: string | undefined = joined(folder, '../'.repeat(Math.max(0, dots - 1)) || '.');
    // A relative import is searched for in one folder only.
    while (root !== undefined) {
      const inner = root === '' ? '' : `${root}/`;
      roots.push(inner, ...(dots > 0 ? [] : [`${inner}src/`]));
      root = dots > 0 || root === '' ? undefined : joined(root, '..');
    }
    if (dots > 0) return roots;
    const declared = [...searchPathOf(this.files).roots].map((each) => (each === '' ? '' : `${each}/`));
    return [...new Set([...roots, ...declared])];
  }

  /** The paths, without endings, that the path of a module may mean: `mypackage/tools` is in `source/tools`. */
  private pathsOf(folder: string, dots: number, path: string): string[] {
    const found = this.rootsOf(folder, dots).map((root) => root + path);
    if (dots > 0) return found;
    for (const [name, target] of searchPathOf(this.files).renamed) {
      const plain = name.replaceAll('.', '/');
      if (path !== plain && !path.startsWith(`${plain}/`)) continue;
      const inner = `${target}${path.slice(plain.length)}`;
      found.push(inner.replace(/^\//u, ''));
    }
    return found;
  }

  /** The source files in a folder, with a slash at its end, and those below it; none for the package's own folder. */
  *within(folder: string): Generator<string> {
    if (folder === '') return;
    let [low, high] = [0, this.sources.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.sources[middle] ?? '') < folder) low = middle + 1;
      else high = middle;
    }
    for (let path = this.sources[low]; path?.startsWith(folder) === true; path = this.sources[low]) {
      yield path;
      low += 1;
    }
  }

  /** Adds the files of the packages around a module: their `__init__.py` runs before it. */
  addPackages(found: FoundFiles, path: string): void {
    for (let folder = folderOf(path); folder !== ''; folder = folderOf(folder.slice(0, -1))) {
      const initial = `${folder}__init__.py`;
      if (!this.files.has(initial)) return;
      if (initial !== path) found.imports.add(initial);
    }
  }

  /**
   * Adds the files that a name of a module may refer to.
   * @param anywhere whether it may be in any folder
   */
  addNamed(found: FoundFiles, folder: string, name: string, anywhere: boolean): void {
    if (name.length > MAX_NAME) return;
    const dots = dotsOf(name);
    // Python compares identifiers in this form.
    const path = name.slice(dots).normalize('NFKC').replaceAll('.', '/');
    if (path === '') return;
    const paths = this.pathsOf(folder, dots, path);
    const native = paths
      .map((each) => this.foreign.get(each) ?? this.foreign.get(`${each}/__init__`))
      .find((each) => each !== undefined);
    // Which folder comes first depends on how the program is started, and a package comes before a module.
    const own = paths
      .flatMap((each) => [`${each}.py`, `${each}/__init__.py`, `${each}.pyw`])
      .filter((each) => this.files.has(each));
    if (native !== undefined && (own.length === 0 || NATIVE.test(native))) found.foreign.add(native);
    for (const each of own) found.imports.add(each);
    if (own.length === 0 && anywhere && dots === 0)
      for (const each of this.byName.get(`${fileName(path)}.py`) ?? [])
        if (`/${each}`.endsWith(`/${path}.py`)) found.imports.add(each);
  }

  /** Adds the modules that `from package import *` imports. */
  addStar(found: FoundFiles, folder: string, name: string): void {
    if (name.length > MAX_NAME) return;
    const dots = dotsOf(name);
    const path = name.slice(dots).normalize('NFKC').replaceAll('.', '/');
    for (const root of this.rootsOf(folder, dots)) {
      const inner = path === '' ? root : `${root}${path}/`;
      const initial = `${inner}__init__.py`;
      if (!this.files.has(initial)) continue;
      const listed = this.listedIn(initial);
      for (const each of listed ?? []) this.addNamed(found, inner, `.${each}`, false);
      // Any module beside it may be in a computed list.
      if (listed === undefined)
        for (const each of this.within(inner))
          if (/^[^/]*(?:\/__init__\.py)?$/u.test(each.slice(inner.length))) found.imports.add(each);
    }
  }

  private listedIn(initial: string): readonly string[] | undefined {
    if (!this.listed.has(initial))
      this.listed.set(initial, listedInAll(Buffer.from(this.files.get(initial) ?? []).toString('utf8')));
    return this.listed.get(initial);
  }
}
