import { classifyFiles } from '../sources/classify.js';
import { decodeSource } from '../files/decode-source.js';
import { PackageImports } from '../sources/package-imports.js';
import { languageOf, shebangProgram } from '../sources/language-of.js';
import { isRunnerName } from '../sources/source-names.js';
import { copiedInto } from '../sources/copied-libraries.js';
import { toolDescriptors } from '../sources/tool-descriptors.js';
import { toolListModules } from '../sources/tool-lists.js';
import type { FileRole, PackageFiles } from '../files/source-file.js';
import type { LanguageName, Module } from '../ir/program.js';
import { LANGUAGES, languageNamed } from '../languages/index.js';
import { UnreadableSource, type ParsedFile } from '../languages/parsed-file.js';
import { folderRole } from '../files/role-names.js';
import { megabytes } from '../files/limits.js';
import type { TextFile } from '../files/text-file.js';
import { compareText } from '../common/text-order.js';

/** Larger files are not parsed, unless their language has bundles: they are not written by hand. */
const MAX_PARSED_BYTES = 1024 * 1024;

/** The source code of a whole package that is parsed, in bytes: no product seen so far has half of it. */
const MAX_PARSED_IN_ALL = 32 * 1024 * 1024;

/** A source file that could not be read completely. */
export interface FileProblem {
  readonly path: string;
  readonly reason: string;
}

/** A file that contains code of libraries besides that of the product. */
export interface Bundle {
  readonly path: string;
  /** The names of the libraries, sorted. */
  readonly libraries: readonly string[];
}

/** The parsed files of a package. */
export interface ParsedPackage {
  readonly roles: ReadonlyMap<string, FileRole>;
  /** All text files, sorted by path. */
  readonly texts: readonly TextFile[];
  readonly modules: readonly Module[];
  /** The number of the product's source files, without compiled twins of other files. */
  readonly productFiles: number;
  /** The number of those that parsed without an error. */
  readonly parsedFiles: number;
  readonly problems: readonly FileProblem[];
  /** The files that contain code of libraries, which was not analyzed; sorted by path. */
  readonly bundles: readonly Bundle[];
  /** The tools that files of data describe, by name, with the paths of the files. */
  readonly describedTools: ReadonlyMap<string, string>;
}

/** The largest size at which a file is parsed: libraries that are copied into the package are larger than its own code. */
const maxBytesOf = (path: string, language: LanguageName): number =>
  path.split('/').some((part) => folderRole(part) === 'vendored')
    ? MAX_PARSED_BYTES
    : (languageNamed(language).sources.maxParsedBytes ?? MAX_PARSED_BYTES);

/** A source file that is to be parsed. */
interface Source {
  readonly path: string;
  readonly language: LanguageName;
  readonly text: string;
}

async function parseFile({ path, language, text }: Source, ownNames: readonly string[]): Promise<ParsedFile> {
  try {
    return await languageNamed(language).parse(path, language, text, ownNames);
  } catch (error) {
    // A recursive parser may overflow the stack at any depth.
    if (error instanceof RangeError) throw new UnreadableSource('nested too deep');
    throw error;
  }
}

/** The text of a file by lines; minified code gets more of them, so that findings have a location each. */
function textFile(given: Omit<TextFile, 'lines' | 'originOf'>): TextFile {
  const { role, language, text } = given;
  const unfolded =
    role === 'minified' && language ? languageNamed(language).sources.unfold?.(text) : undefined;
  const shown = unfolded ?? { text };
  return { ...given, ...shown, lines: shown.text.split(/\r\n|\n|\r/u) };
}

/** The roles of files that are read as text; no rule looks at the others. */
const READ: ReadonlySet<FileRole> = new Set([
  'product',
  'minified',
  'browser',
  'manifest',
  'lockfile',
  'ci',
  'docs',
  'test',
  'data',
]);
/** Roles of files that are read whatever their size. */
const WHOLE: ReadonlySet<FileRole> = new Set(['product', 'minified', 'browser', 'lockfile']);
/** Larger data files are not configuration. */
const MAX_DATA_BYTES = 256 * 1024;

function isRead(role: FileRole, size: number): boolean {
  return READ.has(role) && (WHOLE.has(role) || size <= MAX_DATA_BYTES);
}

/** Data files that a manifest may list as entry points. */
const DATA = /\.(?:json|css|d\.[cm]?ts)$/iu;

/** Whether an entry point of a manifest exists but is not in an analyzed language: a binary, a shell script. */
const isUnread = (path: string, bytes: Uint8Array | undefined): boolean =>
  bytes !== undefined &&
  (shebangProgram(bytes) !== undefined || !DATA.test(path)) &&
  languageOf(path, bytes) === undefined;

/** Files that run but are not in an analyzed language: entry points of manifests and imports of product code. */
function unreadIn(
  files: PackageFiles,
  imports: PackageImports,
  entrypoints: readonly string[],
  parsed: readonly Pick<TextFile, 'path' | 'text'>[],
): string[] {
  // Imports of test setup files are not part of the product.
  const imported = parsed
    .filter(({ path }) => !isRunnerName(path))
    .flatMap(({ path, text }) => imports.foreignIn(path, text));
  return [...new Set([...entrypoints.filter((path) => isUnread(path, files.get(path))), ...imported])];
}

const otherEncoding = (path: string, declared: string): FileProblem => ({
  path,
  reason: `declares the encoding ${declared}, which is not read`,
});

const unread = (path: string): FileProblem => ({
  path,
  reason: 'is run, and is not in a language that is analyzed',
});

/** Why other code may run than a source file seems to have. */
function notAsWritten(
  path: string,
  language: LanguageName,
  text: string,
  files: PackageFiles,
): FileProblem[] {
  const { otherEncoding: encodingIn, runsInstead } = languageNamed(language).sources;
  const declared = encodingIn?.(text);
  const compiled = runsInstead?.(path, files);
  return [
    ...(declared === undefined ? [] : [otherEncoding(path, declared)]),
    ...(compiled === undefined ? [] : [unread(compiled)]),
  ];
}

/** Why a file is not parsed; undefined if it is. */
function unparsedBecause(
  bytes: number,
  before: number,
  most: number,
  isLate: () => boolean,
): string | undefined {
  if (bytes > most) return `is larger than ${megabytes(most)}: only its text was looked at`;
  if (before + bytes > MAX_PARSED_IN_ALL)
    return `was not parsed: the package has more than ${megabytes(MAX_PARSED_IN_ALL)} of source code`;
  return isLate() ? 'was not parsed: the time limit was reached' : undefined;
}

/**
 * Adds the modules of tools that files of data describe.
 * @returns the names of those that files of their own describe, with the paths of the files
 */
async function addDescribedTools(
  texts: readonly TextFile[],
  modules: Module[],
): Promise<ReadonlyMap<string, string>> {
  modules.push(...(await toolListModules(texts)));
  const described = await toolDescriptors(texts, modules);
  modules.push(...described.modules);
  return described.names;
}

/** The folder for code of third parties that a file was copied into, if it is in a language with bundles. */
const libraryFolder = (path: string, language: LanguageName, source: string): string | undefined =>
  languageNamed(language).sources.maxParsedBytes === undefined ? undefined : copiedInto(path, source);

/**
 * Parses the files of a package: the role of each file, its text, and the product's modules.
 * @param entrypoints files that manifests list as entry points
 * @param imports the files' imports, when they were already computed
 * @param ownNames the names in the package's manifests
 * @param isLate whether the clock ends the analysis, as a last resort
 * @param shells shell scripts that an installation runs
 */
export async function parsePackage(
  files: PackageFiles,
  entrypoints: readonly string[],
  imports = new PackageImports(files),
  ownNames: readonly string[] = [],
  isLate = (): boolean => false,
  shells: readonly string[] = [],
): Promise<ParsedPackage> {
  const roles = classifyFiles(files, [...entrypoints, ...shells], imports);
  const product = [...roles].flatMap(([path, role]) =>
    role === 'product' || role === 'minified' ? [path] : [],
  );
  const twins = new Set(
    LANGUAGES.flatMap(({ sources }) => [
      ...(sources.twins?.(files, entrypoints, product, imports.namedIn) ?? []),
    ]),
  );
  const texts: TextFile[] = [];
  const modules: Module[] = [];
  const problems: FileProblem[] = [];
  const bundles: Bundle[] = [];
  let [productFiles, parsedFiles, parsedBytes] = [0, 0, 0];
  for (const [path, bytes] of [...files].sort(([left], [right]) => compareText(left, right))) {
    const role = roles.get(path) ?? 'data';
    if (!isRead(role, bytes.length) || twins.has(path)) continue;
    const language = languageOf(path, bytes);
    const decoder = language && languageNamed(language).sources.decoderOf?.(bytes);
    const { text: source, problem: encoding } = decodeSource(bytes, decoder);
    const file = textFile({ path, role, language, text: source });
    texts.push(file);
    if ((role !== 'product' && role !== 'minified') || !language) continue;
    const copied = libraryFolder(path, language, source);
    if (copied !== undefined) {
      bundles.push({ path, libraries: [copied] });
      continue;
    }
    productFiles += 1;
    if (encoding !== undefined) problems.push({ path, reason: encoding });
    problems.push(...notAsWritten(path, language, source, files));
    const unparsed = unparsedBecause(bytes.length, parsedBytes, maxBytesOf(path, language), isLate);
    if (unparsed !== undefined) problems.push({ path, reason: unparsed });
    if (unparsed !== undefined) continue;
    parsedBytes += bytes.length;
    try {
      const parsed = await parseFile({ path, language, text: file.text }, ownNames);
      modules.push(parsed.module);
      if (parsed.libraries) bundles.push({ path, libraries: parsed.libraries });
      if (parsed.problem !== undefined) problems.push({ path, reason: parsed.problem });
      else parsedFiles += 1;
    } catch (error) {
      if (!(error instanceof UnreadableSource)) throw error;
      problems.push({ path, reason: error.message });
    }
  }
  const parsedPaths = new Set(modules.map(({ path }) => path));
  const parsed = texts.filter(({ path }) => parsedPaths.has(path));
  problems.push(...unreadIn(files, imports, entrypoints, parsed).map(unread));
  const describedTools = await addDescribedTools(texts, modules);
  return { roles, texts, modules, productFiles, parsedFiles, problems, bundles, describedTools };
}
