import type { ArtifactAddress, ArtifactStore } from './artifact-store.js';
import { DamagedObjectError } from './damaged-object.js';
import { nowhere } from './hashing-stream.js';

/**
 * Checks the bytes that are stored under the digest of an upload. Wrong ones are removed, so that the upload repairs them when
 * it is repeated.
 * @param sizeBytes of the upload
 * @throws DamagedObjectError
 */
export async function requireStoredRight<Kind extends string>(
  store: Pick<ArtifactStore<Kind>, 'send' | 'delete'>,
  address: ArtifactAddress<Kind>,
  sizeBytes: number,
): Promise<void> {
  try {
    await store.send(address, nowhere(), { sizeBytes });
  } catch (error) {
    const isWrong = error instanceof DamagedObjectError && error.fault !== 'broken off';
    if (isWrong) await store.delete(address);
    throw error;
  }
}
