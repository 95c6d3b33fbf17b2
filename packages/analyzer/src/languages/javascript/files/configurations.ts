import { fileName, folderOf, withoutDots } from '../../../files/package-path.js';
import { folderRole } from '../../../files/role-names.js';
import type { PackageFiles } from '../../../files/source-file.js';
import { targetsIn } from './export-targets.js';
import { parseJsonWithComments } from './json-with-comments.js';

/** Files that map the names of modules to others. */
const NAMES = /^(?:(?:tsconfig(?:\.[\w-]+)?|jsconfig|package)\.json|deno\.jsonc?|import_?map\.json)$/u;
/** Those of them that are import maps. */
export const IMPORT_MAPS = /^(?:deno\.jsonc?|import_?map\.json)$/u;
const MAX_CONFIGURATIONS = 300;
const MAX_BYTES = 64 * 1024;
/** The longest chain of configurations that extend each other. */
const MAX_EXTENDED = 8;

export type Fields = Readonly<Record<string, unknown>>;

export const fieldsOf = (value: unknown): Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : {};

/** What a TypeScript configuration says of modules, with what it extends. Folders have no slash at the end. */
export interface CompilerOptions {
  readonly base?: string | undefined;
  readonly paths: readonly (readonly [pattern: string, targets: readonly string[]])[];
  readonly rootDirs: readonly string[];
}

/** A folder without dot segments; undefined when it is not in the package. */
const inner = (folder: string, path: string, own: string): string | undefined =>
  withoutDots(path.startsWith('${configDir}') ? path.replace(/^\$\{configDir\}/u, own) : `${folder}${path}`);

/** The manifests and configurations of a package that map names of modules. */
export class Configurations {
  /** Their paths. */
  readonly paths: readonly string[];
  private readonly known = new Map<string, Fields>();

  constructor(private readonly files: PackageFiles) {
    this.paths = [...files.keys()]
      .filter((path) => {
        const isVendored = path.split('/').some((part) => folderRole(part) === 'vendored');
        return !isVendored && NAMES.test(fileName(path));
      })
      .slice(0, MAX_CONFIGURATIONS);
  }

  fieldsAt(path: string): Fields {
    const known = this.known.get(path);
    if (known) return known;
    const bytes = this.files.get(path);
    const text = bytes && bytes.length <= MAX_BYTES ? Buffer.from(bytes).toString('utf8') : '';
    const fields = fieldsOf(parseJsonWithComments(text));
    this.known.set(path, fields);
    return fields;
  }

  /** The options of a TypeScript configuration. What it does not say, those say that it extends, the last one first. */
  optionsAt(path: string): CompilerOptions {
    return this.optionsWithin(path, folderOf(path), 0);
  }

  private optionsWithin(path: string, own: string, depth: number): CompilerOptions {
    const fields = this.fieldsAt(path);
    const folder = folderOf(path);
    const extended = depth < MAX_EXTENDED ? this.extendedBy(path, fields) : [];
    const others = extended.map((each) => this.optionsWithin(each, own, depth + 1)).reverse();
    const options = fieldsOf(fields['compilerOptions']);
    const { baseUrl, paths, rootDirs } = options;
    const base =
      typeof baseUrl === 'string'
        ? inner(folder, baseUrl, own)
        : others.find((each) => each.base !== undefined)?.base;
    const named = Object.entries(fieldsOf(paths)).map(([pattern, targets]): [string, string[]] => [
      pattern,
      targetsIn(targets).flatMap((target) => {
        const relative = base === undefined ? folder : `${base}/`;
        return inner(relative, target, own) ?? [];
      }),
    ]);
    const roots = Array.isArray(rootDirs)
      ? targetsIn(rootDirs).flatMap((root) => inner(folder, root, own) ?? [])
      : [];
    return {
      base,
      paths: named.length > 0 ? named : (others.find((each) => each.paths.length > 0)?.paths ?? []),
      rootDirs: roots.length > 0 ? roots : (others.find((each) => each.rootDirs.length > 0)?.rootDirs ?? []),
    };
  }

  /** The configurations of the package that one extends; those of libraries say nothing of its own modules. */
  private extendedBy(path: string, fields: Fields): string[] {
    return targetsIn(fields['extends']).flatMap((target) => {
      const found = target.startsWith('.') ? withoutDots(`${folderOf(path)}${target}`) : undefined;
      if (found === undefined) return [];
      return [found, `${found}.json`, `${found}/tsconfig.json`].find((each) => this.files.has(each)) ?? [];
    });
  }
}
