import { relative } from 'node:path';
import { RefusedPackage } from '../files/source-file.js';
import type { Message } from './protocol.js';
import { reasonOf } from './reason-of.js';

/**
 * The message for a package that could not be read. If only a part of it is unreadable, the package is refused; if the package
 * itself is, the job is invalid. Undefined for any other error, which is a bug in the analyzer.
 * @param root the real path of the package, with symbolic links resolved
 */
export function readingFailure(error: unknown, root: string): Message | undefined {
  if (error instanceof RefusedPackage) return { kind: 'refused', reason: error.message };
  if (!(error instanceof Error) || !('syscall' in error)) return undefined;
  const { path } = error as NodeJS.ErrnoException;
  const within = path === undefined ? '' : relative(root, path);
  if (within === '' || within.startsWith('..'))
    return { kind: 'unusable', what: 'package', reason: reasonOf(error) };
  return { kind: 'refused', reason: `${within} cannot be read: ${reasonOf(error)}` };
}
