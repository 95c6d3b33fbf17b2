import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { Readable, type Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { Inject, Injectable } from '@nestjs/common';
import { sha256Of, type Sha256Digest } from '../../../common/values/sha256-digest.js';
import {
  HUB_OBJECTS,
  type ArtifactStore,
  type HubObjectKind,
} from '../../../storage/artifacts/artifact-store.js';
import { DamagedObjectError } from '../../../storage/artifacts/damaged-object.js';
import { UnitOfWork } from '../../../storage/database/unit-of-work.js';
import { HubObjectsRepository } from './hub-objects.repository.js';
import { objectAddress, objectKey } from './object-key.js';

// Several times the largest source; reports and findings are bounded by the memory of an analysis.
const MAX_BYTES = 512 * 1024 * 1024;
const MAX_FAILURES = 10;
const NEVER = new AbortController().signal;

/** The bytes of an object: in memory, in the file with this path, or a stream, whose digest must be known. */
export type ObjectContent = Uint8Array | string | Readable;

export interface PutObject {
  readonly key: string;
  readonly digest: Sha256Digest;
  /** In bytes. */
  readonly size: number;
}

export interface PutOptions {
  /** The expected digest; required for a stream. */
  readonly digest?: Sha256Digest;
  readonly maxBytes?: number;
  /** Aborts the write, which leaves nothing behind. */
  readonly signal?: AbortSignal;
}

/**
 * The objects that analyses use and produce (ADR 53). They belong to an owner: an MCP, or an upload until it becomes a
 * version of one. What no row names for a day is removed.
 */
@Injectable()
export class HubObjects {
  constructor(
    @Inject(HUB_OBJECTS) private readonly store: ArtifactStore<HubObjectKind>,
    private readonly records: HubObjectsRepository,
    private readonly uow: UnitOfWork,
  ) {}

  /**
   * Stores an object, durably and whole, or not at all. The transaction that writes its key to a row calls `reference`.
   * @throws DigestMismatchError, ArtifactTooLargeError, the store's or the source's error
   */
  async put(
    owner: string,
    kind: HubObjectKind,
    content: ObjectContent,
    { digest: expected, maxBytes = MAX_BYTES, signal = NEVER }: PutOptions = {},
  ): Promise<PutObject> {
    this.requireNoTransaction();
    const digest = expected ?? (await digestOf(content));
    const address = { orgKey: owner, kind, digest };
    const key = objectKey(address);
    // Rejects an owner that could not be read back.
    objectAddress(key);
    // First, in a statement of its own: from here on, the cleanup either has removed the object or leaves it alone.
    await this.records.renew(key);
    const size = await this.store.write(address, streamOf(content), { maxBytes, signal });
    return { key, digest, size };
  }

  /**
   * Records in the running transaction that rows name these objects, so that they stay.
   * @throws when one of them has been removed, because it was stored more than a day ago
   */
  async reference(keys: readonly string[]): Promise<void> {
    const wanted = new Set(keys);
    const found = await this.records.reference([...wanted]);
    if (found.length !== wanted.size) {
      const [missing] = [...wanted].filter((key) => !found.includes(key));
      throw new Error(`the object ${missing} was removed before a row named it`);
    }
  }

  /** Records in the running transaction that no row names these objects any more. */
  async release(keys: readonly string[]): Promise<void> {
    if (keys.length > 0) await this.records.release(keys);
  }

  /** The bytes of an object. @throws when there is none */
  read(key: string): Promise<Readable> {
    return this.store.read(objectAddress(key));
  }

  /** An object in memory. @throws DamagedObjectError for none, or other bytes; when it has more than `maxBytes` */
  async readBytes(key: string, maxBytes: number): Promise<Buffer<ArrayBuffer>> {
    const chunks: Buffer[] = [];
    let size = 0;
    for await (const chunk of (await this.read(key)) as AsyncIterable<Buffer>) {
      size += chunk.length;
      if (size > maxBytes) throw new Error(`the object ${key} has more than ${maxBytes} bytes`);
      chunks.push(chunk);
    }
    const bytes = Buffer.concat(chunks);
    const address = objectAddress(key);
    if (sha256Of(bytes) !== address.digest) throw new DamagedObjectError(address, 'other bytes');
    return bytes;
  }

  /** Size in bytes of an object; undefined when there is none. */
  size(key: string): Promise<number | undefined> {
    return this.store.size(objectAddress(key));
  }

  /** Size in bytes of an object that a row names. @throws DamagedObjectError when there is none */
  async requireSize(key: string): Promise<number> {
    const size = await this.size(key);
    if (size === undefined) throw new DamagedObjectError(objectAddress(key), 'missing');
    return size;
  }

  /**
   * Writes an object to an HTTP response and ends it.
   * @throws DamagedObjectError when it is not as it was stored; the response is not ended then
   */
  send(key: string, answer: Writable, sizeBytes: number): Promise<void> {
    return this.store.send(objectAddress(key), answer, { sizeBytes });
  }

  /** Removes an object that no row names; false if one does, or if it is being stored or removed. */
  delete(key: string): Promise<boolean> {
    return this.remove(key, { aged: false });
  }

  /** Removes what no row has named for a day. @throws the first failure, after the others were tried */
  async removeUnreferenced(signal: AbortSignal): Promise<number> {
    const failures: unknown[] = [];
    let count = 0;
    let keys = await this.records.unreferenced('');
    for (let last = keys.at(-1); last !== undefined; last = keys.at(-1)) {
      for (const key of keys) {
        signal.throwIfAborted();
        const removed = await this.remove(key, { aged: true }).catch((error: unknown) => {
          failures.push(error);
          return false;
        });
        count += Number(removed);
        // More failures mean that the store or the database is down.
        if (failures.length >= MAX_FAILURES) throw failures[0];
      }
      keys = await this.records.unreferenced(last);
    }
    if (failures.length > 0) throw failures[0];
    return count;
  }

  private async remove(key: string, { aged }: { readonly aged: boolean }): Promise<boolean> {
    const address = objectAddress(key);
    return this.uow.run(async () => {
      if (!(await this.records.tryLock(key, aged))) return false;
      // As in the registry's cleanup (ADR 13): the lock keeps others from relying on the bytes meanwhile.
      await this.store.delete(address);
      await this.records.delete(key);
      return true;
    });
  }

  private requireNoTransaction(): void {
    if (this.uow.inTransaction) throw new Error('objects are not stored within a transaction');
  }
}

async function digestOf(content: ObjectContent): Promise<Sha256Digest> {
  if (content instanceof Uint8Array) return sha256Of(content);
  if (typeof content !== 'string') throw new TypeError('the digest of a stream must be known');
  const hash = createHash('sha256');
  await pipeline(createReadStream(content), hash);
  return `sha256:${hash.digest('hex')}` as Sha256Digest;
}

/** Opens a file when it is read, and not before. */
async function* bytesOf(path: string): AsyncGenerator<Buffer> {
  yield* createReadStream(path) as AsyncIterable<Buffer>;
}

function streamOf(content: ObjectContent): Readable {
  if (content instanceof Readable) return content;
  return Readable.from(typeof content === 'string' ? bytesOf(content) : [content], { objectMode: false });
}
