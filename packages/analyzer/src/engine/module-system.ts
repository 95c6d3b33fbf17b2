import type { PackageFiles } from '../files/source-file.js';
import type { LanguageName, Module } from '../ir/program.js';
import type { Ecosystem } from '../packages/package-facts.js';
import type { InstanceFields } from './class-fields.js';
import type { Traits } from './traits.js';

/** What is known of a package's layout besides its modules. */
export interface Layout {
  readonly files: PackageFiles;
  /** Folders of the packages that it holds, itself included, by their names: workspaces of npm, modules of Go. */
  readonly folders: (ecosystem: Ecosystem) => ReadonlyMap<string, string>;
}

/** What a resolver is made of. */
export interface Resolved {
  /** The modules of its language, in the order of their paths. */
  readonly own: readonly Module[];
  /** The paths of all modules. */
  readonly paths: ReadonlySet<string>;
  readonly layout: Layout;
}

/** Tells which module of the package an import means. */
export interface Resolver {
  /** The path of a file, or of a folder that is imported as one. Undefined when it is not part of the package. */
  resolve(from: string, specifier: string): string | undefined;
  /** The files of a folder that is imported as one. */
  filesOf?(folder: string): readonly string[] | undefined;
}

/** How names of a module may be modules themselves. */
export interface NestedModules {
  /** The specifiers of a module that is imported from another one by name, likeliest first: `from package import module`. */
  specifiers(specifier: string, name: string): readonly [string, ...string[]];
  /** The specifier of a module within the one at a path; undefined where that one can hold none. */
  within(path: string, name: string): string | undefined;
}

/** Packages of several files that share their variables and are loaded together. */
export interface Packages {
  nameOf(module: Module): string;
  /** Whether a function of the package is run when it has been loaded. */
  isStart(name: string, module: Module): boolean;
}

/** How the modules of a language find each other, and what they give to each other. */
export interface ModuleSystem {
  readonly resolver: (resolved: Resolved) => Resolver;
  /** All names of a module, or what it declares: by `export`, or as CommonJS's `module.exports`. */
  readonly exports: 'names' | 'declared';
  readonly nested?: NestedModules;
  readonly packages?: Packages;
}

/** What the engine has to know of a language to run its programs. */
export interface Runtime {
  readonly traits: Traits;
  readonly modules: ModuleSystem;
  /** What its libraries do with the fields of instances; none that only assign them. */
  readonly fields?: InstanceFields;
}

/** Tells what the engine has to know of a language. */
export type RuntimeOf = (language: LanguageName) => Runtime;
