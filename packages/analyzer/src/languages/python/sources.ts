import { fileName, folderOf, withoutDots } from '../../files/package-path.js';
import { type ImportReader, NOTHING_NAMED, type Named, type SourceFiles } from '../source-files.js';
import type { SourcePackage } from '../../files/source-file.js';

const FROM = /^[ \t]*from[ \t]+([.\w]+)[ \t]+import[ \t]+\(?([^\n#)]*)/gmu;
const IMPORT = /^[ \t]*import[ \t]+([^\n#]+)/gmu;

/** Modules that are imported by a text: `importlib.import_module("tests.helper")`. */
const BY_NAME = /\b(?:import_module|__import__)\s*\(\s*["']([.\w]{1,200})["']/gu;
/** Files that run by their path: `runpy.run_path("job.pyw")`, `exec(open("code.txt").read())`. */
const BY_PATH =
  /\b(?:run_path|load_source|spec_from_file_location|exec\s*\(\s*(?:compile\s*\(\s*)?open)\s*\((?:\s*["'][\w.]{1,200}["']\s*,)?\s*["']([^"'\n]{1,300})["']/gu;
/** The folders in which modules are searched for change: a module may be in any folder. */
const SEARCH_PATH = /\bsys\s*\.\s*path\b|\bPYTHONPATH\b/u;
/** Endings of modules in other languages than Python, which Python prefers to source files. */
const NATIVE = /\.(?:so|pyd)$/u;

/** The names of modules that a text may import. */
const namesIn = (text: string): string[] => [
  ...[...text.matchAll(FROM)].flatMap(([, from = '', list = '']) => {
    const inner = list.split(',').map((each) => each.trim().split(/\s/u)[0] ?? '');
    return [from, ...inner.map((name) => (from.endsWith('.') ? `${from}${name}` : `${from}.${name}`))];
  }),
  ...[...text.matchAll(IMPORT)].flatMap(([, list = '']) =>
    list.split(',').map((each) => each.trim().split(/\s/u)[0] ?? ''),
  ),
  ...[...text.matchAll(BY_NAME)].map(([, name = '']) => name),
];

/** A path relative to a folder; undefined when it leads out of the package. */
const joined = (folder: string, path: string): string | undefined => withoutDots(`${folder}/${path}`);

/** The files of a package by the names under which Python may import them. */
class ModuleFiles {
  /** Compiled modules and those in C or Cython, by their path without endings. */
  private readonly foreign = new Map<string, string>();
  /** Source files by their last name. */
  private readonly byName = new Map<string, string[]>();

  constructor(private readonly files: SourcePackage['files']) {
    for (const path of files.keys()) {
      const name = fileName(path);
      if (/\.(?:so|pyd|pyc|pyx)$/u.test(name)) {
        const plain = folderOf(path) + (name.split('.', 1)[0] ?? '');
        // A native module comes before a compiled one of the same name.
        if (!this.foreign.has(plain) || NATIVE.test(name)) this.foreign.set(plain, path);
      } else if (name.endsWith('.py')) this.byName.set(name, [...(this.byName.get(name) ?? []), path]);
    }
  }

  /** The folders in which a module is searched for: beside the importer, and in each enclosing folder. */
  private rootsOf(folder: string, dots: number): string[] {
    const roots: string[] = [];
    let root: string | undefined = joined(folder, '../'.repeat(Math.max(0, dots - 1)) || '.');
    // A relative import is searched for in one folder only.
    while (root !== undefined) {
      const inner = root === '' ? '' : `${root}/`;
      roots.push(inner, ...(dots > 0 ? [] : [`${inner}src/`]));
      root = dots > 0 || root === '' ? undefined : joined(root, '..');
    }
    return roots;
  }

  /** Adds the files that a name of a module may refer to. */
  addTo(
    found: { imports: Set<string>; foreign: Set<string> },
    folder: string,
    name: string,
    anywhere: boolean,
  ) {
    const dots = /^\.*/u.exec(name)?.[0].length ?? 0;
    const path = name.slice(dots).replaceAll('.', '/');
    if (path === '') return;
    const roots = this.rootsOf(folder, dots);
    const native = roots.map((root) => this.foreign.get(root + path)).find((each) => each !== undefined);
    const own = roots
      .flatMap((root) => [`${root}${path}.py`, `${root}${path}/__init__.py`])
      .find((each) => this.files.has(each));
    if (native !== undefined && (own === undefined || NATIVE.test(native))) found.foreign.add(native);
    if (own !== undefined) found.imports.add(own);
    else if (anywhere && dots === 0)
      for (const each of this.byName.get(`${fileName(path)}.py`) ?? [])
        if (`/${each}`.endsWith(`/${path}.py`)) found.imports.add(each);
  }
}

/** Reads what Python files import, from their text. */
function pythonImports({ files, isSource }: SourcePackage): ImportReader {
  const modules = new ModuleFiles(files);
  return {
    mayBringForeign: () => true,
    namedIn: (path, text): Named => {
      const found = { imports: new Set<string>(), foreign: new Set<string>() };
      const anywhere = SEARCH_PATH.test(text);
      for (const name of namesIn(text)) modules.addTo(found, folderOf(path), name, anywhere);
      for (const [, target = ''] of text.matchAll(BY_PATH)) {
        const file = [joined(folderOf(path), target), withoutDots(target)].find(
          (each) => each !== undefined && files.has(each),
        );
        if (file !== undefined) (isSource(file) ? found.imports : found.foreign).add(file);
      }
      return { ...NOTHING_NAMED, imports: [...found.imports], foreign: [...found.foreign] };
    },
  };
}

/** The declaration of an encoding, in the first two lines (PEP 263). */
const ENCODING = /^(?:[ \t\f]*(?:#[^\n]*)?\r?\n)?[ \t\f]*#[^\n]*?coding[:=][ \t]*([-\w.]+)/u;
/** Encodings in which the bytes of ASCII are always its characters. */
const ASCII_LIKE =
  /^(?:utf_?8(?:_sig|_unix|_dos|_mac)?|(?:us_)?ascii|646|latin_?\d*|l\d|iso_?(?:ir_)?8859_\d+|iso_?latin_\d|windows_?125\d|cp125\d|koi8_[rtu]|mac_?roman)$/u;

/** The encoding that a file declares, if its code may be another one than it looks like: `utf-7`, `unicode_escape`. */
function otherEncoding(text: string): string | undefined {
  const name = ENCODING.exec(text.slice(0, 2000))?.[1];
  return name === undefined || ASCII_LIKE.test(name.toLowerCase().replaceAll('-', '_')) ? undefined : name;
}

export const PYTHON_SOURCES: SourceFiles = {
  extensions: { py: 'python', pyw: 'python' },
  programs: [[/^(?:python|pypy)[0-9.]*$/, 'python']],
  tests: [/^test_.*\.py$/, /_test\.py$/, /^conftest\.py$/],
  runners: [/^(?:noxfile|tasks|dodo|fabfile|setup)\.py$/],
  testsItself: false,
  otherEncoding,
  imports: pythonImports,
};
