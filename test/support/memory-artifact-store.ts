import { Readable, type Writable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import type {
  ArtifactAddress,
  ArtifactStore,
  ByteRange,
  SendOptions,
  StoredObject,
  WriteLimits,
} from '../../src/storage/artifacts/artifact-store.js';
import { HashingStream } from '../../src/storage/artifacts/hashing-stream.js';

interface Kept {
  readonly address: ArtifactAddress;
  readonly bytes: Buffer;
  readonly modifiedAt: Date;
}

const keyOf = ({ orgKey, kind, digest }: ArtifactAddress): string => `${orgKey}/${kind}/${digest}`;

/** An in-memory store: a minimal implementation of the store contract. */
export class MemoryArtifactStore implements ArtifactStore {
  readonly presigning = undefined;
  readonly staged = undefined;
  private readonly objects = new Map<string, Kept>();

  async write(
    address: ArtifactAddress,
    source: Readable,
    { maxBytes, signal }: WriteLimits,
  ): Promise<number> {
    const hashing = new HashingStream(address.digest, maxBytes);
    try {
      const bytes = await pipeline(
        source,
        hashing,
        (checked: AsyncIterable<Buffer>) => buffer(Readable.from(checked)),
        {
          signal,
        },
      );
      if (!this.objects.has(keyOf(address))) {
        this.objects.set(keyOf(address), { address, bytes, modifiedAt: new Date() });
      }
      return hashing.bytes;
    } catch (error) {
      throw signal.aborted ? signal.reason : error;
    }
  }

  size(address: ArtifactAddress): Promise<number | undefined> {
    return Promise.resolve(this.objects.get(keyOf(address))?.bytes.length);
  }

  read(address: ArtifactAddress, range?: ByteRange): Promise<Readable> {
    const bytes = this.objects.get(keyOf(address))?.bytes;
    if (bytes === undefined) return Promise.reject(new Error('there is no such object'));
    const part = range === undefined ? bytes : bytes.subarray(range.start, range.end + 1);
    return Promise.resolve(Readable.from([part], { objectMode: false }));
  }

  async send(address: ArtifactAddress, answer: Writable, { range }: SendOptions): Promise<void> {
    await pipeline(await this.read(address, range), answer);
  }

  delete(address: ArtifactAddress): Promise<void> {
    this.objects.delete(keyOf(address));
    return Promise.resolve();
  }

  async *list(signal: AbortSignal): AsyncGenerator<StoredObject> {
    for (const { address, bytes, modifiedAt } of [...this.objects.values()]) {
      signal.throwIfAborted();
      yield await Promise.resolve({ address, sizeBytes: bytes.length, modifiedAt });
    }
  }

  removeAbandoned(): Promise<number> {
    return Promise.resolve(0);
  }

  removeUnfinished(): Promise<void> {
    return Promise.resolve();
  }

  check(signal: AbortSignal): Promise<void> {
    return new Promise((resolve) => {
      signal.throwIfAborted();
      resolve();
    });
  }

  requireUsable(): Promise<void> {
    return Promise.resolve();
  }

  close(): void {
    this.objects.clear();
  }
}
