import type { PackageFiles, SourcePackage } from '../files/source-file.js';
import type { LanguageName, Module } from '../ir/program.js';
import type { Ecosystem } from '../packages/package-facts.js';
import type { InstanceFields } from './class-fields.js';
import type { Traits } from './traits.js';

/** The layout of a package besides its modules. */
export interface Layout {
  readonly files: PackageFiles;
  /** The same with what is known before any is read. */
  readonly source?: SourcePackage;
  /** Source files that are not analyzed, because of their folder or name: tests, examples, copied libraries. */
  readonly unread?: ReadonlySet<string>;
  /** The folders of the packages that it contains, itself included, by name: workspaces of npm, modules of Go. */
  readonly folders: (ecosystem: Ecosystem) => ReadonlyMap<string, string>;
}

/** The input for a resolver. */
export interface ResolverInput {
  /** The modules of its language, sorted by path. */
  readonly own: readonly Pick<Module, 'path'>[];
  /** The paths of all modules. */
  readonly paths: ReadonlySet<string>;
  readonly layout: Layout;
}

/** Resolves an import to a module of the package. */
export interface Resolver {
  /** The path of a file, or of a folder that is imported as one package. Undefined when it is not part of the package. */
  resolve(from: string, specifier: string): string | undefined;
  /** The files of a folder that is imported as one package. */
  filesOf?(folder: string): readonly string[] | undefined;
}

/** How names in a module may refer to nested modules. */
export interface NestedModules {
  /** The specifiers of a module that is imported by name from another one, likeliest first: `from package import module`. */
  specifiers(specifier: string, name: string): readonly [string, ...string[]];
  /** The specifier of a module nested in the one at a path; undefined if that one cannot contain modules. */
  within(path: string, name: string): string | undefined;
}

/** Packages whose files share their variables and are loaded together. */
export interface Packages {
  nameOf(module: Module): string;
  /** Whether a function of the package runs when the package has been loaded. */
  isStart(name: string, module: Module): boolean;
}

/** How the modules of a language resolve and export names. */
export interface ModuleSystem {
  readonly resolver: (input: ResolverInput) => Resolver;
  /** Whether a module exports all of its names, or what it declares: by `export`, or as CommonJS's `module.exports`. */
  readonly exports: 'names' | 'declared';
  /** Whether a name of a module that exports all of its names is meant for other packages. */
  readonly isPublic?: (name: string, module: Module) => boolean;
  readonly nested?: NestedModules;
  readonly packages?: Packages;
}

/** What the engine needs to run programs of a language. */
export interface Runtime {
  readonly traits: Traits;
  readonly modules: ModuleSystem;
  /** How its libraries handle the fields of instances; undefined if they only assign them. */
  readonly fields?: InstanceFields;
}

/** Returns the runtime of a language. */
export type RuntimeOf = (language: LanguageName) => Runtime;
