import { folderOf, withoutDots } from '../../../files/package-path.js';
import type { SourcePackage } from '../../../files/source-file.js';
import { memoByNode } from '../../../common/memo.js';
import { fieldsOf, textAt, textsAt, valueAt, type Fields } from '../../../packages/values.js';
import { targetsIn, targetsOf } from './export-targets.js';
import { parseJsonWithComments } from './json-with-comments.js';

const MODULES = 'node_modules/';
/** Larger manifests are not searched for their main script. */
const MAX_BYTES = 1024 * 1024;
const DECLARED = ['dependencies', 'devDependencies', 'optionalDependencies', 'peerDependencies'];
/** What a package brings with it. */
const BROUGHT = ['dependencies', 'optionalDependencies', 'peerDependencies'];
const SPECIFIER = /^(?<name>(?:@[\w.~-]+\/)?[\w.~-]+)(?:\/(?<rest>.*))?$/u;

/** Whether a path is in a folder of packages. */
const isInModules = (path: string): boolean => path.startsWith(MODULES) || path.includes(`/${MODULES}`);

const namesIn = (fields: Fields | undefined, sections: readonly string[]): string[] =>
  sections.flatMap((section) => Object.keys(fieldsOf(valueAt(fields, section)) ?? {}));

/** The dependencies that npm packs with a package: a list of names, or all. */
function bundledIn(fields: Fields | undefined): string[] {
  const listed = ['bundleDependencies', 'bundledDependencies'].map((key) => ({
    all: valueAt(fields, key) === true,
    names: [...textsAt(fields, key), ...namesIn(fields, [key])],
  }));
  return listed.flatMap(({ all, names }) =>
    all ? namesIn(fields, ['dependencies', 'optionalDependencies']) : names,
  );
}

/** The folders of the packages in which a path is, each `…/node_modules/name/`. */
function* packagesAround(path: string): Generator<string> {
  for (let at = path.indexOf(MODULES); at !== -1; at = path.indexOf(MODULES, at + 1)) {
    if (at > 0 && path[at - 1] !== '/') continue;
    let end = path.indexOf('/', at + MODULES.length);
    if (path[at + MODULES.length] === '@' && end !== -1) end = path.indexOf('/', end + 1);
    if (end !== -1) yield path.slice(0, end + 1);
  }
}

/** A folder and those that enclose it, each with a slash at its end; the root is empty. */
function enclosing(folder: string): string[] {
  const found: string[] = [];
  for (let at = folder; at !== ''; at = folderOf(at.slice(0, -1))) found.push(at);
  return [...found, ''];
}

/**
 * The packages in folders `node_modules` that came with the files. Those that a manifest declares, and what these bring, are
 * dependencies. The others are code of the package's own, and so is what npm packs with a package (`bundleDependencies`), because
 * no registry has it. Of a package of npm's registry that is everything: npm installs it as it is.
 */
export class ShippedPackages {
  private readonly folders = new Set<string>();
  private readonly known = new Map<string, Fields | undefined>();
  private readonly declared = new Set<string>();
  /** The folders of what manifests declare, and of what that brings. */
  private readonly dependencies = new Set<string>();
  /** Those of them that npm packs with a package. */
  private readonly packed = new Set<string>();
  private readonly hasModules: boolean;
  private readonly isInstalledWhole: boolean;
  /** By the folder of the manifest that has them packed. */
  private readonly bundled = new Map<string, readonly string[]>();

  constructor(private readonly source: SourcePackage) {
    const paths = [...source.files.keys()].filter(isInModules);
    this.hasModules = paths.length > 0;
    // `npm pack` has everything in such a folder.
    this.isInstalledWhole =
      source.isNpmPackage === true || (this.hasModules && [...source.files.keys()].every(isPacked));
    if (this.hasModules) this.read(paths);
  }

  private read(paths: readonly string[]): void {
    for (const path of paths) for (const folder of packagesAround(path)) this.folders.add(folder);
    const manifests = [...this.source.files.keys()].filter(
      (path) => /(?:^|\/)package\.json$/u.test(path) && !isInModules(path),
    );
    for (const path of manifests) {
      const fields = this.manifestOf(folderOf(path));
      const names = namesIn(fields, DECLARED);
      for (const name of names) this.declared.add(name);
      for (const each of this.closure(folderOf(path), names)) this.dependencies.add(each);
    }
    for (const path of manifests) {
      const folders = this.closure(folderOf(path), bundledIn(this.manifestOf(folderOf(path))));
      if (folders.size > 0) this.bundled.set(folderOf(path), [...folders]);
      for (const each of folders) this.packed.add(each);
    }
  }

  private manifestOf(folder: string): Fields | undefined {
    if (!this.known.has(folder)) {
      const bytes = this.source.files.get(`${folder}package.json`);
      const text = bytes && bytes.length <= MAX_BYTES ? Buffer.from(bytes).toString('utf8') : '';
      this.known.set(folder, fieldsOf(parseJsonWithComments(text)));
    }
    return this.known.get(folder);
  }

  /** The folder of a package, as Node.js finds it. */
  private located(folder: string, name: string): string | undefined {
    return enclosing(folder)
      .map((each) => `${each}${MODULES}${name}/`)
      .find((each) => this.folders.has(each));
  }

  /** The folders of packages with these names, and of what they bring. */
  private closure(folder: string, names: readonly string[]): ReadonlySet<string> {
    const found = new Set<string>();
    const add = (from: string, wanted: readonly string[]): void => {
      for (const name of wanted) {
        const place = this.located(from, name);
        if (place !== undefined) found.add(place);
      }
    };
    add(folder, names);
    // Iterating over a set includes the items added on the way.
    for (const place of found) add(place, namesIn(this.manifestOf(place), BROUGHT));
    return found;
  }

  /** The folders of the packages that npm packs with that of a manifest, and installs from there, install scripts included. */
  bundledWith(folder: string): readonly string[] {
    return this.bundled.get(folder) ?? [];
  }

  private isOwn(folder: string): boolean {
    return this.isInstalledWhole || this.packed.has(folder) || !this.dependencies.has(folder);
  }

  /** The paths, without endings, that a module may mean by a specifier of a shipped package that is no dependency. */
  pathsOf(from: string, specifier: string): readonly string[] {
    if (!this.hasModules) return [];
    if (specifier.startsWith('#')) return this.inner(from, specifier);
    const { name, rest } = SPECIFIER.exec(specifier)?.groups ?? {};
    if (name === undefined) return [];
    const folder = this.located(folderOf(from), name);
    if (folder !== undefined) return this.isOwn(folder) ? this.exported(folder, rest ?? '') : [];
    // A file beside the packages.
    if (rest !== undefined || (this.declared.has(name) && !this.isInstalledWhole)) return [];
    return enclosing(folderOf(from)).map((each) => `${each}${MODULES}${name}`);
  }

  /** The same for a package that no manifest declares, not even that of another package. */
  undeclaredPathsOf(from: string, specifier: string): readonly string[] {
    if (!this.hasModules) return [];
    const { name } = SPECIFIER.exec(specifier)?.groups ?? {};
    const folder = name === undefined ? undefined : this.located(folderOf(from), name);
    return folder !== undefined && this.dependencies.has(folder) ? [] : this.pathsOf(from, specifier);
  }

  private exported(folder: string, rest: string): string[] {
    const fields = this.manifestOf(folder);
    const exported = valueAt(fields, 'exports');
    if (exported === undefined || exported === null) return [withoutDots(`${folder}${rest}`) ?? folder];
    const keys = Object.keys(fieldsOf(exported) ?? {});
    const isByPath = keys.some((key) => key.startsWith('.'));
    const targets = isByPath
      ? targetsOf(exported, rest === '' ? '.' : `./${rest}`)
      : rest === ''
        ? targetsIn(exported)
        : [];
    return targets.flatMap((target) => withoutDots(`${folder}${target}`) ?? []);
  }

  /** What a module in a shipped package means by `#name`. */
  private inner(from: string, specifier: string): string[] {
    if (!isInModules(from)) return [];
    const folder = [...packagesAround(from)].at(-1) ?? '';
    const targets = targetsOf(valueAt(this.manifestOf(folder), 'imports'), specifier);
    return targets.flatMap((target) =>
      target.startsWith('.') ? (withoutDots(`${folder}${target}`) ?? []) : this.pathsOf(from, target),
    );
  }

  /** The main script in the manifest of a folder, if it has one. */
  mainOf(folder: string): string | undefined {
    const main = textAt(this.manifestOf(folder), 'main');
    return main === undefined ? undefined : withoutDots(`${folder}${main}`);
  }
}

const isPacked = (path: string): boolean => path.startsWith('package/');

/** The packages that came with the files of a package, which are read once. */
export const shippedPackages = memoByNode((source: SourcePackage) => new ShippedPackages(source));
