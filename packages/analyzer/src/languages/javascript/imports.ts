import { isBuiltin } from 'node:module';
import { extensionOf, fileName, folderOf, withoutDots } from '../../files/package-path.js';
import type { ImportReader, Named } from '../source-files.js';
import type { SourcePackage } from '../../files/source-file.js';
import { readAliases, type Aliases } from './files/aliases.js';
import { beforeRenaming, indexesOf, isBuilt, scriptsNamed, withEndings } from './files/paths.js';
import { shippedPackages, type ShippedPackages } from './files/shipped-packages.js';
import { piecesOf, unescaped, withinTexts, withoutComments, type Piece } from './files/pieces.js';
import names from './names.json' with { type: 'json' };

/** The lookahead does not consume the specifier, so that `log("from", require("./a"))` still matches at `require`. */
const SCRIPT = /\b(?:from|import|require)\s*(?:\?\.\s*)?(?:\(\s*)?(?=["'`]([^"'`\n]{1,300})["'`])/gu;
/** Aliases of `require` in a script: `const load = createRequire(import.meta.url)`. */
const REQUIRER = /\b([\w$]{1,60})\s*=\s*(?:[\w$.]{1,60}\.)?createRequire\b/gu;
const MAX_REQUIRERS = 8;
const REQUIRER_FOLDER = /\bcreateRequire\s*\(([^;\n]{1,300})/gu;
/** How far before `from "…"` the keyword that starts the statement is searched. */
const STATEMENT = 600;
/** What bundlers inline into a script as text, style or URL; Node.js itself imports none of it. */
const ASSETS = new Set(names.imports.assets);

/** What a script needs to start or load files by their paths. */
const STARTS =
  /\b(?:child_process|worker_threads|fork|spawn\w*|exec\w*|Worker|import\s*\.\s*meta|__dirname|createRequire|cluster)\b|\brequire\s*\.\s*resolve\b/u;
/** The parts of a path that are joined. */
const MAX_PARTS = 8;
/** Longer strings are not paths. */
const MAX_PATH = 300;

/** `import type … from "…"` is erased by the compiler. */
function isOfTypes(text: string, position: number): boolean {
  const before = text.slice(Math.max(0, position - STATEMENT), position);
  const start = Math.max(before.lastIndexOf('import'), before.lastIndexOf('export'));
  return start >= 0 && /^(?:import|export)\s+type\b[^;]*$/u.test(before.slice(start));
}

/** An import as written in a script. */
interface Written {
  readonly specifier: string;
  /** The index of its specifier. */
  readonly start: number;
  /** Node.js runs whatever a script requires, except JSON. */
  readonly required: boolean;
}

const quoted = (names: readonly string[]): RegExp =>
  new RegExp(
    `(?<![\\w$.])(?:${names.map((name) => name.replaceAll('$', '\\$')).join('|')})\\s*\\(\\s*(?=["'\`]([^"'\`\\n]{1,300})["'\`])`,
    'gu',
  );

/**
 * The imports of a script outside of its comments, including type imports, which `isOfTypes` recognizes. Text that only
 * looks like an import is skipped: `"Add: import x from './a'"`.
 */
function* importsIn(code: string, pieces: readonly Piece[]): Generator<Written> {
  const searches = [{ pattern: SCRIPT, isRequire: (word: string) => word.startsWith('require') }];
  const names = [...code.matchAll(REQUIRER)].slice(0, MAX_REQUIRERS).map(([, name = '']) => name);
  if (names.length > 0) searches.push({ pattern: quoted(names), isRequire: () => true });
  for (const { pattern, isRequire } of searches) {
    const isInText = withinTexts(code, pieces);
    for (const { 0: word, 1: specifier = '', index } of code.matchAll(pattern)) {
      const start = index + word.length + 1;
      // The closing quote has to be within the text too.
      if (isInText(index, start + specifier.length + 1)) continue;
      yield { specifier: unescaped(specifier), start, required: isRequire(word) };
    }
  }
}

const ESCAPE = /\\[ux]/u;
/** Configurations that map module names to other files. */
const RENAMES = /(?:^|\/)(?:ts|js)config[^/]*\.json$/u;

/**
 * Substrings of which a script must contain one to import a file in an unsupported language: the name of such a file,
 * or of its folder. Most packages have few such files, so most scripts need not be searched for imports of them.
 */
function foreignHints({ files, isSource }: SourcePackage): readonly string[] {
  const hints = new Set<string>();
  for (const [path, bytes] of files) {
    const name = fileName(path);
    const folder = fileName(folderOf(path).slice(0, -1));
    const extension = extensionOf(path);
    if (RENAMES.test(path)) return [''];
    if (name === 'package.json') {
      const text = textOf(bytes);
      if (text.includes('"imports"')) return [''];
      if (text.includes('"main"') && folder !== '') hints.add(folder);
    }
    if (extension === 'json' || isSource(path)) continue;
    // Node.js resolves these by default.
    if (extension === 'node') hints.add(name.slice(0, -'.node'.length)).add(folder === '' ? '.' : folder);
    else hints.add(name === '.gitignore' ? '.npmignore' : name);
  }
  return [...hints];
}

const textOf = (bytes: Uint8Array): string => Buffer.from(bytes).toString('utf8');

/** A path relative to a folder; undefined when it leads out of the package. */
const joined = (folder: string, path: string): string | undefined => withoutDots(`${folder}/${path}`);

class ScriptImports implements ImportReader {
  private readonly aliases: Aliases;
  private readonly names: ReadonlySet<string>;
  private hints: readonly string[] | undefined;
  private readonly shipped: ShippedPackages;

  constructor(private readonly source: SourcePackage) {
    this.aliases = readAliases(source.files);
    this.names = new Set([...source.files.keys()].map(fileName));
    this.shipped = shippedPackages(source);
  }

  mayBringForeign(text: string): boolean {
    this.hints ??= foreignHints(this.source);
    return ESCAPE.test(text) || this.hints.some((hint) => text.includes(hint));
  }

  namedIn(path: string, text: string): Named {
    const pieces = piecesOf(text);
    const code = withoutComments(text, pieces);
    const imports = new Set<string>();
    const foreign = new Set<string>();
    const specifiers = new Set<number>();
    for (const { specifier, start, required } of importsIn(code, pieces)) {
      specifiers.add(start);
      if (isOfTypes(code, start)) continue;
      for (const found of this.filesOf(path, specifier)) {
        imports.add(found);
        if (this.isForeign(found, required)) foreign.add(found);
      }
    }
    const texts = new Set<string>();
    for (const { kind, start, end } of pieces)
      if (kind === 'text' && end > start && end - start <= MAX_PATH && !specifiers.has(start)) {
        const each = unescaped(text.slice(start, end));
        if (this.names.has(fileName(each))) texts.add(each);
      }
    // A string with the whole relative path of a source file is started, or imported through another alias of
    // `require`.
    for (const each of texts) {
      const target = /^\.{1,2}\//u.test(each) ? joined(folderOf(path), each) : undefined;
      if (target !== undefined && this.source.files.has(target) && this.source.isSource(target))
        imports.add(target);
    }
    const started = STARTS.test(code) ? [...this.startedIn(path, text, pieces, texts)] : [];
    return { imports: [...imports], foreign: [...foreign], texts: [...texts], started };
  }

  /** The files that a script may mean by a specifier. */
  private filesOf(path: string, specifier: string): string[] {
    if (specifier.startsWith('.')) {
      const written = this.fileAt([joined(folderOf(path), specifier)]);
      return written.length > 0 ? written : this.fileAt(this.aliases(path, specifier));
    }
    const own = this.fileAt(this.aliases(path, specifier));
    if (own.length > 0 || isBuiltin(specifier)) return own;
    // Of several conditions, each may hold.
    return this.shipped.pathsOf(path, specifier).flatMap((target) => this.fileAt([target]));
  }

  private fileAt(paths: readonly (string | undefined)[]): string[] {
    return this.firstOf(paths.flatMap((target) => (target === undefined ? [] : this.scriptsAt(target))));
  }

  /** The paths of files that a script may start or load, not by an import. */
  private *startedIn(
    path: string,
    text: string,
    pieces: readonly Piece[],
    texts: ReadonlySet<string>,
  ): Generator<string> {
    for (const each of texts) if (each.includes('/')) yield each;
    yield* this.joinedIn(text, pieces);
    const folders = [folderOf(path), ...this.requirersIn(path, text)];
    // Node.js adds the ending: `fork('./test/worker')`.
    for (const { kind, start, end } of pieces) {
      if (kind !== 'text' || end - start > MAX_PATH || !/^\.{1,2}\/[\w./-]+$/u.test(text.slice(start, end)))
        continue;
      for (const folder of folders) yield* this.fileAt([joined(folder, text.slice(start, end))]);
    }
  }

  /** The folders from which a script requires, besides its own: `createRequire(join(__dirname, 'x/'))`. */
  private *requirersIn(path: string, text: string): Generator<string> {
    for (const [, given = ''] of text.matchAll(REQUIRER_FOLDER)) {
      const parts = [...given.matchAll(/["'`]([^"'`\n]{1,300})["'`]/gu)].map(([, part = '']) => part);
      const base = joined(
        folderOf(path),
        parts.filter((part) => !/^(?:node:)?(?:url|path)$/u.test(part)).join('/'),
      );
      if (base === undefined || parts.length === 0) continue;
      yield `${base}/`;
      yield folderOf(base);
    }
  }

  /** Paths in parts, each of them a string: `join(__dirname, 'test', 'worker.js')`. */
  private *joinedIn(text: string, pieces: readonly Piece[]): Generator<string> {
    const parts = pieces.filter(({ kind }) => kind === 'text');
    for (const [index, { start, end }] of parts.entries()) {
      if (end - start > MAX_PATH || !this.names.has(fileName(text.slice(start, end)))) continue;
      let [path, from] = [text.slice(start, end), start];
      for (let before = index - 1; before >= Math.max(0, index - MAX_PARTS); before -= 1) {
        const part = parts[before];
        if (!part || !/^["'`]\s*,\s*["'`]$/u.test(text.slice(part.end, from))) break;
        path = `${text.slice(part.start, part.end)}/${path}`;
        from = part.start;
      }
      if (from !== start) yield path;
    }
  }

  /** Whether an imported file is code in an unsupported language. */
  private isForeign(path: string, required: boolean): boolean {
    if (this.source.isSource(path)) return false;
    const extension = extensionOf(path);
    if (extension === 'json') return false;
    return required || !(ASSETS.has(extension) || /\.d\.[cm]?ts$/iu.test(path));
  }

  private firstOf(paths: readonly string[]): string[] {
    const { files } = this.source;
    const found = paths.find((path) => files.has(path));
    if (found !== undefined) return [found];
    return paths.flatMap((path) => beforeRenaming(path, files) ?? []).slice(0, 1);
  }

  /** The files that the path of a script may refer to, likeliest first. */
  private scriptsAt(path: string): string[] {
    const folder = path === '' ? '' : `${path}/`;
    return [
      ...scriptsNamed(path),
      ...(isBuilt(path) ? [] : [`${path}.json`, `${path}.node`]),
      ...this.mainOf(folder),
      ...indexesOf(path),
      `${folder}index.node`,
    ];
  }

  /** The main script in the manifest of a folder. */
  private mainOf(folder: string): string[] {
    const target = this.shipped.mainOf(folder);
    return target === undefined ? [] : [target, ...withEndings(target), `${target}/index.js`];
  }
}

/** The references of scripts: by `import`, `export … from`, `require` and aliases of `require`. */
export const scriptImports = (source: SourcePackage): ImportReader => new ScriptImports(source);
