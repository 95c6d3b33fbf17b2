import type { ArtifactAddress, ArtifactStore } from './artifact-store.js';
import { DamagedObjectError } from './damaged-object.js';
import { requireSize } from './transfer-check.js';

/** @throws DamagedObjectError unless the store has an object, with as many bytes as were recorded */
export async function requireStored<Kind extends string>(
  store: Pick<ArtifactStore<Kind>, 'size'>,
  address: ArtifactAddress<Kind>,
  recorded: number,
): Promise<void> {
  const found = await store.size(address);
  if (found === undefined) throw new DamagedObjectError(address, 'missing');
  requireSize(address, found, recorded);
}
