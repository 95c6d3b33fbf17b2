import type { ModuleSystem, ResolverInput, Resolver } from '../../engine/modules/module-system.js';
import { folderOf, withoutDots } from '../../files/package-path.js';
import { moduleFolders } from './module-folders.js';

/** The folder of a path without the trailing slash. */
const packageFolder = (path: string): string => folderOf(path).slice(0, -1);

type File = ResolverInput['own'][number];

/**
 * The files of a folder that are its package. Beside them may be programs that are run by their names, to generate code, and tests
 * in a package of their own.
 */
function filesOfPackage(files: readonly File[]): readonly string[] {
  const libraries = files.filter(
    ({ packageName = '' }) => packageName !== 'main' && !packageName.endsWith('_test'),
  );
  return (libraries.length > 0 ? libraries : files).map(({ path }) => path);
}

/** An import is the path of a module and a folder in it, whose files are one package. */
function resolverOf({ own, layout }: ResolverInput): Resolver {
  const folders = Map.groupBy(own, ({ path }) => packageFolder(path));
  const packages = new Map(Array.from(folders, ([folder, files]) => [folder, filesOfPackage(files)]));
  const modules = moduleFolders(layout.files);
  const moduleOf = (specifier: string) =>
    modules.find(([module]) => specifier === module || specifier.startsWith(`${module}/`));
  /** Without any module, the path of the project is not known: its packages are the ends of the paths in imports. */
  const byEnd = (specifier: string): string | undefined => {
    for (let at = specifier.indexOf('/'); at !== -1; at = specifier.indexOf('/', at + 1))
      if (packages.has(specifier.slice(at + 1))) return specifier.slice(at + 1);
    return undefined;
  };
  return {
    resolve(_from, specifier) {
      for (const [module, folder] of modules) {
        if (specifier !== module && !specifier.startsWith(`${module}/`)) continue;
        const path = withoutDots(`${folder}/${specifier.slice(module.length)}`);
        if (path !== undefined && packages.has(path)) return path;
      }
      return modules.length === 0 && specifier.includes('.') ? byEnd(specifier) : undefined;
    },
    filesOf: (folder) => packages.get(folder),
    owns: (_from, specifier) => moduleOf(specifier) !== undefined,
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
