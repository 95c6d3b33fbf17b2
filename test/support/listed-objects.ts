import type { ArtifactStore, StoredObject } from '../../src/storage/artifacts/artifact-store.js';

/** All objects of a store. */
export async function listedIn<Kind extends string>(
  store: ArtifactStore<Kind>,
): Promise<StoredObject<Kind>[]> {
  const objects: StoredObject<Kind>[] = [];
  for await (const object of store.list(new AbortController().signal)) objects.push(object);
  return objects;
}
