import { starOf, targetsIn } from './export-targets.js';
import { parseJsonWithComments } from './json-with-comments.js';
import { fileName, withoutDots } from '../../../files/package-path.js';
import { folderRole } from '../../../files/role-names.js';
import type { PackageFiles } from '../../../files/source-file.js';

/** The paths inside the package that a module may mean by a bare specifier, likeliest first. */
export type Aliases = (from: string, specifier: string) => readonly string[];

/** The targets of specifiers that match a pattern, for all modules below a folder. `*` matches any text, once. */
interface Alias {
  readonly folder: string;
  readonly pattern: string;
  readonly targets: readonly string[];
}

const CONFIGURATIONS = /^(?:tsconfig(?:\.[\w-]+)?|jsconfig|package)\.json$/u;
const MAX_CONFIGURATIONS = 300;
const MAX_BYTES = 64 * 1024;
/** Output folders of compilers. */
const OUTPUT = /^(?:dist|build|lib|out|output|esm|cjs)\/(?:(?:esm|cjs|src)\/)?/u;

type Fields = Readonly<Record<string, unknown>>;

const fieldsOf = (value: unknown): Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : {};

/** The target of a manifest, and its likely source files if it is compiled. */
const withSources = (folder: string, target: string): string[] => {
  const path = target.replace(/^\.\//u, '');
  return [`${folder}${path}`, ...(OUTPUT.test(path) ? [`${folder}src/${path.replace(OUTPUT, '')}`] : [])];
};

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

/** `paths` and `baseUrl` of a TypeScript configuration. */
function fromConfiguration(folder: string, fields: Fields): Alias[] {
  const options = fieldsOf(fields['compilerOptions']);
  const base = typeof options['baseUrl'] === 'string' ? `${folder}${options['baseUrl']}/` : undefined;
  const named = Object.entries(fieldsOf(options['paths'])).map(([pattern, value]) => ({
    folder,
    pattern,
    targets: targetsIn(value).map((target) => `${base ?? folder}${target}`),
  }));
  return base === undefined ? named : [...named, { folder, pattern: '*', targets: [`${base}*`] }];
}

function readAll(files: PackageFiles): Alias[] {
  const paths = [...files.keys()].filter((path) => {
    const isVendored = path.split('/').some((part) => folderRole(part) === 'vendored');
    return !isVendored && CONFIGURATIONS.test(fileName(path));
  });
  return paths.slice(0, MAX_CONFIGURATIONS).flatMap((path) => {
    const bytes = files.get(path);
    if (!bytes || bytes.length > MAX_BYTES) return [];
    const fields = fieldsOf(parseJsonWithComments(Buffer.from(bytes).toString('utf8')));
    const folder = path.slice(0, path.length - fileName(path).length);
    const isManifest = fileName(path) === 'package.json';
    // The usual alias of a package's own source folder, unless it is defined otherwise.
    const usual = ['@/*', '~/*'].map((pattern) => ({
      folder,
      pattern,
      targets: [`${folder}src/*`, `${folder}*`],
    }));
    return isManifest ? [...fromManifest(folder, fields), ...usual] : fromConfiguration(folder, fields);
  });
}

/** The aliases from the manifests and TypeScript configurations of a package: those nearest to a module first. */
export function readAliases(files: PackageFiles): Aliases {
  const all = readAll(files).sort(
    (left, right) => right.folder.length - left.folder.length || right.pattern.length - left.pattern.length,
  );
  return (from, specifier) =>
    all.flatMap(({ folder, pattern, targets }) => {
      const star = from.startsWith(folder) ? starOf(pattern, specifier) : undefined;
      if (star === undefined) return [];
      return targets.flatMap((target) => withoutDots(target.replace('*', () => star)) ?? []);
    });
}
