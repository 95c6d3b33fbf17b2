import { folderOf, withoutDots } from '../../files/package-path.js';
import { type ImportReader, NOTHING_NAMED, type SourceFiles } from '../source-files.js';
import type { SourcePackage } from '../../files/source-file.js';

const FROM = /^[ \t]*from[ \t]+([.\w]+)[ \t]+import[ \t]+\(?([^\n#)]*)/gmu;
const IMPORT = /^[ \t]*import[ \t]+([^\n#]+)/gmu;

/** The names of modules that a text may import. */
const namesIn = (text: string): string[] => [
  ...[...text.matchAll(FROM)].flatMap(([, from = '', list = '']) => {
    const inner = list.split(',').map((each) => each.trim().split(/\s/u)[0] ?? '');
    return [from, ...inner.map((name) => (from.endsWith('.') ? `${from}${name}` : `${from}.${name}`))];
  }),
  ...[...text.matchAll(IMPORT)].flatMap(([, list = '']) =>
    list.split(',').map((each) => each.trim().split(/\s/u)[0] ?? ''),
  ),
];

/** A path relative to a folder; undefined when it leads out of the package. */
const joined = (folder: string, path: string): string | undefined => withoutDots(`${folder}/${path}`);

/** Modules are searched for beside the importer, and in each enclosing folder. */
function pythonImports({ files }: SourcePackage): ImportReader {
  const fileOf = (folder: string, name: string): string[] => {
    const dots = /^\.*/u.exec(name)?.[0].length ?? 0;
    const path = name.slice(dots).replaceAll('.', '/');
    if (path === '') return [];
    const roots: string[] = [];
    let root: string | undefined = joined(folder, '../'.repeat(Math.max(0, dots - 1)) || '.');
    // A relative import is searched for in one folder only.
    while (root !== undefined) {
      const inner = root === '' ? '' : `${root}/`;
      roots.push(inner, ...(dots > 0 ? [] : [`${inner}src/`]));
      root = dots > 0 || root === '' ? undefined : joined(root, '..');
    }
    const found = roots
      .flatMap((each) => [`${each}${path}.py`, `${each}${path}/__init__.py`])
      .find((each) => files.has(each));
    return found === undefined ? [] : [found];
  };
  return {
    namedIn: (path, text) => ({
      ...NOTHING_NAMED,
      imports: [...new Set(namesIn(text).flatMap((name) => fileOf(folderOf(path), name)))],
    }),
  };
}

export const PYTHON_SOURCES: SourceFiles = {
  extensions: { py: 'python' },
  programs: [[/^(?:python|pypy)[0-9.]*$/, 'python']],
  tests: [/^test_.*\.py$/, /_test\.py$/, /^conftest\.py$/],
  runners: [/^(?:noxfile|tasks|dodo|fabfile|setup)\.py$/],
  testsItself: false,
  imports: pythonImports,
};
