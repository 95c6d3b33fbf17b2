import type { Module } from '../../ir/program.js';
import { compareText } from '../../common/text-order.js';
import type { Layout, ModuleSystem, Resolver, RuntimeOf } from './module-system.js';

/** Resolves the imports of a package to its modules, in each of its languages. */
export class ModulePaths {
  private readonly resolvers: ReadonlyMap<ModuleSystem, Resolver>;
  private readonly resolved = new Map<Module, Map<string, string | undefined>>();

  constructor(
    modules: readonly Module[],
    layout: Layout,
    private readonly runtimeOf: RuntimeOf,
  ) {
    const paths = new Set(modules.map(({ path }) => path));
    const sorted = [...modules].sort((left, right) => compareText(left.path, right.path));
    const bySystem = Map.groupBy(sorted, ({ language }) => runtimeOf(language).modules);
    this.resolvers = new Map(
      Array.from(bySystem, ([system, own]) => [system, system.resolver({ own, paths, layout })]),
    );
  }

  /**
   * The file, or the folder of a package, that an import refers to. It is called at each read of an imported name.
   * @returns undefined when it is not part of the package
   */
  resolve(from: Module, specifier: string): string | undefined {
    const existing = this.resolved.get(from) ?? new Map<string, string | undefined>();
    this.resolved.set(from, existing);
    if (existing.has(specifier)) return existing.get(specifier);
    const path = this.resolvers.get(this.runtimeOf(from.language).modules)?.resolve(from.path, specifier);
    existing.set(specifier, path);
    return path;
  }

  /** Whether an import that is not resolved is one of the package's own code. */
  owns(from: Module, specifier: string): boolean {
    const resolver = this.resolvers.get(this.runtimeOf(from.language).modules);
    return resolver?.owns?.(from.path, specifier) ?? false;
  }

  /** A module in a folder of modules without a file of its own. */
  within(folder: string, name: string): string | undefined {
    for (const resolver of this.resolvers.values()) {
      const path = resolver.within?.(folder, name);
      if (path !== undefined) return path;
    }
    return undefined;
  }

  /** The files of a folder that is imported as one package. */
  filesOf(folder: string): readonly string[] | undefined {
    for (const resolver of this.resolvers.values()) {
      const files = resolver.filesOf?.(folder);
      if (files) return files;
    }
    return undefined;
  }
}
