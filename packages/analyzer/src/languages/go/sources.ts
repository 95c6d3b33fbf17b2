import { type ImportReader, NOTHING_NAMED, type SourceFiles } from '../source-files.js';
import { folderOf, withoutDots } from '../../files/package-path.js';
import { moduleFolders } from './module-folders.js';
import type { SourcePackage } from '../../files/source-file.js';

/** An import, or any other string of that form. */
const TEXT = /"([\w.~/-]{1,300})"/gu;
const STARTS = /"os\/exec"|"syscall"|\bembed\b/u;
const SCRIPT = /\.(?:go|py|[cm]?[jt]s)$/u;

/** An import includes all files of a package except its tests, which cannot be imported. */
function goImports({ files }: SourcePackage): ImportReader {
  const folders = Map.groupBy(
    [...files.keys()].filter((path) => path.endsWith('.go') && !path.endsWith('_test.go')),
    folderOf,
  );
  const filesOf = (name: string): string[] =>
    moduleFolders(files).flatMap(([module, root]) => {
      if (name !== module && !name.startsWith(`${module}/`)) return [];
      const folder = withoutDots(`${root}/${name.slice(module.length)}`);
      return folder === undefined ? [] : (folders.get(folder === '' ? '' : `${folder}/`) ?? []);
    });
  return {
    namedIn: (_path, text) => {
      const texts = [...text.matchAll(TEXT)].map(([, name = '']) => name);
      return {
        ...NOTHING_NAMED,
        imports: [...new Set(texts.flatMap(filesOf))],
        // A program in another language: `exec.Command("python3", "scripts/job.py")`.
        started: STARTS.test(text) ? texts.filter((each) => SCRIPT.test(each)) : [],
      };
    },
  };
}

export const GO_SOURCES: SourceFiles = {
  extensions: { go: 'go' },
  programs: [],
  tests: [/_test\.go$/],
  runners: [],
  testsItself: true,
  importedName: { before: '"', after: '(?=["\'`/])' },
  imports: goImports,
};
