import type { ModuleSystem, ResolverInput, Resolver } from '../../engine/module-system.js';
import { folderOf, withoutDots } from '../../files/package-path.js';

/** The folder of a path without the trailing slash. */
const packageFolder = (path: string): string => folderOf(path).slice(0, -1);

/** An import is the path of a module and a folder in it, whose files are one package. */
function resolverOf({ own, layout }: ResolverInput): Resolver {
  const packages = Map.groupBy(
    own.map(({ path }) => path),
    packageFolder,
  );
  return {
    resolve(_from, specifier) {
      for (const [module, folder] of layout.folders('Go')) {
        if (specifier !== module && !specifier.startsWith(`${module}/`)) continue;
        const path = withoutDots(`${folder}/${specifier.slice(module.length)}`);
        if (path !== undefined && packages.has(path)) return path;
      }
      return undefined;
    },
    filesOf: (folder) => packages.get(folder),
  };
}

export const GO_MODULES: ModuleSystem = {
  resolver: resolverOf,
  exports: 'names',
  isPublic: (name, { packageName }) => /^\p{Lu}/u.test(name) && packageName !== 'main',
  packages: {
    nameOf: ({ path, packageName }) => `${packageFolder(path)} ${packageName ?? ''}`,
    isStart: (name, { packageName }) => name === 'init' || (name === 'main' && packageName === 'main'),
  },
};
