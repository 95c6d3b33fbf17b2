import type { Runtime } from '../engine/modules/module-system.js';
import type { Machine } from '../engine/machine.js';
import type { Closure, Value } from '../engine/values/value.js';
import type { LanguageName } from '../ir/program.js';
import type { Model, ModelTable } from '../models/model.js';
import type { SurfaceCollector } from '../surface/surface-collector.js';
import type { ParsedFile } from './parsed-file.js';
import type { Packaging } from './packaging.js';
import type { SourceFiles } from './source-files.js';

/** Everything that is specific to one language. Each language has a folder, and a line in `languages/index.ts`. */
export interface Language extends Runtime {
  /** The language names that it handles: one parser may read several dialects. */
  readonly names: readonly LanguageName[];
  readonly sources: SourceFiles;
  readonly packaging: Packaging;
  /**
   * Lowers a source file.
   * @param ownNames the names of the packages that are analyzed, to distinguish their code in a bundle from that of libraries
   * @throws UnreadableSource when no part of the file can be parsed
   */
  readonly parse: (
    path: string,
    name: LanguageName,
    source: string,
    ownNames?: readonly string[],
  ) => ParsedFile | Promise<ParsedFile>;
  /**
   * The environment variables that a source text names where it reads them. The engine finds most; a text is read, too,
   * for code that it does not run, and for names in declarations: fields of settings, options of command lines.
   */
  readonly environmentNames: (text: string) => Iterable<string>;
  /** Models of the language's built-in functions and its common libraries. */
  readonly models: ModelTable;
  /** Collects what servers register: tools, prompts, resources, transports. */
  readonly surface: (collector: SurfaceCollector) => Model;
  /**
   * What a framework passes to a function that nothing in the package calls, where its parameters show that it handles requests:
   * middleware, and handlers that are found by their names. Undefined for any other function.
   */
  readonly requestArguments: (
    closure: Closure,
    machine: Machine,
    collector: SurfaceCollector,
  ) => readonly Value[] | undefined;
}
