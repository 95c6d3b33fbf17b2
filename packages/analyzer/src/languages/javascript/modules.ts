import { isBuiltin } from 'node:module';
import type { ModuleSystem, ResolverInput, Resolver } from '../../engine/module-system.js';
import { folderOf, withoutDots } from '../../files/package-path.js';
import { readAliases } from './files/aliases.js';
import { indexesOf, scriptsNamed } from './files/paths.js';
import { shippedPackages } from './files/shipped-packages.js';

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
  return {
    resolve(from, specifier) {
      if (specifier.startsWith('.')) return scriptAt(`${folderOf(from)}/${specifier}`);
      for (const path of aliases(from, specifier)) {
        const found = scriptAt(path);
        if (found !== undefined) return found;
      }
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
