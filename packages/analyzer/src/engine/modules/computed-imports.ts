import { folderOf, withoutDots } from '../../files/package-path.js';
import type { Module } from '../../ir/program.js';
import type { Layout, Resolver, RuntimeOf } from './module-system.js';
import { textOf, type Value } from '../values/value.js';

/** The constant texts of a value that is put together, with the names of files and folders in them. */
function namesIn(value: Value): string[] {
  const texts = [value, ...(value.parts ?? [])].flatMap(({ constants = [] }) => constants.map(String));
  return texts.flatMap((text) => text.split(/[/.\\]+/u)).filter((name) => name !== '');
}

/**
 * Modules that a program loads by a name that it computes. What its import statements name is analyzed, whatever its folder; a
 * computed name can lead to source files that are not.
 */
export class ComputedImports {
  private readonly resolvers = new Map<string, Resolver>();
  private readonly files: ReadonlySet<string>;
  /** The folders of these files, without a slash at the end, and all that enclose them. */
  private readonly folders = new Set<string>();
  /** What is loaded and not analyzed: files, and folders with a slash at the end. */
  readonly unread = new Set<string>();

  constructor(
    private readonly layout: Layout,
    private readonly runtimeOf: RuntimeOf,
  ) {
    this.files = layout.unread ?? new Set();
    for (const path of this.files)
      for (let end = path.lastIndexOf('/'); end > 0; end = path.lastIndexOf('/', end - 1))
        this.folders.add(path.slice(0, end));
  }

  /** Notes that a module loads what a value names, unless that is a module that is analyzed. */
  note(from: Module, specifier: Value): void {
    if (this.files.size === 0) return;
    const text = textOf(specifier);
    if (text !== undefined) {
      const path = this.resolverOf(from).resolve(from.path, text);
      if (path !== undefined) this.unread.add(path);
      return;
    }
    for (const name of namesIn(specifier))
      for (const base of ['', folderOf(from.path)]) {
        const folder = withoutDots(`${base}${name}`);
        if (folder !== undefined && this.folders.has(folder)) this.unread.add(`${folder}/`);
      }
  }

  private resolverOf({ language }: Module): Resolver {
    const existing = this.resolvers.get(language);
    if (existing) return existing;
    const own = [...this.files].map((path) => ({ path }));
    const { resolver } = this.runtimeOf(language).modules;
    const made = resolver({ own, paths: this.files, layout: this.layout });
    this.resolvers.set(language, made);
    return made;
  }
}
