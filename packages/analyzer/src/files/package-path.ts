import { LIMITS } from './limits.js';
import { escapedText } from '../common/escaped-text.js';
import { RefusedPackage } from './source-file.js';

/** The last part of a path. */
export const fileName = (path: string): string => path.slice(path.lastIndexOf('/') + 1);

/** The extension of a path's file in lower case, without the dot; empty when there is none. `.env` has none. */
export function extensionOf(path: string): string {
  const name = fileName(path);
  const dot = name.lastIndexOf('.');
  return dot > 0 ? name.slice(dot + 1).toLowerCase() : '';
}

/** The folder of a path with its trailing slash; empty for the root. */
export const folderOf = (path: string): string => path.slice(0, path.lastIndexOf('/') + 1);

/** `a/b/../c` without dot segments. Undefined when it leaves the package. */
export function withoutDots(path: string): string | undefined {
  const parts: string[] = [];
  for (const part of path.split('/'))
    if (part === '..') {
      if (parts.pop() === undefined) return undefined;
    } else if (part !== '' && part !== '.') parts.push(part);
  return parts.join('/');
}

/**
 * Normalizes the path of a package's file: relative, with `/`, without `.` and empty segments. Empty for the package's own
 * folder.
 * @throws RefusedPackage for a name that leaves the package, means different files to different programs or is too long
 */
export function packagePath(name: string): string {
  const refuse = (reason: string): never => {
    throw new RefusedPackage(`${reason}: ${escapedText(name)}`);
  };
  if (name.includes('\0')) refuse('A name holds a NUL character');
  // The decoder's replacement for invalid UTF-8.
  if (name.includes('\u{fffd}')) refuse('A name is not UTF-8');
  if (Buffer.byteLength(name) > LIMITS.pathLength) refuse(`A path is longer than ${LIMITS.pathLength} bytes`);
  if (name.startsWith('/')) refuse('A path is absolute');
  if (name.includes('\\')) refuse('A path has a backslash');
  if (/^[A-Za-z]:/.test(name)) refuse('A path begins with a drive letter');
  const parts = name.split('/').filter((part) => part !== '' && part !== '.');
  if (parts.includes('..')) refuse('A path leads out of its folder');
  if (parts.length > LIMITS.depth) refuse(`A path is deeper than ${LIMITS.depth}`);
  return parts.join('/');
}
