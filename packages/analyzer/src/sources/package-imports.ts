import type { PackageFiles, SourcePackage } from '../files/source-file.js';
import { languageNamed } from '../languages/index.js';
import type { Language } from '../languages/language.js';
import { NOTHING_NAMED, type ImportReader, type Named, type NamedIn } from '../languages/source-files.js';
import { languageOf, sourcePackage } from './language-of.js';

/** Larger files are not searched for imports: they are not parsed either. */
const MAX_BYTES = 10 * 1024 * 1024;

/** The imports of a package's source files, each parsed once. */
export class PackageImports {
  private readonly readers = new Map<Language, ImportReader>();
  private readonly known = new Map<string, Named>();
  readonly source: SourcePackage;

  constructor(
    private readonly files: PackageFiles,
    isNpmPackage = false,
  ) {
    this.source = sourcePackage(files, isNpmPackage);
  }

  /** The files that a source file imports, and those that its strings name. */
  readonly namedIn: NamedIn = (path) => {
    const known = this.known.get(path) ?? this.namedAnew(path);
    this.known.set(path, known);
    return known;
  };

  /** The files in unsupported languages that a source file imports; a check of its text avoids needless work. */
  foreignIn(path: string, text: string): readonly string[] {
    const may = this.readerOf(path)?.mayBringForeign?.(text) ?? false;
    return may ? this.namedIn(path).foreign : [];
  }

  private namedAnew(path: string): Named {
    const bytes = this.files.get(path);
    if (!bytes || bytes.length > MAX_BYTES) return NOTHING_NAMED;
    return this.readerOf(path)?.namedIn(path, Buffer.from(bytes).toString('utf8')) ?? NOTHING_NAMED;
  }

  private readerOf(path: string): ImportReader | undefined {
    const name = languageOf(path, this.files.get(path) ?? new Uint8Array());
    if (name === undefined) return undefined;
    const language = languageNamed(name);
    const reader = this.readers.get(language) ?? language.sources.imports(this.source);
    this.readers.set(language, reader);
    return reader;
  }
}
