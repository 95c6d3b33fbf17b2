import { extensionOf, fileName, folderOf, withoutDots } from '../../files/package-path.js';
import type { ImportReader, Named } from '../source-files.js';
import type { SourcePackage } from '../../files/source-file.js';
import { readAliases, type Aliases } from './files/aliases.js';
import { parseJsonWithComments } from './files/json-with-comments.js';
import { indexesOf, isBuilt, scriptsNamed, withEndings } from './files/paths.js';
import { piecesOf, unescaped, withinTexts, withoutComments, type Piece } from './files/pieces.js';
import names from './names.json' with { type: 'json' };

/** Only looks at the text: that of `log("from", require("./a"))` is no end of what comes behind it. */
const SCRIPT = /\b(?:from|import|require)\s*(?:\?\.\s*)?(?:\(\s*)?(?=["'`]([^"'`\n]{1,300})["'`])/gu;
/** Names that a script gives to what it requires with: `const load = createRequire(import.meta.url)`. */
const REQUIRER = /\b([\w$]{1,60})\s*=\s*(?:[\w$.]{1,60}\.)?createRequire\b/gu;
const MAX_REQUIRERS = 8;
/** So far before `from "…"` is looked for the word that begins the statement. */
const STATEMENT = 600;
/** What bundlers take into a script as a text, a style or an address; Node.js itself imports none of it. */
const ASSETS = new Set(names.imports.assets);

/** A manifest beyond this is not looked into for its main script. */
const MAX_BYTES = 1024 * 1024;
/** Longer texts are no paths. */
const MAX_PATH = 300;

/** `import type … from "…"` leaves nothing that runs. */
function isOfTypes(text: string, position: number): boolean {
  const before = text.slice(Math.max(0, position - STATEMENT), position);
  const start = Math.max(before.lastIndexOf('import'), before.lastIndexOf('export'));
  return start >= 0 && /^(?:import|export)\s+type\b[^;]*$/u.test(before.slice(start));
}

/** An import of a script, as it is written. */
interface Written {
  readonly specifier: string;
  /** Where its text stands. */
  readonly start: number;
  /** Node.js runs whatever a script requires, but for JSON. */
  readonly required: boolean;
}

const quoted = (names: readonly string[]): RegExp =>
  new RegExp(
    `(?<![\\w$.])(?:${names.map((name) => name.replaceAll('$', '\\$')).join('|')})\\s*\\(\\s*(?=["'\`]([^"'\`\\n]{1,300})["'\`])`,
    'gu',
  );

/**
 * The imports of a script without its comments; of types too, which `isOfTypes` tells. What a text shows is none:
 * `"Add: import x from './a'"`.
 */
function* importsIn(code: string, pieces: readonly Piece[]): Generator<Written> {
  const searches = [{ pattern: SCRIPT, isRequire: (word: string) => word.startsWith('require') }];
  const names = [...code.matchAll(REQUIRER)].slice(0, MAX_REQUIRERS).map(([, name = '']) => name);
  if (names.length > 0) searches.push({ pattern: quoted(names), isRequire: () => true });
  for (const { pattern, isRequire } of searches) {
    const isInText = withinTexts(code, pieces);
    for (const { 0: word, 1: specifier = '', index } of code.matchAll(pattern)) {
      const start = index + word.length + 1;
      // The character at its end has to be within the text too.
      if (isInText(index, start + specifier.length + 1)) continue;
      yield { specifier: unescaped(specifier), start, required: isRequire(word) };
    }
  }
}

const ESCAPE = /\\[ux]/u;
/** What gives modules other names than those of their files. */
const RENAMES = /(?:^|\/)(?:ts|js)config[^/]*\.json$/u;

/**
 * Pieces of text of which a script must hold one to bring in a file that is in no language which is read: the name of such a
 * file, or of its folder. Most packages have few such files, and most scripts need not be searched for imports of them.
 */
function foreignMarks({ files, isSource }: SourcePackage): readonly string[] {
  const marks = new Set<string>();
  for (const [path, bytes] of files) {
    const name = fileName(path);
    const folder = fileName(folderOf(path).slice(0, -1));
    const extension = extensionOf(path);
    if (RENAMES.test(path)) return [''];
    if (name === 'package.json') {
      const text = textOf(bytes);
      if (text.includes('"imports"')) return [''];
      if (text.includes('"main"') && folder !== '') marks.add(folder);
    }
    if (extension === 'json' || isSource(path)) continue;
    // Node.js looks for these by themselves.
    if (extension === 'node') marks.add(name.slice(0, -'.node'.length)).add(folder === '' ? '.' : folder);
    else marks.add(name);
  }
  return [...marks];
}

const textOf = (bytes: Uint8Array): string => Buffer.from(bytes).toString('utf8');

/** A path from a folder; undefined when it leads out of the package. */
const joined = (folder: string, path: string): string | undefined => withoutDots(`${folder}/${path}`);

class ScriptImports implements ImportReader {
  private readonly aliases: Aliases;
  private readonly names: ReadonlySet<string>;
  private marks: readonly string[] | undefined;

  constructor(private readonly source: SourcePackage) {
    this.aliases = readAliases(source.files);
    this.names = new Set([...source.files.keys()].map(fileName));
  }

  mayBringForeign(text: string): boolean {
    this.marks ??= foreignMarks(this.source);
    return ESCAPE.test(text) || this.marks.some((mark) => text.includes(mark));
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
      const places = specifier.startsWith('.')
        ? [joined(folderOf(path), specifier)]
        : this.aliases(path, specifier);
      const [found] = this.firstOf(
        places.flatMap((place) => (place === undefined ? [] : this.scriptsAt(place))),
      );
      if (found === undefined) continue;
      imports.add(found);
      if (this.isForeign(found, required)) foreign.add(found);
    }
    const texts = new Set<string>();
    for (const { kind, start, end } of pieces)
      if (kind === 'text' && end > start && end - start <= MAX_PATH && !specifiers.has(start)) {
        const each = unescaped(text.slice(start, end));
        if (this.names.has(fileName(each))) texts.add(each);
      }
    // What is named by its whole path from here is started, or brought in under another name of `require`.
    for (const each of texts) {
      const place = /^\.{1,2}\//u.test(each) ? joined(folderOf(path), each) : undefined;
      if (place !== undefined && this.source.files.has(place) && this.source.isSource(place))
        imports.add(place);
    }
    return { imports: [...imports], foreign: [...foreign], texts: [...texts] };
  }

  /** Whether an imported file is code, and in no language that is read. */
  private isForeign(path: string, required: boolean): boolean {
    if (this.source.isSource(path)) return false;
    const extension = extensionOf(path);
    if (extension === 'json') return false;
    return required || !(ASSETS.has(extension) || /\.d\.[cm]?ts$/iu.test(path));
  }

  private firstOf(paths: readonly string[]): string[] {
    const found = paths.find((path) => this.source.files.has(path));
    return found === undefined ? [] : [found];
  }

  /** The files that a path of a script may mean, likeliest first. */
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

  /** What the manifest of a folder names as its script. */
  private mainOf(folder: string): string[] {
    const bytes = this.source.files.get(`${folder}package.json`);
    if (!bytes || bytes.length > MAX_BYTES) return [];
    const manifest = parseJsonWithComments(textOf(bytes));
    const main: unknown =
      typeof manifest === 'object' && manifest ? (manifest as { main?: unknown }).main : undefined;
    const place = typeof main === 'string' ? joined(folder, main) : undefined;
    if (place === undefined) return [];
    return [place, ...withEndings(place), `${place}/index.js`];
  }
}

/** What scripts name: by `import`, `export … from`, `require` and what a script requires with. */
export const scriptImports = (source: SourcePackage): ImportReader => new ScriptImports(source);
