import type { Readable } from 'node:stream';
import { ArtifactStoreError } from '../../../../storage/artifacts/artifact-store.js';

/** The bytes of an object. @throws ArtifactStoreError when the store breaks off, so that the analysis waits for it */
export async function* breakingOffAsStore(bytes: Readable): AsyncGenerator<Buffer> {
  try {
    yield* bytes as AsyncIterable<Buffer>;
  } catch (error) {
    throw new ArtifactStoreError('a stored source broke off', { cause: error });
  }
}
