import type { Language } from '../ir/program.js';
import { fileName, languageOf } from './language-of.js';
import { withoutDots } from './package-path.js';
import { readAliases, type Aliases } from './script-aliases.js';
import type { PackageFiles } from './source-file.js';

const SCRIPT = /(?:\bfrom|\bimport|\brequire|\bimport\s*\(|\brequire\s*\()\s*["'`]([^"'`\n]{1,300})["'`]/gu;
const PYTHON_FROM = /^[ \t]*from[ \t]+([.\w]+)[ \t]+import[ \t]+\(?([^\n#)]*)/gmu;
const PYTHON_IMPORT = /^[ \t]*import[ \t]+([^\n#]+)/gmu;
const GO = /"([\w.~/-]{1,300})"/gu;
const GO_MODULE = /^module[ \t]+(\S+)/mu;
const SCRIPT_ENDINGS = ['.ts', '.tsx', '.mts', '.cts', '.js', '.mjs', '.cjs', '.jsx'];
const BUILT = /\.[cm]?jsx?$/u;
/** So far before `from "…"` is looked for the word that begins the statement. */
const STATEMENT = 600;
const MAX_BYTES = 1024 * 1024;

/** Which files a file brings in, by its text. */
export type ImportsOf = (path: string) => readonly string[];

const folderOf = (path: string): string => path.slice(0, path.length - fileName(path).length);

/** `import type … from "…"` leaves nothing that runs, and a comment neither. */
function isLeftOut(text: string, place: number): boolean {
  const line = text.slice(Math.max(0, text.lastIndexOf('\n', place) + 1), place);
  if (/^\s*\*|(?:^|[^:])\/\//u.test(line)) return true;
  const before = text.slice(Math.max(0, place - STATEMENT), place);
  const start = Math.max(before.lastIndexOf('import'), before.lastIndexOf('export'));
  return start >= 0 && /^(?:import|export)\s+type\b[^;]*$/u.test(before.slice(start));
}

class ImportReader {
  private readonly aliases: Aliases;
  private readonly goModules: readonly (readonly [name: string, folder: string])[];

  private readonly goFolders = new Map<string, string[]>();

  constructor(private readonly files: PackageFiles) {
    for (const path of files.keys())
      if (path.endsWith('.go') && !path.endsWith('_test.go'))
        this.goFolders.set(folderOf(path), [...(this.goFolders.get(folderOf(path)) ?? []), path]);
    this.aliases = readAliases(files);
    this.goModules = [...files].flatMap(([path, bytes]) => {
      const name = fileName(path) === 'go.mod' ? GO_MODULE.exec(textOf(bytes))?.[1] : undefined;
      return name === undefined ? [] : [[name, folderOf(path)] as const];
    });
  }

  importsOf(path: string): readonly string[] {
    const bytes = this.files.get(path);
    if (!bytes || bytes.length > MAX_BYTES) return [];
    const language = languageOf(path, bytes);
    const text = textOf(bytes);
    const found = new Set<string>();
    for (const each of this.namedIn(path, text, language)) found.add(each);
    return [...found];
  }

  private namedIn(path: string, text: string, language: Language | undefined): readonly string[] {
    if (language === 'python') return this.python(folderOf(path), text);
    if (language === 'go') return [...text.matchAll(GO)].flatMap(([, name = '']) => this.goFiles(name));
    if (language === undefined) return [];
    return [...text.matchAll(SCRIPT)].flatMap(({ 1: specifier = '', index }) => {
      if (isLeftOut(text, index)) return [];
      const places = specifier.startsWith('.')
        ? [joined(folderOf(path), specifier)]
        : this.aliases(path, specifier);
      return this.firstOf(places.flatMap((place) => (place === undefined ? [] : scriptsAt(place))));
    });
  }

  private firstOf(paths: readonly string[]): string[] {
    const found = paths.find((path) => this.files.has(path));
    return found === undefined ? [] : [found];
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

/** The files that a path of a script may mean, likeliest first: TypeScript names what its compiler writes. */
function scriptsAt(path: string): string[] {
  const stem = path.replace(BUILT, '');
  const bases = stem === path ? [path] : [path, stem];
  return [
    ...bases.flatMap((base) => [base, ...SCRIPT_ENDINGS.map((ending) => base + ending)]),
    ...SCRIPT_ENDINGS.map((ending) => (path === '' ? `index${ending}` : `${path}/index${ending}`)),
  ];
}

/** Reads which files each file of a package brings in. */
export function readImports(files: PackageFiles): ImportsOf {
  const reader = new ImportReader(files);
  return (path) => reader.importsOf(path);
}
