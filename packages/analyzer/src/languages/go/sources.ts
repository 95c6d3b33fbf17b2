import { type ImportReader, NOTHING_NAMED, type SourceFiles } from '../source-files.js';
import { fileName, folderOf } from '../../files/package-path.js';
import type { SourcePackage } from '../../files/source-file.js';

/** An import, or any other string of that form. */
const TEXT = /"([\w.~/-]{1,300})"/gu;
const STARTS = /"os\/exec"|"syscall"|\bembed\b/u;
const SCRIPT = /\.(?:go|py|[cm]?[jt]s)$/u;
const MODULE = /^module[ \t]+(\S+)/mu;

/** An import includes all files of a package except its tests, which cannot be imported. */
function goImports({ files }: SourcePackage): ImportReader {
  const folders = Map.groupBy(
    [...files.keys()].filter((path) => path.endsWith('.go') && !path.endsWith('_test.go')),
    folderOf,
  );
  const modules = [...files].flatMap(([path, bytes]) => {
    const name =
      fileName(path) === 'go.mod' ? MODULE.exec(Buffer.from(bytes).toString('utf8'))?.[1] : undefined;
    return name === undefined ? [] : [[name, folderOf(path)] as const];
  });
  const filesOf = (name: string): string[] =>
    modules.flatMap(([module, root]) =>
      name.startsWith(`${module}/`) ? (folders.get(`${root}${name.slice(module.length + 1)}/`) ?? []) : [],
    );
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
  imports: goImports,
};
