import type { Runtime } from '../engine/module-system.js';
import type { LanguageName } from '../ir/program.js';
import type { Model, ModelTable } from '../models/model.js';
import type { SurfaceCollector } from '../surface/collector.js';
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
  /** Models of the language's built-in functions and its common libraries. */
  readonly models: ModelTable;
  /** Collects what servers register: tools, prompts, resources, transports. */
  readonly surface: (collector: SurfaceCollector) => Model;
}
