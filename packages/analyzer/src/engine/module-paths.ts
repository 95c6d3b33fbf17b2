import { indexesOf, scriptsNamed } from '../languages/javascript/files/paths.js';
import { withoutDots } from '../files/package-path.js';
import { compareText } from '../text-order.js';
import type { Module } from '../ir/program.js';

export const folderOf = (path: string): string => path.slice(0, Math.max(0, path.lastIndexOf('/')));

/** What is known of a package's layout besides its modules. */
export interface Layout {
  /** Folders of npm packages within this one, by their names: workspaces, and the package itself. */
  readonly npmFolders: ReadonlyMap<string, string>;
  /** Folders of Go modules by their module paths. */
  readonly goFolders: ReadonlyMap<string, string>;
  /** The paths that a script may mean by a specifier that is no path: as its manifests and configurations say. */
  readonly aliases?: (from: string, specifier: string) => readonly string[];
}

/** Which module of the package an import means. */
export class ModulePaths {
  private readonly paths: ReadonlySet<string>;
  /** Python modules by all names that they may be imported by, each with the folder where that name begins. */
  private readonly pythonModules = new Map<string, { readonly path: string; readonly root: string }[]>();
  /** Go packages: the files of a folder. */
  readonly goPackages = new Map<string, string[]>();
  private readonly resolved = new Map<Module, Map<string, string | undefined>>();

  constructor(
    modules: readonly Module[],
    private readonly layout: Layout,
  ) {
    this.paths = new Set(modules.map(({ path }) => path));
    for (const { path, language } of [...modules].sort((left, right) => compareText(left.path, right.path))) {
      if (language === 'python') this.addPython(path);
      if (language === 'go') {
        const folder = folderOf(path);
        this.goPackages.set(folder, [...(this.goPackages.get(folder) ?? []), path]);
      }
    }
  }

  /** A Python module can be meant by each end of its path: where the search path begins is not known. */
  private addPython(path: string): void {
    const parts = path.replace(/(?:\/__init__)?\.pyi?$/u, '').split('/');
    for (let start = 0; start < parts.length; start += 1) {
      const name = parts.slice(start).join('.');
      const named = this.pythonModules.get(name) ?? [];
      named.push({ path, root: parts.slice(0, start).join('/') });
      this.pythonModules.set(name, named);
    }
  }

  /**
   * A search path begins in a folder that is no package itself, or in that of the script which is run. Of several the one
   * nearest to the top is the likeliest.
   */
  private absolutePython(from: string, name: string): string | undefined {
    const candidates = (this.pythonModules.get(name) ?? []).filter(
      ({ path, root }) =>
        path !== from &&
        (root === folderOf(from) || !this.paths.has(root === '' ? '__init__.py' : `${root}/__init__.py`)),
    );
    return candidates.reduce<{ path: string; root: string } | undefined>(
      (best, each) => (best && best.root.length <= each.root.length ? best : each),
      undefined,
    )?.path;
  }

  /**
   * The file, or for Go the folder, that an import in a module means. Asked for each name that is imported, each time that it
   * is read.
   * @returns undefined when it is not part of the package
   */
  resolve(from: Module, specifier: string): string | undefined {
    const known = this.resolved.get(from) ?? new Map<string, string | undefined>();
    this.resolved.set(from, known);
    if (known.has(specifier)) return known.get(specifier);
    const path = this.resolveAnew(from, specifier);
    known.set(specifier, path);
    return path;
  }

  private resolveAnew(from: Module, specifier: string): string | undefined {
    if (from.language === 'python') return this.resolvePython(from.path, specifier);
    if (from.language === 'go') return this.resolveGo(specifier);
    return this.resolveScript(from.path, specifier);
  }

  private resolvePython(from: string, specifier: string): string | undefined {
    const dots = /^\.*/u.exec(specifier)?.[0].length ?? 0;
    const name = specifier.slice(dots);
    if (dots === 0) return name === '' ? undefined : this.absolutePython(from, name);
    let folder = folderOf(from);
    for (let up = 1; up < dots; up += 1) folder = folderOf(folder);
    const base = [folder, name.replaceAll('.', '/')].filter((part) => part !== '').join('/');
    return [`${base}.py`, base === '' ? '__init__.py' : `${base}/__init__.py`].find((path) =>
      this.paths.has(path),
    );
  }

  private resolveGo(specifier: string): string | undefined {
    for (const [module, folder] of this.layout.goFolders) {
      if (specifier !== module && !specifier.startsWith(`${module}/`)) continue;
      const path = withoutDots(`${folder}/${specifier.slice(module.length)}`);
      if (path !== undefined && this.goPackages.has(path)) return path;
    }
    return undefined;
  }

  private resolveScript(from: string, specifier: string): string | undefined {
    if (specifier.startsWith('.')) return this.script(`${folderOf(from)}/${specifier}`);
    for (const path of this.layout.aliases?.(from, specifier) ?? []) {
      const found = this.script(path);
      if (found !== undefined) return found;
    }
    // The usual aliases of a package's own source folder.
    if (specifier.startsWith('@/') || specifier.startsWith('~/') || specifier.startsWith('#'))
      return this.script(`src/${specifier.replace(/^[@~]?[/#]/u, '')}`);
    for (const [name, folder] of this.layout.npmFolders) {
      if (specifier !== name && !specifier.startsWith(`${name}/`)) continue;
      const rest = specifier.slice(name.length);
      const found = this.script(`${folder}/${rest}`) ?? this.script(`${folder}/src${rest}`);
      if (found !== undefined) return found;
    }
    return undefined;
  }

  private script(path: string): string | undefined {
    const plain = withoutDots(path);
    if (plain === undefined) return undefined;
    return [...scriptsNamed(plain), ...indexesOf(plain)].find((each) => this.paths.has(each));
  }
}
