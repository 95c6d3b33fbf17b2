import { relative } from 'node:path';
import { RefusedPackage } from '../files/source-file.js';
import type { Message } from './protocol.js';
import { reasonOf } from './reason-of.js';

/**
 * What to say when a package could not be read. A part of it that cannot be read leaves it unread, as what is refused; when
 * the package itself cannot, the job is wrong. Undefined when it is neither, but a fault of ours.
 * @param root where the package really lies, links followed
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
