import { folderRole } from '../files/role-names.js';

/** Smaller copies are analyzed with the code that imports them. */
const MIN_BYTES = 256 * 1024;
/** The notices that each library in a file carries. */
const NOTICES = /@license|\bCopyright\b|SPDX-License-Identifier/gu;
const MIN_NOTICES = 3;
const COMMENTS = /\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gmu;
/** Calls that register a tool or resource under a name of their own. */
const REGISTERS = /\.(?:registerTool|addTool|registerResource|tool)\(\s*["'`]/u;

/**
 * The folder for code of third parties that a script was copied into, as `third_party`. Undefined for small files, for those without
 * the notices of libraries, and for what registers tools: that is the author's, whatever its folder.
 * @param text the text of the file
 */
export function copiedInto(path: string, text: string): string | undefined {
  const folder = path
    .split('/')
    .slice(0, -1)
    .find((part) => folderRole(part) === 'vendored');
  if (folder === undefined || text.length < MIN_BYTES) return undefined;
  if ((text.match(NOTICES)?.length ?? 0) < MIN_NOTICES) return undefined;
  return REGISTERS.test(text.replaceAll(COMMENTS, '')) ? undefined : folder;
}
