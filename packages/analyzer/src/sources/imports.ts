import type { PackageFiles, SourcePackage } from '../files/source-file.js';
import { languageNamed } from '../languages/index.js';
import type { Language } from '../languages/language.js';
import { NOTHING_NAMED, type ImportReader, type Named, type NamedIn } from '../languages/source-files.js';
import { languageOf, sourcePackage } from './language-of.js';

const MAX_BYTES = 1024 * 1024;

/** What the source files of a package name, each read once. */
class PackageImports {
  private readonly readers = new Map<Language, ImportReader>();
  private readonly known = new Map<string, Named>();
  private readonly source: SourcePackage;

  constructor(private readonly files: PackageFiles) {
    this.source = sourcePackage(files);
  }

  namedIn(path: string): Named {
    const known = this.known.get(path) ?? this.namedAnew(path);
    this.known.set(path, known);
    return known;
  }

  /** The files that a source file brings in, and that are in no language which is read. */
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

const readers = new WeakMap<PackageFiles, PackageImports>();

function readerOf(files: PackageFiles): PackageImports {
  const reader = readers.get(files) ?? new PackageImports(files);
  readers.set(files, reader);
  return reader;
}

/** Reads what each file of a package names. Who asks again of the same files is told what is known already. */
export function readImports(files: PackageFiles): NamedIn {
  const reader = readerOf(files);
  return (path) => reader.namedIn(path);
}

/** Tells which files that are in no language which is read a script of a package brings in; it is given with its text. */
export function readForeign(files: PackageFiles): (path: string, text: string) => readonly string[] {
  const reader = readerOf(files);
  return (path, text) => reader.foreignIn(path, text);
}
