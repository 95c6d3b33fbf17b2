import { randomUUID } from 'node:crypto';
import { createReadStream, type Stats } from 'node:fs';
import { mkdir, open, readdir, rename, rm, stat, type FileHandle } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Readable, Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { hexOf } from '../../common/values/sha256-digest.js';
import {
  UnusableStoreError,
  type ArtifactAddress,
  type ArtifactStore,
  type ByteRange,
  type SendOptions,
  type StoredObject,
  type WriteLimits,
} from './artifact-store.js';
import { DamagedObjectError } from './damaged-object.js';
import { listFiles } from './filesystem-listing.js';
import { HashingStream, nowhere } from './hashing-stream.js';
import { isMissing, requireRoom } from './folders.js';
import { sendFile } from './send-file.js';
import { requireStoredRight } from './stored-again.js';
import { survivable } from './survivable.js';
import { objectName, requireSize, TransferCheck } from './transfer-check.js';
import { VerifiedStates } from './verified-states.js';

// File times come from a clock that advances only once per kernel tick.
const CLOCK_TICK_MS = 10;
const NO_TIMEOUT = new AbortController().signal;

/** Creates a folder and its parents, accessible to the owner only; returns the topmost folder created. */
const makeFolder = (path: string): Promise<string | undefined> =>
  mkdir(path, { recursive: true, mode: 0o700 });

/** Runs `work` in a folder, which is created on demand, because most exist. Also returns the topmost folder created. */
async function inFolder<T>(path: string, work: () => Promise<T>): Promise<{ value: T; created?: string }> {
  try {
    return { value: await work() };
  } catch (error) {
    if (!isMissing(error)) throw error;
    const created = await makeFolder(path);
    return { value: await work(), ...(created !== undefined && { created }) };
  }
}

/** Syncs a folder's entries: a rename alone may be lost in a power failure. */
async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, 'r');
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}

/** What a change of a file's bytes changes. */
const stateOf = ({ ino, ctimeMs, size }: Stats): string => `${ino} ${ctimeMs} ${size}`;

async function isOlderThan(path: string, time: number): Promise<boolean> {
  try {
    return (await stat(path)).mtimeMs < time;
  } catch (error) {
    if (isMissing(error)) return false;
    throw error;
  }
}

/**
 * Artifacts as files: `<root>/objects/<owner>/<kind>/<2 digits>/<64 digits>`, written under `<root>/tmp` first,
 * synced, and moved into place. `tmp` and `objects` share a file system, so the move is atomic.
 */
export class FilesystemArtifactStore<Kind extends string> implements ArtifactStore<Kind> {
  readonly presigning = undefined;
  readonly staged = undefined;
  private readonly objects: string;
  private readonly unfinished: string;
  private readonly started = Date.now() - CLOCK_TICK_MS;
  private readonly verified = new VerifiedStates();

  /** @param kinds all kinds of objects in the store */
  constructor(
    root: string,
    private readonly kinds: readonly Kind[],
  ) {
    this.objects = join(root, 'objects');
    this.unfinished = join(root, 'tmp');
  }

  async write(address: ArtifactAddress<Kind>, source: Readable, limits: WriteLimits): Promise<number> {
    const hashing = new HashingStream(address.digest, limits.maxBytes);
    const state = await this.stateOf(address);
    try {
      if (state !== undefined) await pipeline(source, hashing, nowhere(), { signal: limits.signal });
      else await this.writeNew(address, source, hashing, limits.signal);
      if (state !== undefined && !this.verified.has(objectName(address), state))
        await requireStoredRight(this, address, hashing.bytes);
      return hashing.bytes;
    } catch (error) {
      throw limits.signal.aborted ? limits.signal.reason : error;
    }
  }

  async size(address: ArtifactAddress<Kind>): Promise<number | undefined> {
    return (await this.find(address))?.size;
  }

  async read(address: ArtifactAddress<Kind>, range?: ByteRange): Promise<Readable> {
    // Opened before returning, so that a missing file is an error of this call and not of the stream.
    return survivable(createReadStream('', { fd: await this.open(address), ...range }));
  }

  async send(address: ArtifactAddress<Kind>, answer: Writable, options: SendOptions): Promise<void> {
    const { sizeBytes, range = { start: 0, end: sizeBytes - 1 } } = options;
    const file = await this.open(address);
    try {
      const found = await file.stat();
      requireSize(address, found.size, sizeBytes);
      const check = new TransferCheck(address, options, this.verified, stateOf(found));
      await sendFile(file, answer, range, check);
    } finally {
      await file.close();
    }
  }

  async delete(address: ArtifactAddress<Kind>): Promise<void> {
    await rm(this.pathOf(address), { force: true });
  }

  list(signal: AbortSignal): AsyncIterable<StoredObject<Kind>> {
    return listFiles(this.objects, this.kinds, signal);
  }

  removeAbandoned(
    before: Date,
    { dryRun }: { readonly dryRun: boolean },
    signal: AbortSignal,
  ): Promise<number> {
    return this.removeUnfinishedBefore(before.getTime(), dryRun, signal);
  }

  async removeUnfinished(): Promise<void> {
    // Writes started since startup are in progress, not unfinished.
    await this.removeUnfinishedBefore(this.started, false);
  }

  check(signal: AbortSignal): Promise<void> {
    return requireRoom(this.unfinished, signal);
  }

  async requireUsable({ writes }: { readonly writes: boolean }): Promise<void> {
    if (!writes) return;
    for (const folder of [this.unfinished, this.objects]) {
      await requireRoom(folder, NO_TIMEOUT).catch((error: unknown) => {
        const { code } = error as NodeJS.ErrnoException;
        // A full file system can still be read.
        if (code === undefined) throw error;
        throw new UnusableStoreError(
          `cannot write to ${folder} (${code}): give it to the user that runs mcp-hub, or set DATA_DIR`,
        );
      });
    }
  }

  close(): void {
    // Each call closes its own files.
  }

  private async stateOf(address: ArtifactAddress<Kind>): Promise<string | undefined> {
    const found = await this.find(address);
    return found && stateOf(found);
  }

  private async find(address: ArtifactAddress<Kind>): Promise<Stats | undefined> {
    try {
      return await stat(this.pathOf(address));
    } catch (error) {
      if (isMissing(error)) return undefined;
      throw error;
    }
  }

  private async open(address: ArtifactAddress<Kind>): Promise<FileHandle> {
    try {
      return await open(this.pathOf(address), 'r');
    } catch (error) {
      throw isMissing(error) ? new DamagedObjectError(address, 'missing', { cause: error }) : error;
    }
  }

  private async removeUnfinishedBefore(time: number, dryRun: boolean, signal?: AbortSignal): Promise<number> {
    let count = 0;
    await makeFolder(this.unfinished);
    for (const name of await readdir(this.unfinished)) {
      signal?.throwIfAborted();
      const path = join(this.unfinished, name);
      if (!(await isOlderThan(path, time))) continue;
      if (!dryRun) await rm(path, { force: true });
      count += 1;
    }
    return count;
  }

  private async writeNew(
    address: ArtifactAddress<Kind>,
    source: Readable,
    hashing: HashingStream,
    signal: AbortSignal,
  ): Promise<void> {
    const draft = join(this.unfinished, randomUUID());
    const file = await inFolder(this.unfinished, () => open(draft, 'wx', 0o600));
    try {
      await pipeline(source, hashing, file.value.createWriteStream({ flush: true }), { signal });
      await this.moveIntoPlace(draft, this.pathOf(address));
    } catch (error) {
      await rm(draft, { force: true });
      throw error;
    }
  }

  private async moveIntoPlace(draft: string, path: string): Promise<void> {
    const folder = dirname(path);
    const { created } = await inFolder(folder, () => rename(draft, path));
    await syncFolder(folder);
    // The entry of a newly created folder must be durable as well.
    for (let parent = folder; created !== undefined && parent.length >= created.length;) {
      parent = dirname(parent);
      await syncFolder(parent);
    }
  }

  private pathOf({ orgKey, kind, digest }: ArtifactAddress<Kind>): string {
    const hex = hexOf(digest);
    return join(this.objects, orgKey, kind, hex.slice(0, 2), hex);
  }
}
