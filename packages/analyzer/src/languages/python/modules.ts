import type { ModuleSystem, ResolverInput, Resolver } from '../../engine/module-system.js';
import { folderOf } from '../../files/package-path.js';

/** A module under one of the names by which it may be imported. */
interface NamedModule {
  readonly path: string;
  /** The folder that the name is relative to. */
  readonly root: string;
}

const parentOf = (path: string): string => folderOf(path).slice(0, -1);

/** Any suffix of its path may be the name of a module: the root of the search path is not known. */
function modulesByName(paths: readonly string[]): ReadonlyMap<string, readonly NamedModule[]> {
  const modules = new Map<string, NamedModule[]>();
  for (const path of paths) {
    const parts = path.replace(/(?:\/__init__)?\.pyi?$/u, '').split('/');
    for (let start = 0; start < parts.length; start += 1) {
      const name = parts.slice(start).join('.');
      const named = modules.get(name) ?? [];
      named.push({ path, root: parts.slice(0, start).join('/') });
      modules.set(name, named);
    }
  }
  return modules;
}

function resolverOf({ own, paths }: ResolverInput): Resolver {
  const modules = modulesByName(own.map(({ path }) => path));
  /**
   * A root of the search path is a folder that is not a package itself, or the folder of the running script. Of
   * several, the one nearest to the top is the likeliest.
   */
  const absolute = (from: string, name: string): string | undefined => {
    const candidates = (modules.get(name) ?? []).filter(
      ({ path, root }) =>
        path !== from &&
        (root === parentOf(from) || !paths.has(root === '' ? '__init__.py' : `${root}/__init__.py`)),
    );
    return candidates.reduce<NamedModule | undefined>(
      (best, each) => (best && best.root.length <= each.root.length ? best : each),
      undefined,
    )?.path;
  };
  return {
    resolve(from, specifier) {
      const dots = /^\.*/u.exec(specifier)?.[0].length ?? 0;
      const name = specifier.slice(dots);
      if (dots === 0) return name === '' ? undefined : absolute(from, name);
      let folder = parentOf(from);
      for (let up = 1; up < dots; up += 1) folder = parentOf(folder);
      const base = [folder, name.replaceAll('.', '/')].filter((part) => part !== '').join('/');
      return [`${base}.py`, base === '' ? '__init__.py' : `${base}/__init__.py`].find((path) =>
        paths.has(path),
      );
    },
  };
}

export const PYTHON_MODULES: ModuleSystem = {
  resolver: resolverOf,
  exports: 'names',
  isPublic: (name) => !name.startsWith('_'),
  nested: {
    specifiers: (specifier, name) =>
      /^\.+$/u.test(specifier) ? [specifier + name, `${specifier}.${name}`] : [`${specifier}.${name}`],
    within: (path, name) => (path.endsWith('__init__.py') ? `.${name}` : undefined),
  },
};
