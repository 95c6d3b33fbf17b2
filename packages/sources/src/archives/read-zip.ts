import { open } from 'node:fs/promises';
import { RefusedPackage, zipEntries } from '@mcp-hub/analyzer/archives';
import { SourceError } from '../source-error.js';
import type { Spool, SpooledFile } from './spool.js';

function refusedZip(error: unknown): unknown {
  if (!(error instanceof RefusedPackage)) return error;
  const { message } = error;
  return new SourceError('invalid', message.charAt(0).toLowerCase() + message.slice(1), { cause: error });
}

/**
 * Reads a zip into a spool.
 * @throws SourceError when it is broken or has links, names that leave it, or names that are one
 */
export async function readZip(path: string, spool: Spool): Promise<Map<string, SpooledFile>> {
  const files = new Map<string, SpooledFile>();
  const file = await open(path);
  try {
    for await (const { path: name, isFolder, isExecutable, content } of zipEntries(file)) {
      spool.count(name);
      if (!isFolder) files.set(name, await spool.add(name, content, isExecutable));
    }
  } catch (error) {
    throw refusedZip(error);
  } finally {
    await file.close();
  }
  return files;
}
