import { constants } from 'node:fs';
import { open } from 'node:fs/promises';

const ABSENT = new Set(['ENOENT', 'ENOTDIR', 'ELOOP']);

/** Whether an error says that there is nothing at a path. */
export const isAbsent = (error: unknown): boolean =>
  ABSENT.has(String((error as NodeJS.ErrnoException).code));

/** The bytes of a file; undefined if there is none, null if it is larger, no plain file, or cannot be read. */
export async function regularFile(path: string, maxBytes: number): Promise<Buffer | undefined | null> {
  try {
    // A pipe would never end.
    const file = await open(path, constants.O_RDONLY | constants.O_NONBLOCK);
    try {
      const stats = await file.stat();
      if (!stats.isFile() || stats.size > maxBytes) return null;
      const bytes = Buffer.alloc(stats.size);
      const { bytesRead } = await file.read(bytes, 0, stats.size, 0);
      return bytes.subarray(0, bytesRead);
    } finally {
      await file.close();
    }
  } catch (error) {
    return isAbsent(error) ? undefined : null;
  }
}
