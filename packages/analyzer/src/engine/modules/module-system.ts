import type { PackageFiles, SourcePackage } from '../../files/source-file.js';
import type { LanguageName, Module } from '../../ir/program.js';
import type { Ecosystem } from '../../ir/language-names.js';
import type { InstanceFields } from '../expressions/class-fields.js';
import type { Traits } from '../values/traits.js';

/** The layout of a package besides its modules. */
export interface Layout {
  readonly files: PackageFiles;
  /** The same with what is known before any is read. */
  readonly source?: SourcePackage;
  /** Source files that are not analyzed, because of their folder or name: tests, examples, copied libraries. */
  readonly unread?: ReadonlySet<string>;
  /** The folders of the packages that it contains, itself included, by name: workspaces of npm, modules of Go. */
  readonly folders: (ecosystem: Ecosystem) => ReadonlyMap<string, string>;
  /** The names of the packages that its manifests require. */
  readonly dependencies?: (ecosystem: Ecosystem) => ReadonlySet<string>;
}

/** The input for a resolver. */
export interface ResolverInput {
  /** The modules of its language, sorted by path. */
  readonly own: readonly Pick<Module, 'path' | 'packageName'>[];
  /** The paths of all modules. */
  readonly paths: ReadonlySet<string>;
  readonly layout: Layout;
}

/** Resolves an import to a module of the package. */
export interface Resolver {
  /**
   * The path of a file, of a folder that is imported as one package, or, with a slash at its end, of a folder of modules without a
   * file of its own. Undefined when it is not part of the package.
   */
  resolve(from: string, specifier: string): string | undefined;
  /** The same for a module in a folder, which has a slash at its end. */
  within?(folder: string, name: string): string | undefined;
  /** Whether an import that is not resolved is one of the package's own code: a relative one, or one of its own modules. */
  owns?(from: string, specifier: string): boolean;
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
  /** The variable of a module that lists the names which an import of everything binds. */
  readonly listed?: string;
  /** The function of a module that is asked for names which the module does not define. */
  readonly lazy?: string;
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
