import { createHash, randomBytes } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { chmod, lstat, mkdir, open, readdir, rename, rm } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import {
  DOCUMENT,
  ENTRY_FORMAT,
  entriesFolder,
  FILES,
  openEntry,
  type CachedFile,
  type CacheEntry,
  type EntryContent,
  type EntryDocument,
} from './cache-entry.js';

/** The names of folders that are being written: `.new-<process>-<random>`. */
export const UNFINISHED = /^\.(?:new|old)-(\d+)-/;

const temporaryName = (kind: 'new' | 'old'): string =>
  `.${kind}-${process.pid}-${randomBytes(8).toString('hex')}`;

/** The paths of all files below a folder. @throws Error for anything but files and folders */
export async function* filesBelow(folder: string): AsyncGenerator<string> {
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) yield* filesBelow(path);
    else if (entry.isFile()) yield path;
    else throw new Error(`${entry.name} is neither a file nor a folder`);
  }
}

/** The SHA-256 of a file, in lower-case hex. */
export async function hashFile(path: string): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of createReadStream(path)) hash.update(chunk as Buffer);
  return hash.digest('hex');
}

/** Describes the files below a folder, and makes them read-only. The folder itself stays writable, so that it can be moved. */
async function sealed(folder: string): Promise<CachedFile[]> {
  const files: CachedFile[] = [];
  for await (const path of filesBelow(folder)) {
    const { mode, size, mtimeMs } = await lstat(path);
    await chmod(path, (mode & 0o111) === 0 ? 0o444 : 0o555);
    files.push({
      path: relative(folder, path).split(sep).join('/'),
      size,
      mtime: mtimeMs,
      sha256: await hashFile(path),
    });
  }
  await chmodFolders(folder, 0o555);
  return files.sort((one, other) => (one.path < other.path ? -1 : 1));
}

async function chmodFolders(folder: string, mode: number): Promise<void> {
  // A folder must be writable for what is removed from it.
  await chmod(folder, 0o755);
  for (const entry of await readdir(folder, { withFileTypes: true }))
    if (entry.isDirectory()) await chmodFolders(join(folder, entry.name), mode);
  await chmod(folder, mode);
}

/**
 * Adds an entry: `fill` writes the files into a folder of its own, which then gets the name of the entry in one step. Whoever
 * is interrupted leaves a folder that nothing starts from; of two at once, the first one's files are used by both.
 * @param first paths of files that every start looks at
 */
export async function writeEntry(
  cache: string,
  key: string,
  fill: (folder: string) => Promise<{ readonly content: EntryContent; readonly first: readonly string[] }>,
): Promise<CacheEntry> {
  const entries = entriesFolder(cache);
  await mkdir(entries, { recursive: true, mode: 0o700 });
  const work = join(entries, temporaryName('new'));
  await mkdir(join(work, FILES), { recursive: true, mode: 0o700 });
  try {
    const { content, first } = await fill(join(work, FILES));
    const files = await sealed(join(work, FILES));
    const leading = files.filter(({ path }) => first.includes(path));
    const document: EntryDocument = {
      format: ENTRY_FORMAT,
      ...content,
      files: [...leading, ...files.filter((file) => !leading.includes(file))],
    };
    await writeDocument(join(work, DOCUMENT), document);
    await rename(work, join(entries, key)).catch((error: unknown) => {
      // Another run was faster.
      if (!['ENOTEMPTY', 'EEXIST', 'EPERM', 'EACCES'].includes(codeOf(error))) throw error;
    });
    const entry = openEntry(cache, key, content.digest);
    if (entry === undefined) throw new Error(`the files could not be kept in ${entries}`);
    return entry;
  } finally {
    await removeFolder(work);
  }
}

const codeOf = (error: unknown): string => String((error as NodeJS.ErrnoException).code);

async function writeDocument(path: string, document: EntryDocument): Promise<void> {
  await using file = await open(path, 'wx', 0o444);
  await file.writeFile(JSON.stringify(document));
  await file.sync();
}

/** Removes a folder of read-only files, if it is there. */
export async function removeFolder(folder: string): Promise<void> {
  try {
    await chmodFolders(folder, 0o755);
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return;
    throw error;
  }
  await rm(folder, { recursive: true, force: true });
}

/** Removes an entry: first its name in one step, so that no run starts from a part of it. */
export async function removeEntry(cache: string, key: string): Promise<void> {
  const entries = entriesFolder(cache);
  const old = join(entries, temporaryName('old'));
  try {
    await rename(join(entries, key), old);
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return;
    throw error;
  }
  await removeFolder(old);
}
