import { mkdir, open } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { EntryNames, RefusedPackage } from '@mcp-hub/analyzer/archives';
import { Refusal } from '../refusal.js';
import { archiveEntries, type ArchiveEntry } from './archive-entries.js';

/** Where a file of an archive lies in the entry; undefined for what is left out. */
export type Placing = (path: string) => string | undefined;

/**
 * Unpacks a gzipped tar or a ZIP of plain files and folders into an empty folder. Archives that programs read differently are refused, as
 * everywhere in this product.
 * @throws Refusal
 */
export async function unpack(
  archive: string,
  folder: string,
  placing: Placing = (path) => path,
): Promise<void> {
  const names = new EntryNames();
  try {
    for await (const entry of archiveEntries(archive)) {
      const { kind, path } = entry;
      if (kind !== 'file' && kind !== 'folder')
        throw new Refusal(`the bundle has a ${kind}, which is not unpacked`);
      if (path === '') continue;
      names.add(path);
      const place = kind === 'file' ? placing(path) : undefined;
      if (place !== undefined) await writeFile(join(folder, place), entry);
    }
  } catch (error) {
    if (error instanceof RefusedPackage)
      throw new Refusal(`the bundle is refused: ${error.message}`, { cause: error });
    throw error;
  }
}

/**
 * The content of one small file of an archive; undefined if there is none.
 * @throws Refusal
 */
export async function readFileOf(
  archive: string,
  path: string,
  maxBytes: number,
): Promise<Buffer | undefined> {
  for await (const entry of archiveEntries(archive)) {
    if (entry.kind !== 'file' || entry.path !== path) continue;
    if (entry.size > maxBytes) throw new Refusal(`${path} of the package is too large`);
    return await buffer(entry.content);
  }
  return undefined;
}

async function writeFile(place: string, { content, isExecutable, path }: ArchiveEntry): Promise<void> {
  try {
    await mkdir(dirname(place), { recursive: true, mode: 0o700 });
    await using file = await open(place, 'wx', isExecutable ? 0o700 : 0o600);
    for await (const chunk of content) await file.writeFile(chunk);
  } catch (error) {
    if (['EEXIST', 'EISDIR', 'ENOTDIR'].includes(String((error as NodeJS.ErrnoException).code)))
      throw new Refusal(`the bundle has two entries for ${JSON.stringify(path.slice(0, 200))}`, {
        cause: error,
      });
    throw error;
  }
}
