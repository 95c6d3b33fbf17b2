import { lstatSync } from 'node:fs';
import { readdir, readFile, rm } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import { currentTime } from '../../common/values/clock.js';
import { sha256Of } from '../../common/values/sha256-digest.js';
import { entriesFolder, FILES, readDocument, type EntryDocument } from '../run/cache/cache-entry.js';
import { lastUse } from '../run/cache/last-use.js';
import { filesBelow, hashFile, removeEntry, removeFolder, UNFINISHED } from '../run/cache/write-entry.js';

const DAY_MS = 24 * 60 * 60 * 1000;

/** A server in the cache. */
export interface CachedServer {
  readonly name: string;
  readonly digest: string;
  /** Of all files. */
  readonly bytes: number;
  /** RFC 3339; null if it is not known. */
  readonly last_used: string | null;
}

/** The result of hashing an entry again. */
export interface VerifiedEntry {
  readonly name: string;
  readonly digest: string;
  /** What is wrong; absent for what is as it was unpacked. */
  readonly damage?: string;
}

async function namesIn(folder: string): Promise<string[]> {
  try {
    return (await readdir(folder)).sort();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw error;
  }
}

const keysIn = async (cache: string): Promise<string[]> =>
  (await namesIn(entriesFolder(cache))).filter((name) => !UNFINISHED.test(name));

/** The servers in the cache, by their digests. */
export async function* cachedEntries(cache: string): AsyncGenerator<CachedServer> {
  for (const key of await keysIn(cache)) {
    const document = readDocument(join(entriesFolder(cache), key));
    if (document === undefined) continue;
    const used = lastUse(cache, document.digest);
    yield {
      name: document.name,
      digest: document.digest,
      bytes: document.files.reduce((sum, { size }) => sum + size, 0),
      last_used: used === undefined ? null : new Date(used).toISOString(),
    };
  }
}

/** Hashes all files again, of servers and manifests. What differs is removed, so that the next run fetches it. */
export async function verifyEntries(cache: string): Promise<VerifiedEntry[]> {
  const results: VerifiedEntry[] = [];
  for (const key of await keysIn(cache)) {
    const folder = join(entriesFolder(cache), key);
    const document = readDocument(folder);
    const damage =
      document === undefined ? 'its description cannot be read' : await damageOf(folder, document);
    if (damage !== undefined) await removeEntry(cache, key);
    const { name = key, digest = '' } = document ?? {};
    results.push({ name, digest, ...(damage !== undefined && { damage }) });
  }
  return [...results, ...(await verifyManifests(cache))];
}

/** The first difference between an entry and its description. */
async function damageOf(folder: string, { files }: EntryDocument): Promise<string | undefined> {
  const expected = new Map(files.map((file) => [file.path, file]));
  const root = join(folder, FILES);
  try {
    for await (const path of filesBelow(root)) {
      const name = relative(root, path).split(sep).join('/');
      const file = expected.get(name);
      if (file === undefined) return `${name} was added`;
      expected.delete(name);
      if ((await hashFile(path)) !== file.sha256) return `${name} was changed`;
      if (lstatSync(path).mtimeMs !== file.mtime) return `${name} was written again`;
    }
  } catch (error) {
    return error instanceof Error ? error.message : 'it cannot be read';
  }
  const [missing] = expected.keys();
  return missing === undefined ? undefined : `${missing} is missing`;
}

async function verifyManifests(cache: string): Promise<VerifiedEntry[]> {
  const folder = join(cache, 'manifests');
  const results: VerifiedEntry[] = [];
  for (const name of await namesIn(folder)) {
    const [, hex] = /^sha256-([0-9a-f]{64})\.json$/.exec(name) ?? [];
    if (hex === undefined) continue;
    const digest = `sha256:${hex}`;
    if (sha256Of(await readFile(join(folder, name))) === digest) continue;
    await rm(join(folder, name));
    results.push({ name: 'a manifest', digest, damage: 'it was changed' });
  }
  return results;
}

/** Removes what was not used for some days, and what runs left that have ended. */
export async function pruneEntries(cache: string, days: number): Promise<VerifiedEntry[]> {
  const removed: VerifiedEntry[] = [];
  const oldest = currentTime() - days * DAY_MS;
  for (const key of await keysIn(cache)) {
    const { name = key, digest = '' } = readDocument(join(entriesFolder(cache), key)) ?? {};
    if (days > 0 && (lastUse(cache, digest) ?? 0) > oldest) continue;
    await removeEntry(cache, key);
    removed.push({ name, digest });
  }
  for (const name of await namesIn(entriesFolder(cache))) {
    const [, owner] = UNFINISHED.exec(name) ?? [];
    if (owner !== undefined && !isRunning(Number(owner)))
      await removeFolder(join(entriesFolder(cache), name));
  }
  return removed;
}

function isRunning(id: number): boolean {
  try {
    return process.kill(id, 0);
  } catch (error) {
    // Of another user.
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
