import names from './names.json' with { type: 'json' };

/** Where a module of a bundle comes from: the product's own sources, or a package of third parties. */
export type ModuleOrigin =
  | { readonly kind: 'product' }
  | {
      readonly kind: 'package';
      readonly name: string;
      /** What other code imports to get this module: the package's name, or one of its submodules. */
      readonly specifier: string;
    };

const PRODUCT: ModuleOrigin = { kind: 'product' };
const MODULES = 'node_modules/';
/** Folders of builds, which are not part of a submodule's specifier. */
const BUILD = /^(?:dist|lib|build|es|esm|cjs)\/(?:(?:esm|cjs|es|commonjs|module)\/)?/u;
/** Packages whose submodules rules distinguish. */
const WITH_SUBMODULES = new Set(names.moduleOrigin.withSubmodules);
/** Libraries for servers. Their own code registers handlers, and is that of third parties all the same. */
const SERVER_LIBRARIES = new Set(names.moduleOrigin.serverLibraries);

/** Whether a package is a library for MCP servers. */
export const isServerLibrary = (name: string): boolean => SERVER_LIBRARIES.has(name);

const scopeOf = (name: string): string | undefined =>
  name.startsWith('@') ? name.slice(0, name.indexOf('/') + 1) : undefined;

/** Whether a package belongs to the same product as one of the package's own names: the same name, or the same scope. */
function isOwn(name: string, ownNames: readonly string[]): boolean {
  if (isServerLibrary(name)) return false;
  const scope = scopeOf(name);
  return ownNames.some((own) => own === name || (scope !== undefined && own.startsWith(scope)));
}

/**
 * The origin of a module by its path in a bundle's comments or source map.
 * @param path `src/a.ts`, `../../node_modules/.pnpm/zod@4/node_modules/zod/index.js`
 * @param ownNames the names of the packages that are analyzed
 */
export function moduleOrigin(path: string, ownNames: readonly string[]): ModuleOrigin {
  const start = path.lastIndexOf(MODULES);
  if (start === -1) return PRODUCT;
  const [first = '', second = '', ...rest] = path.slice(start + MODULES.length).split('/');
  const isScoped = first.startsWith('@');
  const name = isScoped ? `${first}/${second}` : first;
  if (name === '' || (isScoped && second === '') || isOwn(name, ownNames)) return PRODUCT;
  const within = (isScoped ? rest : [second, ...rest]).join('/').replace(BUILD, '');
  const specifier = WITH_SUBMODULES.has(name) && within !== '' ? `${name}/${within}` : name;
  return { kind: 'package', name, specifier };
}
