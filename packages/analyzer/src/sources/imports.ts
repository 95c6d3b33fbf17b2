import { parseJsonWithComments } from '../languages/javascript/files/json-with-comments.js';
import { extensionOf, fileName, languageOf } from './language-of.js';
import { folderOf, withoutDots } from '../files/package-path.js';
import { readAliases, type Aliases } from '../languages/javascript/files/aliases.js';
import { indexesOf, isBuilt, scriptsNamed, withEndings } from '../languages/javascript/files/paths.js';
import {
  piecesOf,
  unescaped,
  withinTexts,
  withoutComments,
  type Piece,
} from '../languages/javascript/files/pieces.js';
import type { PackageFiles } from '../files/source-file.js';

/** Only looks at the text: that of `log("from", require("./a"))` is no end of what comes behind it. */
const SCRIPT = /\b(?:from|import|require)\s*(?:\?\.\s*)?(?:\(\s*)?(?=["'`]([^"'`\n]{1,300})["'`])/gu;
/** Names that a script gives to what it requires with: `const load = createRequire(import.meta.url)`. */
const REQUIRER = /\b([\w$]{1,60})\s*=\s*(?:[\w$.]{1,60}\.)?createRequire\b/gu;
const MAX_REQUIRERS = 8;
const PYTHON_FROM = /^[ \t]*from[ \t]+([.\w]+)[ \t]+import[ \t]+\(?([^\n#)]*)/gmu;
const PYTHON_IMPORT = /^[ \t]*import[ \t]+([^\n#]+)/gmu;
const GO = /"([\w.~/-]{1,300})"/gu;
const GO_MODULE = /^module[ \t]+(\S+)/mu;
/** So far before `from "…"` is looked for the word that begins the statement. */
const STATEMENT = 600;
const MAX_BYTES = 1024 * 1024;
/** What bundlers take into a script as a text, a style or an address; Node.js itself imports none of it. */
const ASSETS = new Set([
  'css', 'scss', 'sass', 'less', 'styl', 'svg', 'png', 'jpg', 'jpeg', 'gif', 'webp', 'avif', 'ico', 'bmp', 'woff', 'woff2',
  'ttf', 'otf', 'eot', 'mp3', 'mp4', 'webm', 'wav', 'pdf', 'html', 'htm', 'md', 'mdx', 'txt', 'csv', 'tsv', 'jsonc', 'json5',
  'yaml', 'yml', 'toml', 'ini', 'xml', 'graphql', 'gql', 'sql', 'lua', 'proto', 'glsl', 'wgsl', 'vert', 'frag', 'vue', 'svelte',
  'astro', 'hbs', 'handlebars', 'mustache', 'ejs', 'njk', 'pug', 'liquid', 'tmpl', 'tpl', 'prompt', 'jsonl', 'ndjson', 'geojson',
  'map', 'bin', 'gz', 'zip',
]); // prettier-ignore

/** What a file names of its package. */
export interface Named {
  /** Files that it brings in. */
  readonly imports: readonly string[];
  /** Those of them that run, and are in no language that is read: Node.js takes `core.dat` for a script. */
  readonly foreign: readonly string[];
  /** Its other texts that end with the name of a file: of what is started, of what is put together. */
  readonly texts: readonly string[];
}

/** What a file names, by its text. */
export type NamedIn = (path: string) => Named;

const NOTHING: Named = { imports: [], foreign: [], texts: [] };
/** Longer texts are no paths. */
const MAX_PATH = 300;

/** `import type … from "…"` leaves nothing that runs. */
function isOfTypes(text: string, place: number): boolean {
  const before = text.slice(Math.max(0, place - STATEMENT), place);
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
  new RegExp(`(?<![\\w$.])(?:${names.map((name) => name.replaceAll('$', '\\$')).join('|')})\\s*\\(\\s*(?=["'\`]([^"'\`\\n]{1,300})["'\`])`, 'gu'); // prettier-ignore

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
      // The sign at its end has to be within the text too.
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
function foreignMarks(files: PackageFiles): readonly string[] {
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
    if (extension === 'json' || languageOf(path, bytes) !== undefined) continue;
    // Node.js looks for these by themselves.
    if (extension === 'node') marks.add(name.slice(0, -'.node'.length)).add(folder === '' ? '.' : folder);
    else marks.add(name);
  }
  return [...marks];
}

class ImportReader {
  private readonly aliases: Aliases;
  private readonly goModules: readonly (readonly [name: string, folder: string])[];

  private readonly goFolders = new Map<string, string[]>();
  private readonly known = new Map<string, Named>();
  private readonly names: ReadonlySet<string>;
  private marks: readonly string[] | undefined;

  constructor(private readonly files: PackageFiles) {
    for (const path of files.keys())
      if (path.endsWith('.go') && !path.endsWith('_test.go'))
        this.goFolders.set(folderOf(path), [...(this.goFolders.get(folderOf(path)) ?? []), path]);
    this.aliases = readAliases(files);
    this.names = new Set([...files.keys()].map(fileName));
    this.goModules = [...files].flatMap(([path, bytes]) => {
      const name = fileName(path) === 'go.mod' ? GO_MODULE.exec(textOf(bytes))?.[1] : undefined;
      return name === undefined ? [] : [[name, folderOf(path)] as const];
    });
  }

  namedIn(path: string): Named {
    const known = this.known.get(path) ?? this.namedAnew(path);
    this.known.set(path, known);
    return known;
  }

  /** The files that a script brings in, and that are in no language which is read. */
  foreignIn(path: string, text: string): readonly string[] {
    this.marks ??= foreignMarks(this.files);
    const may = ESCAPE.test(text) || this.marks.some((mark) => text.includes(mark));
    return may ? this.namedIn(path).foreign : [];
  }

  private namedAnew(path: string): Named {
    const bytes = this.files.get(path);
    if (!bytes || bytes.length > MAX_BYTES) return NOTHING;
    const language = languageOf(path, bytes);
    const text = textOf(bytes);
    const imports = (paths: readonly string[]): Named => ({ ...NOTHING, imports: [...new Set(paths)] });
    if (language === 'python') return imports(this.python(folderOf(path), text));
    if (language === 'go')
      return imports([...text.matchAll(GO)].flatMap(([, name = '']) => this.goFiles(name)));
    return language === undefined ? NOTHING : this.script(path, text);
  }

  private script(path: string, text: string): Named {
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
      const bytes = place === undefined ? undefined : this.files.get(place);
      if (place !== undefined && bytes && languageOf(place, bytes) !== undefined) imports.add(place);
    }
    return { imports: [...imports], foreign: [...foreign], texts: [...texts] };
  }

  /** Whether an imported file is code, and in no language that is read. */
  private isForeign(path: string, required: boolean): boolean {
    if (languageOf(path, this.files.get(path) ?? new Uint8Array()) !== undefined) return false;
    const extension = extensionOf(path);
    if (extension === 'json') return false;
    return required || !(ASSETS.has(extension) || /\.d\.[cm]?ts$/iu.test(path));
  }

  private firstOf(paths: readonly string[]): string[] {
    const found = paths.find((path) => this.files.has(path));
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
    const bytes = this.files.get(`${folder}package.json`);
    if (!bytes || bytes.length > MAX_BYTES) return [];
    const manifest = parseJsonWithComments(textOf(bytes));
    const main: unknown = typeof manifest === 'object' && manifest ? (manifest as { main?: unknown }).main : undefined; // prettier-ignore
    const place = typeof main === 'string' ? joined(folder, main) : undefined;
    if (place === undefined) return [];
    return [place, ...withEndings(place), `${place}/index.js`];
  }

  /** The modules of Python are looked for beside the importer, and in each folder around it. */
  private python(folder: string, text: string): string[] {
    const names = [
      ...[...text.matchAll(PYTHON_FROM)].flatMap(([, from = '', list = '']) => {
        const inner = list.split(',').map((each) => each.trim().split(/\s/u)[0] ?? '');
        return [from, ...inner.map((name) => (from.endsWith('.') ? `${from}${name}` : `${from}.${name}`))];
      }),
      ...[...text.matchAll(PYTHON_IMPORT)].flatMap(([, list = '']) =>
        list.split(',').map((each) => each.trim().split(/\s/u)[0] ?? ''),
      ),
    ];
    return names.flatMap((name) => this.pythonFile(folder, name));
  }

  private pythonFile(folder: string, name: string): string[] {
    const dots = /^\.*/u.exec(name)?.[0].length ?? 0;
    const path = name.slice(dots).replaceAll('.', '/');
    if (path === '') return [];
    const roots: string[] = [];
    let root: string | undefined = joined(folder, '../'.repeat(Math.max(0, dots - 1)) || '.');
    // A name with dots before it is looked for in one place alone.
    while (root !== undefined) {
      const inner = root === '' ? '' : `${root}/`;
      roots.push(inner, ...(dots > 0 ? [] : [`${inner}src/`]));
      root = dots > 0 || root === '' ? undefined : joined(root, '..');
    }
    return this.firstOf(roots.flatMap((each) => [`${each}${path}.py`, `${each}${path}/__init__.py`]));
  }

  /** All files of a package of Go but its tests, which nobody can import. */
  private goFiles(name: string): string[] {
    return this.goModules.flatMap(([module, root]) => {
      if (!name.startsWith(`${module}/`)) return [];
      const folder = `${root}${name.slice(module.length + 1)}/`;
      return this.goFolders.get(folder) ?? [];
    });
  }
}

const textOf = (bytes: Uint8Array): string => Buffer.from(bytes).toString('utf8');

/** A path from a folder; undefined when it leads out of the package. */
const joined = (folder: string, path: string): string | undefined => withoutDots(`${folder}/${path}`);

const readers = new WeakMap<PackageFiles, ImportReader>();

function readerOf(files: PackageFiles): ImportReader {
  const reader = readers.get(files) ?? new ImportReader(files);
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
