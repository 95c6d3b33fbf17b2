import {
  Configurations,
  fieldsOf,
  IMPORT_MAPS,
  type CompilerOptions,
  type Fields,
} from './configurations.js';
import { starOf, targetsIn } from './export-targets.js';
import { sourcesOf } from './paths.js';
import { fileName, folderOf, withoutDots } from '../../../files/package-path.js';
import type { PackageFiles } from '../../../files/source-file.js';

/** The paths inside the package that a module may mean by a specifier, likeliest first. */
export interface Aliases {
  (from: string, specifier: string): readonly string[];
  /** Whether a bare specifier is one of the package's own code, by its name or by what a configuration says. */
  readonly owns: (from: string, specifier: string) => boolean;
}

/** The targets of specifiers that match a pattern, for all modules below a folder. `*` matches any text, once. */
interface Alias {
  readonly folder: string;
  readonly pattern: string;
  readonly targets: readonly string[];
}

/** The target of a manifest, and its likely source files if it is compiled. */
const withSources = (folder: string, target: string): string[] => {
  const path = `${folder}${target.replace(/^\.\//u, '')}`;
  return [path, ...sourcesOf(path)];
};

/** What a manifest requires by the path of a folder: `file:./libs/shell`. */
const LOCAL = /^(?:file|link|portal):(\.{1,2}\/.*|\.)$/u;
const DEPENDENCIES = ['dependencies', 'devDependencies', 'optionalDependencies', 'peerDependencies'];

/** The folders that a manifest requires under a name. */
const fromDependencies = (folder: string, fields: Fields): Alias[] =>
  DEPENDENCIES.flatMap((section) =>
    Object.entries(fieldsOf(fields[section])).flatMap(([name, range]) => {
      const target = typeof range === 'string' ? LOCAL.exec(range)?.[1] : undefined;
      if (target === undefined) return [];
      const inner = `${folder}${target}`;
      return [
        { folder, pattern: name, targets: [inner] },
        { folder, pattern: `${name}/*`, targets: [`${inner}/*`, `${inner}/src/*`] },
      ];
    }),
  );

/** A package's `imports`, for itself; its name and `exports`, for all other packages. */
function fromManifest(folder: string, fields: Fields): Alias[] {
  const own = Object.entries(fieldsOf(fields['imports'])).map(([pattern, value]) => ({
    folder,
    pattern,
    targets: targetsIn(value).flatMap((target) => withSources(folder, target)),
  }));
  const { name } = fields;
  if (typeof name !== 'string' || name === '') return own;
  const exported = fieldsOf(fields['exports']);
  const subpaths = Object.keys(exported).filter((key) => key.startsWith('.'));
  const main = [
    fields['source'],
    fields['main'],
    fields['module'],
    ...(subpaths.length > 0 ? [] : [fields['exports']]),
  ];
  const others = subpaths.map((key) => ({
    folder: '',
    pattern: key === '.' ? name : `${name}/${key.replace(/^\.\//u, '')}`,
    targets: targetsIn(exported[key]).flatMap((target) => withSources(folder, target)),
  }));
  const mains = main.flatMap((each) => targetsIn(each)).flatMap((target) => withSources(folder, target));
  return [...own, ...others, { folder: '', pattern: name, targets: mains }];
}

/** An import map: a module, or, with a slash at its end, a folder of modules. */
const fromImportMap = (folder: string, fields: Fields): Alias[] =>
  Object.entries(fieldsOf(fields['imports'])).flatMap(([name, target]) => {
    if (typeof target !== 'string' || !/^\.{0,2}\//u.test(target)) return [];
    const star = name.endsWith('/') ? '*' : '';
    return [{ folder, pattern: `${name}${star}`, targets: [`${folder}${target}${star}`] }];
  });

/** `paths` and `baseUrl` of a TypeScript configuration. */
function fromConfiguration(folder: string, { base, paths }: CompilerOptions): Alias[] {
  const named = paths.map(([pattern, targets]) => ({ folder, pattern, targets }));
  return base === undefined ? named : [...named, { folder, pattern: '*', targets: [`${base}/*`] }];
}

function readAll(configurations: Configurations): Alias[] {
  return configurations.paths.flatMap((path) => {
    const folder = folderOf(path);
    const name = fileName(path);
    if (IMPORT_MAPS.test(name)) return fromImportMap(folder, configurations.fieldsAt(path));
    if (name !== 'package.json') return fromConfiguration(folder, configurations.optionsAt(path));
    const fields = configurations.fieldsAt(path);
    // The usual alias of a package's own source folder, unless it is defined otherwise.
    const usual = ['@/*', '~/*'].map((pattern) => ({
      folder,
      pattern,
      targets: [`${folder}src/*`, `${folder}*`],
    }));
    return [...fromManifest(folder, fields), ...fromDependencies(folder, fields), ...usual];
  });
}

/** The same file in each of the folders that a configuration has the compiler take for one. */
function inOtherRoots(path: string, sets: readonly (readonly string[])[]): string[] {
  return sets.flatMap((roots) => {
    const own = roots.find((root) => path.startsWith(`${root}/`));
    if (own === undefined) return [];
    return roots.flatMap((root) => (root === own ? [] : [`${root}${path.slice(own.length)}`]));
  });
}

/**
 * The aliases from the manifests and TypeScript configurations of a package: those nearest to a module first. Of a relative path,
 * the same path in the other folders of `rootDirs`, and the likely source files if it is compiled.
 */
export function readAliases(files: PackageFiles): Aliases {
  const configurations = new Configurations(files);
  const all = readAll(configurations).sort(
    (left, right) => right.folder.length - left.folder.length || right.pattern.length - left.pattern.length,
  );
  const roots = configurations.paths.flatMap((path) => {
    const { rootDirs } = configurations.optionsAt(path);
    return rootDirs.length > 1 ? [rootDirs] : [];
  });
  const targetsOf = ({ folder, pattern, targets }: Alias, from: string, specifier: string): string[] => {
    const star = from.startsWith(folder) ? starOf(pattern, specifier) : undefined;
    if (star === undefined) return [];
    return targets.flatMap((target) => withoutDots(target.replace('*', () => star)) ?? []);
  };
  const aliases = (from: string, specifier: string): readonly string[] => {
    if (!specifier.startsWith('.')) return all.flatMap((alias) => targetsOf(alias, from, specifier));
    const path = withoutDots(`${folderOf(from)}${specifier}`);
    return path === undefined ? [] : [...inOtherRoots(path, roots), ...sourcesOf(path)];
  };
  // `*` matches every library too.
  const named = all.filter(({ pattern }) => pattern !== '*');
  const owns = (from: string, specifier: string): boolean =>
    named.some((alias) => targetsOf(alias, from, specifier).some(isCode));
  return Object.assign(aliases, { owns });
}

/** Whether a path may be one of code of the package: not of a library, nor of declarations of types. */
const isCode = (path: string): boolean => !/(?:^|\/)node_modules\/|\.d\.[cm]?ts$/u.test(path);
