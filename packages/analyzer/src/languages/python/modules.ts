import type { Layout, ModuleSystem, ResolverInput, Resolver } from '../../engine/modules/module-system.js';
import { memoByNode } from '../../common/memo.js';
import { fileName, folderOf } from '../../files/package-path.js';
import type { PackageFiles } from '../../files/source-file.js';
import { normalizedPypiName } from '../../packages/package-names.js';
import { searchPathOf } from './search-path.js';
import names from './names.json' with { type: 'json' };

/** A module, or a folder of modules, under one of the names by which it may be imported. */
interface NamedModule {
  readonly path: string;
  /** The folder that the name is relative to. */
  readonly root: string;
}

const STANDARD_LIBRARY = new Set(names.standardLibrary);

const parentOf = (path: string): string => folderOf(path).slice(0, -1);

/** The parts of a module's path: those of its folder, for the file that is a package. */
const partsOf = (path: string): string[] => path.replace(/(?:\/__init__)?\.pyw?i?$/u, '').split('/');

/** Modules by name. */
type ByName = ReadonlyMap<string, readonly NamedModule[]>;

function add(modules: Map<string, NamedModule[]>, name: string, module: NamedModule): void {
  const named = modules.get(name);
  if (named) named.push(module);
  else modules.set(name, [module]);
}

/** Any suffix of its path may be the name of a module: the root of the search path is not known. */
function modulesByName(paths: readonly string[], renamed: ReadonlyMap<string, string>): ByName {
  const modules = new Map<string, NamedModule[]>();
  for (const path of paths) {
    const parts = partsOf(path);
    for (let start = 0; start < parts.length; start += 1)
      add(modules, parts.slice(start).join('.'), { path, root: parts.slice(0, start).join('/') });
    for (const [name, folder] of renamed) {
      const inner = folder === '' ? '' : `${folder}/`;
      if (!path.startsWith(inner)) continue;
      const rest = path === `${inner}__init__.py` ? [] : partsOf(path.slice(inner.length));
      add(modules, [name, ...rest].join('.'), { path, root: '' });
    }
  }
  return modules;
}

/** Folders of modules without a file of their own, each with a slash at its end, by name. */
function namespacesByName(
  paths: readonly string[],
  isPackage: (folder: string) => boolean,
  isProject: (folder: string) => boolean,
): ByName {
  const namespaces = new Map<string, NamedModule[]>();
  const seen = new Set<string>();
  for (const path of paths)
    for (let folder = parentOf(path); folder !== '' && !seen.has(folder); folder = parentOf(folder)) {
      seen.add(folder);
      if (isPackage(folder) || isProject(folder)) continue;
      const parts = folder.split('/');
      for (let start = 0; start < parts.length; start += 1)
        add(namespaces, parts.slice(start).join('.'), {
          path: `${folder}/`,
          root: parts.slice(0, start).join('/'),
        });
    }
  return namespaces;
}

/** Whether a path is in a folder, which has no slash at its end. */
const isWithin = (path: string, folder: string): boolean => folder === '' || path.startsWith(`${folder}/`);

/** The number of folders that two paths share. */
function sharedFolders(one: string, other: string): number {
  const [left, right] = [one.split('/'), other.split('/')];
  const end = left.findIndex((part, index) => part !== right[index]);
  return end === -1 ? left.length : end;
}

const longest = (left: NamedModule, right: NamedModule): number => right.root.length - left.root.length;

/** Resolves absolute names. */
class SearchedModules {
  private readonly modules: ByName;
  private readonly namespaces: ByName;
  /** The folders of the search path that manifests name. */
  readonly roots: ReadonlySet<string>;
  private readonly dependencies: ReadonlySet<string>;
  private readonly files: PackageFiles;
  private readonly starts = new Map<string, boolean>();

  constructor(
    own: readonly string[],
    private readonly paths: ReadonlySet<string>,
    layout: Layout,
  ) {
    const { roots, renamed } = searchPathOf(layout.files);
    this.roots = roots;
    this.files = layout.files;
    this.modules = modulesByName(own, renamed);
    this.namespaces = namespacesByName(
      own,
      (folder) => this.isPackage(folder),
      (folder) => ['pyproject.toml', 'setup.py'].some((name) => layout.files.has(`${folder}/${name}`)),
    );
    this.dependencies = layout.dependencies?.('PyPI') ?? new Set();
  }

  private isPackage(folder: string): boolean {
    return this.paths.has(folder === '' ? '__init__.py' : `${folder}/__init__.py`);
  }

  /** Whether a module of this name is more likely one of Python or of a library than one of the project. */
  private isOutside(name: string): boolean {
    const parts = name.split('.');
    if (STANDARD_LIBRARY.has(parts[0] ?? '')) return true;
    // Packages of one owner share a folder: `google.cloud.storage` is in `google-cloud-storage`.
    return parts.some((_, end) =>
      this.dependencies.has(normalizedPypiName(parts.slice(0, end + 1).join('-'))),
    );
  }

  /** The file of a module, or the folder of modules without a file of their own, with a slash at its end. */
  resolve(from: string, name: string): string | undefined {
    const module = this.chosen(from, name, this.modules);
    // Python prefers a module of a library to a folder without `__init__.py`.
    return module ?? (this.isOutside(name) ? undefined : this.namespace(from, name));
  }

  /** A folder of modules: in one that manifests name, or that of the script. */
  private namespace(from: string, name: string): string | undefined {
    const named = (this.namespaces.get(name) ?? []).filter(
      ({ root }) => root === parentOf(from) || this.roots.has(root),
    );
    return this.nearest(named, from)?.path;
  }

  private chosen(from: string, name: string, modules: ByName): string | undefined {
    const named = (modules.get(name) ?? []).filter(({ path }) => path !== from);
    const likely = named.filter(({ root }) => this.isRoot(root, from) && !this.isShadowed(root, name));
    // A script that starts in the folder of a package finds the package's modules by their own names.
    const rest = likely.length > 0 || this.isOutside(name) ? likely : named;
    return this.nearest(rest, from)?.path;
  }

  /** A root of the search path is a folder that is not a package itself, the folder of the script, or one that a manifest names. */
  private isRoot(root: string, from: string): boolean {
    return root === parentOf(from) || this.roots.has(root) || !this.isPackage(root);
  }

  /**
   * Whether Python's own module is meant, and not one of the same name beside it in a package: `import json` beside `json.py`. Only
   * a script that starts in the folder finds that one.
   */
  private isShadowed(root: string, name: string): boolean {
    const [first = ''] = name.split('.', 1);
    if (!STANDARD_LIBRARY.has(first) || this.roots.has(root) || !this.isPackage(root)) return false;
    return !this.startsIn(root);
  }

  /** Whether a script may start in a folder: one of its modules has code for that. */
  private startsIn(folder: string): boolean {
    let starts = this.starts.get(folder);
    if (starts === undefined) {
      starts = [...this.files].some(
        ([path, bytes]) =>
          parentOf(path) === folder && /\.pyw?$/u.test(path) && Buffer.from(bytes).includes('__main__'),
      );
      this.starts.set(folder, starts);
    }
    return starts;
  }

  private nearest(candidates: readonly NamedModule[], from: string): NamedModule | undefined {
    if (candidates.length < 2) return candidates[0];
    const around = candidates.filter(({ root }) => isWithin(from, root));
    const declared = around.filter(({ root }) => root !== '' && this.roots.has(root)).sort(longest);
    if (declared[0]) return declared[0];
    if (around.length > 0) return around.sort((left, right) => longest(right, left))[0];
    return [...candidates].sort(
      (left, right) =>
        sharedFolders(right.root, from) - sharedFolders(left.root, from) || longest(right, left),
    )[0];
  }

  /** Whether a name begins with that of a package or module of the project. */
  owns(from: string, name: string): boolean {
    const [first = ''] = name.split('.', 1);
    if (this.isOutside(name)) return false;
    const isModule = this.modules.get(first)?.some(({ root }) => this.isRoot(root, from)) ?? false;
    return isModule || this.namespace(from, first) !== undefined;
  }
}

/** The paths without endings of all files of a package that Python may import, whatever they contain. */
const importableFiles = memoByNode((files: PackageFiles): ReadonlySet<string> => {
  const found = new Set<string>();
  for (const path of files.keys()) {
    const name = fileName(path);
    if (/\.(?:pyw?|pyi|pyc|pyx|so|pyd)$/u.test(name))
      found.add((folderOf(path) + (name.split('.', 1)[0] ?? '')).replace(/\/__init__$/u, ''));
  }
  return found;
});

function resolverOf({ own, paths, layout }: ResolverInput): Resolver {
  const owned = own.map(({ path }) => path);
  const searched = new SearchedModules(owned, paths, layout);
  const folders = new Set<string>();
  for (const path of owned)
    for (
      let folder = folderOf(path);
      folder !== '' && !folders.has(folder);
      folder = folderOf(folder.slice(0, -1))
    )
      folders.add(folder);
  const moduleAt = (base: string): string | undefined =>
    [`${base}.py`, base === '' ? '__init__.py' : `${base}/__init__.py`, `${base}.pyw`].find((path) =>
      paths.has(path),
    ) ?? (folders.has(`${base}/`) ? `${base}/` : undefined);
  /** The path of a relative module without its ending. */
  const relative = (from: string, specifier: string): string => {
    const dots = /^\.*/u.exec(specifier)?.[0].length ?? 0;
    let folder = parentOf(from);
    for (let up = 1; up < dots; up += 1) folder = parentOf(folder);
    const name = specifier.slice(dots).replaceAll('.', '/');
    return [folder, name].filter((part) => part !== '').join('/');
  };
  return {
    resolve(from, specifier) {
      if (specifier.startsWith('.')) return moduleAt(relative(from, specifier));
      return specifier === '' ? undefined : searched.resolve(from, specifier);
    },
    within: (folder, name) => moduleAt(`${folder}${name}`),
    owns(from, specifier) {
      if (specifier.startsWith('.')) return !importableFiles(layout.files).has(relative(from, specifier));
      if (!searched.owns(from, specifier)) return false;
      const path = specifier.replaceAll('.', '/');
      return ![parentOf(from), ...searched.roots].some((root) =>
        importableFiles(layout.files).has(root === '' ? path : `${root}/${path}`),
      );
    },
  };
}

export const PYTHON_MODULES: ModuleSystem = {
  resolver: resolverOf,
  exports: 'names',
  listed: '__all__',
  lazy: '__getattr__',
  isPublic: (name) => !name.startsWith('_'),
  nested: {
    specifiers: (specifier, name) =>
      /^\.+$/u.test(specifier) ? [specifier + name, `${specifier}.${name}`] : [`${specifier}.${name}`],
    within: (path, name) => (fileName(path) === '__init__.py' ? `.${name}` : undefined),
  },
};
