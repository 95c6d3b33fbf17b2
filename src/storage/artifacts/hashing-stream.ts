import { createHash } from 'node:crypto';
import { Transform, Writable, type TransformCallback } from 'node:stream';
import type { Sha256Digest } from '../../common/values/sha256-digest.js';
import { ArtifactTooLargeError, DigestMismatchError } from './artifact-store.js';

/**
 * Passes bytes through while counting and hashing them. It fails as soon as there are too many, or at the end if they
 * do not hash to the expected digest, so that later streams never finish a wrong object.
 */
export class HashingStream extends Transform {
  /** Bytes seen so far. */
  bytes = 0;
  private readonly hash = createHash('sha256');

  constructor(
    private readonly expected: Sha256Digest,
    private readonly maxBytes: number,
  ) {
    super();
  }

  override _transform(chunk: Buffer, _encoding: BufferEncoding, done: TransformCallback): void {
    this.bytes += chunk.length;
    if (this.bytes > this.maxBytes) {
      done(new ArtifactTooLargeError(`more than ${this.maxBytes} bytes`));
      return;
    }
    this.hash.update(chunk);
    done(null, chunk);
  }

  override _flush(done: TransformCallback): void {
    const actual = `sha256:${this.hash.digest('hex')}`;
    done(actual === this.expected ? null : new DigestMismatchError(`the bytes hash to ${actual}`));
  }
}

/** Discards bytes that are hashed only to be verified. */
export const nowhere = (): Writable => new Writable({ write: (_chunk, _encoding, done) => done() });
