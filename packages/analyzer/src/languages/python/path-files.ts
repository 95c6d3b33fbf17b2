import { fileName, folderOf, withoutDots } from '../../files/package-path.js';
import type { PackageFiles } from '../../files/source-file.js';
import { memoByNode } from '../../common/memo.js';

const EXTENSION = /\.pth$/iu;
/** Folders of installed packages, in an environment or a wheel. */
const SITE = /(?:^|\/)(?:(?:site|dist)-packages|[^/]+\.data\/(?:purelib|platlib))\/$/u;
/** Python runs such a line at every start. */
const RUN = /^import[ \t]/u;
/** What ends a line for some version of Python: of a whole file, `str.splitlines` of 3.12 and later takes more than before. */
// eslint-disable-next-line no-control-regex
const LINE_END = /\r\n|[\n\r\v\f\x1c-\x1e\x85\u2028\u2029]/u;
const WORD = Buffer.from('import');
/** Files that are no list of folders, but weights of models. */
const MAX_FOLDERS_BYTES = 256 * 1024;
const MAX_FOLDERS = 200;

/** The lines of such a file, which may begin with a byte order mark. */
const linesIn = (text: string): string[] => text.replace(/^\ufeff/u, '').split(LINE_END);

const hasCode = memoByNode(
  (bytes: Uint8Array): boolean =>
    Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).includes(WORD) &&
    linesIn(Buffer.from(bytes).toString('utf8')).some((line) => RUN.test(line)),
);

/** Whether Python reads a file at every start if it has this path. */
function isRead(path: string): boolean {
  const folder = folderOf(path);
  return EXTENSION.test(fileName(path)) && (folder === '' || SITE.test(folder));
}

/** Whether a file is one that Python reads at every start, and that has code to run: `start.pth`. */
export const isPathFile = (path: string, bytes: Uint8Array): boolean => isRead(path) && hasCode(bytes);

/** The code of such a file, line by line; the other lines are folders. */
export const codeOfPathFile = (path: string, text: string): string =>
  EXTENSION.test(path)
    ? linesIn(text)
        .map((line) => (RUN.test(line) ? line : ''))
        .join('\n')
    : text;

/** The folders, each with a slash at its end, in which path files have Python search for modules. */
export const foldersOfPathFiles = memoByNode((files: PackageFiles): readonly string[] => {
  const found = new Set<string>();
  for (const [path, bytes] of files) {
    if (!isRead(path) || bytes.length > MAX_FOLDERS_BYTES) continue;
    for (const line of linesIn(Buffer.from(bytes).toString('utf8'))) {
      const folder = line.trimEnd();
      if (folder === '' || folder.startsWith('#') || RUN.test(line) || folder.includes('\0')) continue;
      const target = withoutDots(`${folderOf(path)}${folder}`);
      if (target !== undefined && target !== '' && found.size < MAX_FOLDERS) found.add(`${target}/`);
    }
  }
  return [...found];
});
