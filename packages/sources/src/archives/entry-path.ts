import { printable } from '../printable.js';
import { SourceError } from '../source-error.js';

const MAX_LENGTH = 512;
const MAX_DEPTH = 40;

/**
 * Normalizes the path of an archive's entry or of a repository's folder: relative, with `/`, without `.` and empty
 * parts. Empty for the root.
 * @throws SourceError for a path that leads out of the archive, means different files to different programs or is too
 * long
 */
export function entryPath(name: string): string {
  const refuse = (reason: string): never => {
    throw new SourceError('invalid', `${reason}: ${printable(name)}`);
  };
  if (name.includes('\0')) refuse('a path has a NUL character');
  // The decoder's replacement for invalid UTF-8.
  if (name.includes('\u{fffd}')) refuse('a path is not UTF-8');
  if (Buffer.byteLength(name) > MAX_LENGTH) refuse(`a path is longer than ${MAX_LENGTH} bytes`);
  if (name.startsWith('/')) refuse('a path is absolute');
  if (name.includes('\\')) refuse('a path has a backslash');
  if (/^[A-Za-z]:/.test(name)) refuse('a path begins with a drive letter');
  const parts = name.split('/').filter((part) => part !== '' && part !== '.');
  if (parts.includes('..')) refuse('a path leads out of its folder');
  if (parts.length > MAX_DEPTH) refuse(`a path is deeper than ${MAX_DEPTH}`);
  return parts.join('/');
}
