import type { Runtime } from '../engine/module-system.js';
import type { LanguageName } from '../ir/program.js';
import type { Model, ModelTable } from '../models/model.js';
import type { SurfaceCollector } from '../surface/collector.js';
import type { ParsedFile } from './parsed-file.js';
import type { Packaging } from './packaging.js';
import type { SourceFiles } from './source-files.js';

/** All that the analyzer knows of a language. Each one has a folder, and a line in `languages/index.ts`. */
export interface Language extends Runtime {
  /** What its files are said to be written in: one parser may read several dialects. */
  readonly names: readonly LanguageName[];
  readonly sources: SourceFiles;
  readonly packaging: Packaging;
  /**
   * Lowers a source file.
   * @throws UnreadableSource when nothing of the file can be read
   */
  readonly parse: (path: string, name: LanguageName, source: string) => ParsedFile | Promise<ParsedFile>;
  /** What the language itself and its usual libraries do with values. */
  readonly models: ModelTable;
  /** Collects what servers register: tools, prompts, resources, transports. */
  readonly surface: (collector: SurfaceCollector) => Model;
}
