import { entryPath as pathOf, RefusedPackage } from '@mcp-hub/analyzer/archives';
import { SourceError } from '../source-error.js';

/**
 * Normalizes the path of an archive's entry or of a repository's folder: relative, with `/`, without `.` and empty
 * parts. Empty for the root.
 * @throws SourceError for a path that leads out of the archive, means different files to different programs or is too
 * long
 */
export function entryPath(name: string): string {
  try {
    return pathOf(name);
  } catch (error) {
    if (!(error instanceof RefusedPackage)) throw error;
    const { message } = error;
    throw new SourceError('invalid', message.charAt(0).toLowerCase() + message.slice(1), { cause: error });
  }
}
