import { isBuiltin } from 'node:module';
import type { ModuleSystem, ResolverInput, Resolver } from '../../engine/modules/module-system.js';
import { extensionOf, folderOf, withoutDots } from '../../files/package-path.js';
import { readAliases } from './files/aliases.js';
import { indexesOf, scriptsNamed } from './files/paths.js';
import { shippedPackages } from './files/shipped-packages.js';
import names from './names.json' with { type: 'json' };

/** Extensions of files that are imported as data. */
const ASSETS = new Set([
  'json',
  'jsonc',
  'json5',
  'node',
  'wasm',
  'sql',
  'graphql',
  'gql',
  ...names.imports.assets,
]);

function resolverOf({ paths, layout }: ResolverInput): Resolver {
  const aliases = readAliases(layout.files);
  const shipped = layout.source && shippedPackages(layout.source);
  const mainOf = (folder: string): string[] => {
    const main = shipped?.mainOf(folder === '' ? '' : `${folder}/`);
    return main === undefined ? [] : [...scriptsNamed(main), ...indexesOf(main)];
  };
  const scriptAt = (path: string): string | undefined => {
    const plain = withoutDots(path);
    if (plain === undefined) return undefined;
    return [...scriptsNamed(plain), ...mainOf(plain), ...indexesOf(plain)].find((each) => paths.has(each));
  };
  /** Whether the package has a file that a specifier may mean, whatever it contains; what it contains is not missing. */
  const isFile = (path: string): boolean =>
    [...scriptsNamed(path), ...indexesOf(path), `${path}.d.ts`].some((each) => layout.files.has(each));
  const isMissingFile = (from: string, specifier: string): boolean => {
    const path = withoutDots(`${folderOf(from)}${specifier}`);
    if (path === undefined || ASSETS.has(extensionOf(path))) return false;
    return ![path, ...aliases(from, specifier)].some(isFile);
  };
  return {
    owns: (from, specifier) =>
      specifier.startsWith('.')
        ? isMissingFile(from, specifier)
        : !isBuiltin(specifier) && aliases.owns(from, specifier) && !aliases(from, specifier).some(isFile),
    resolve(from, written) {
      const specifier = written.startsWith('.') ? written.replace(/[?#].*$/u, '') : written;
      if (specifier.startsWith('.')) {
        const found = scriptAt(`${folderOf(from)}/${specifier}`);
        if (found !== undefined) return found;
      }
      for (const path of aliases(from, specifier)) {
        const found = scriptAt(path);
        if (found !== undefined) return found;
      }
      if (specifier.startsWith('.')) return undefined;
      // The usual aliases of a package's own source folder.
      if (specifier.startsWith('@/') || specifier.startsWith('~/') || specifier.startsWith('#'))
        return scriptAt(`src/${specifier.replace(/^[@~]?[/#]/u, '')}`);
      for (const [name, folder] of layout.folders('npm')) {
        if (specifier !== name && !specifier.startsWith(`${name}/`)) continue;
        const rest = specifier.slice(name.length);
        const found = scriptAt(`${folder}/${rest}`) ?? scriptAt(`${folder}/src${rest}`);
        if (found !== undefined) return found;
      }
      // What is declared may be a library whose functions are known.
      if (!shipped || isBuiltin(specifier)) return undefined;
      return shipped
        .undeclaredPathsOf(from, specifier)
        .map(scriptAt)
        .find((each) => each !== undefined);
    },
  };
}

export const JAVASCRIPT_MODULES: ModuleSystem = { resolver: resolverOf, exports: 'declared' };
