import type { ModuleSystem, ResolverInput, Resolver } from '../../engine/module-system.js';
import { folderOf, withoutDots } from '../../files/package-path.js';
import { readAliases } from './files/aliases.js';
import { indexesOf, scriptsNamed } from './files/paths.js';

function resolverOf({ paths, layout }: ResolverInput): Resolver {
  const aliases = readAliases(layout.files);
  const scriptAt = (path: string): string | undefined => {
    const plain = withoutDots(path);
    if (plain === undefined) return undefined;
    return [...scriptsNamed(plain), ...indexesOf(plain)].find((each) => paths.has(each));
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
      return undefined;
    },
  };
}

export const JAVASCRIPT_MODULES: ModuleSystem = { resolver: resolverOf, exports: 'declared' };
