import { declaredDecoder, otherEncoding } from './source-encoding.js';
import { folderOf, withoutDots } from '../../files/package-path.js';
import { type ImportReader, NOTHING_NAMED, type Named, type SourceFiles } from '../source-files.js';
import { compiledInstead } from './compiled-modules.js';
import { dotsOf, ImportableFiles, joined } from './importable-files.js';
import { importedNames } from './imported-names.js';
import { codeOfPathFile, foldersOfPathFiles, isPathFile } from './path-files.js';
import type { SourcePackage } from '../../files/source-file.js';

/** The beginning of a name that is put together: `import_module(f"tests.{name}")`. */
const BY_BEGINNING =
  /\b(?:import_module|__import__)\s*\(\s*f?["']([.\p{L}\p{N}\p{M}_]{1,200})\.(?:\{|%|["']\s*[+%])/gu;
/** All modules of packages are looked for, to be imported. */
const WALKS = /\b(?:walk_packages|iter_modules)\s*\(/u;
/** Files that run by their path: `runpy.run_path("job.pyw")`, `exec(open("code.txt").read())`. */
const BY_PATH =
  /\b(?:run_path|load_source|spec_from_file_location|exec\s*\(\s*(?:compile\s*\(\s*)?open)\s*\((?:\s*["'][\w.]{1,200}["']\s*,)?\s*["']([^"'\n]{1,300})["']/gu;
/** Programs that are started: `[sys.executable, "-m", "tests.job"]`, and code that is loaded by its path. */
const STARTS =
  /\b(?:subprocess|Popen|os\s*\.\s*(?:system|exec|spawn|popen)|create_subprocess|runpy|exec|importlib|__file__|multiprocessing)\b/u;
const MODULE_OPTION =
  /["']-m["']\s*,\s*["']([A-Za-z_][.\w]{0,200})["']|\s-m\s+([A-Za-z_][.\w]{0,200})|\brun_module\s*\(\s*["']([.\w]{1,200})["']/gu;
/** A string with the path of a script, and the parts before it that are joined with it: `Path(a) / "tests" / "job.py"`. */
const SCRIPT =
  /((?:["'][\w.-]{1,80}["']\s*[,/]\s*){0,8})["']([\w./-]{1,200}\.pyw?)["']|\s([\w./-]{1,200}\.pyw?)(?=[\s"'])/gu;
/** The folders in which modules are searched for change: a module may be in any folder. */
const SEARCH_PATH = /\bsys\s*\.\s*path\b|\bPYTHONPATH\b/u;

/** The names of modules that a text starts: `python -m tests.job`. */
const startedIn = (text: string): string[] =>
  [...text.matchAll(MODULE_OPTION)].flatMap(([, listed = '', worded = '', run = '']) => {
    const name = listed + worded + run;
    return [name, `${name}.__main__`];
  });

/** The paths of scripts that a text may start or load. */
function scriptsIn(text: string): string[] {
  if (!STARTS.test(text)) return [];
  return [...text.matchAll(SCRIPT)].flatMap(([, parts = '', quoted = '', bare = '']) => {
    const joined = [...parts.matchAll(/["']([^"']+)["']/gu)].map(([, part = '']) => `${part}/`).join('');
    // The part before it may be the program that runs it.
    return joined === '' ? [quoted + bare] : [joined + quoted, quoted];
  });
}

/** The folders of packages whose modules a file imports without their names, each with a slash at its end. */
function* foldersWalked(path: string, text: string, imports: ReadonlySet<string>): Generator<string> {
  const folder = folderOf(path);
  for (const [, name = ''] of text.matchAll(BY_BEGINNING)) {
    const dots = dotsOf(name);
    const inner = name.slice(dots).replaceAll('.', '/');
    const root = joined(folder, '../'.repeat(Math.max(0, dots - 1)) || '.');
    if (root !== undefined) yield `${root === '' ? '' : `${root}/`}${inner}/`;
    if (dots === 0) yield `${inner}/`;
  }
  if (!WALKS.test(text)) return;
  if (/\b__(?:path|file|name)__\b/u.test(text)) yield folder;
  for (const each of imports) if (each.endsWith('/__init__.py')) yield folderOf(each);
  for (const [, name = ''] of text.matchAll(/["']([\w./-]{1,200})["']/gu)) {
    const target = joined(folder, name);
    if (target !== undefined && target !== '') yield `${target}/`;
  }
}

/** Reads what Python files import, from their text. */
function pythonImports({ files, isSource }: SourcePackage): ImportReader {
  const modules = new ImportableFiles(files);
  return {
    mayBringForeign: () => true,
    namedIn: (path, written): Named => {
      const text = codeOfPathFile(path, written);
      const found = { imports: new Set<string>(), foreign: new Set<string>() };
      const anywhere = SEARCH_PATH.test(text);
      const { names, stars } = importedNames(text);
      for (const name of [...names, ...startedIn(text)])
        modules.addNamed(found, folderOf(path), name, anywhere);
      for (const name of stars) modules.addStar(found, folderOf(path), name);
      for (const [, target = ''] of text.matchAll(BY_PATH)) {
        const file = [joined(folderOf(path), target), withoutDots(target)].find(
          (each) => each !== undefined && files.has(each),
        );
        if (file !== undefined) (isSource(file) ? found.imports : found.foreign).add(file);
      }
      for (const folder of new Set(foldersWalked(path, text, found.imports)))
        for (const each of modules.within(folder)) found.imports.add(each);
      modules.addPackages(found, path);
      const { imports, foreign } = found;
      return { ...NOTHING_NAMED, imports: [...imports], foreign: [...foreign], started: scriptsIn(text) };
    },
  };
}

export const PYTHON_SOURCES: SourceFiles = {
  extensions: { py: 'python', pyw: 'python' },
  recognizes: (path, bytes) => (isPathFile(path, bytes) ? 'python' : undefined),
  programs: [[/^(?:python|pypy)w?[0-9.]*$/, 'python']],
  tests: [/^test_.*\.py$/, /_test\.py$/, /^conftest\.py$/],
  runners: [/^(?:noxfile|tasks|dodo|fabfile|setup)\.py$/],
  testsItself: false,
  otherEncoding,
  decoderOf: declaredDecoder,
  importedName: { before: '^[ \\t]*(?:from|import)[ \\t]+', after: '(?=[\\s.,;]|$)' },
  imports: pythonImports,
  runsInstead: compiledInstead,
  startFolders: foldersOfPathFiles,
};
