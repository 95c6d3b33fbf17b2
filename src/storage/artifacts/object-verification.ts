import { createHash } from 'node:crypto';
import type { ArtifactAddress, ArtifactStore } from './artifact-store.js';
import { ArtifactStoreError } from './artifact-store.js';
import { DamagedObjectError } from './damaged-object.js';
import { requireStored } from './require-stored.js';
import { requireSize } from './transfer-check.js';

/** An object that a row names. */
export interface RecordedObject<Kind extends string = string> {
  /** Its place in the order in which the rows are read; unique. */
  readonly position: string;
  readonly address: ArtifactAddress<Kind>;
  /** Undefined if the row does not say it. */
  readonly sizeBytes?: number;
}

/** The rows that say which objects a store has. */
export interface RecordedObjects<Kind extends string = string> {
  /** The next ones after a position, a bounded batch; the first ones after the empty one. */
  after(position: string): Promise<RecordedObject<Kind>[]>;
  /** A few of the newest, and a few at random. */
  sample(): Promise<RecordedObject<Kind>[]>;
  /** Whether a row still names the object, which may have been removed since. */
  isRecorded(object: RecordedObject<Kind>): Promise<boolean>;
}

/** How objects are verified. */
export interface VerificationOptions {
  /** Whether their bytes are read and hashed, too; otherwise only their sizes are compared. */
  readonly deep: boolean;
  readonly signal: AbortSignal;
}

// Requests to a store take their time, and bytes take memory.
const AT_ONCE = { shallow: 16, deep: 4 };

/** What is wrong with the bytes of objects, in their order. @throws the store's error when it does not answer */
export async function damageOf<Kind extends string>(
  store: Pick<ArtifactStore<Kind>, 'size' | 'read'>,
  objects: readonly RecordedObject<Kind>[],
  { deep, signal }: VerificationOptions,
): Promise<{ object: RecordedObject<Kind>; damage: DamagedObjectError }[]> {
  const found = new Map<number, DamagedObjectError>();
  let next = 0;
  const work = async (): Promise<void> => {
    for (let index = next++; index < objects.length; index = next++) {
      signal.throwIfAborted();
      const object = objects[index];
      const damage = object && (await (deep ? readWhole(store, object) : compareSize(store, object)));
      if (damage !== undefined) found.set(index, damage);
    }
  };
  await Promise.all(Array.from({ length: deep ? AT_ONCE.deep : AT_ONCE.shallow }, work));
  return objects.flatMap((object, index) => {
    const damage = found.get(index);
    return damage === undefined ? [] : [{ object, damage }];
  });
}

const damageIn = async (work: () => Promise<void>): Promise<DamagedObjectError | undefined> => {
  try {
    await work();
    return undefined;
  } catch (error) {
    if (error instanceof DamagedObjectError) return error;
    throw error;
  }
};

const compareSize = <Kind extends string>(
  store: Pick<ArtifactStore<Kind>, 'size'>,
  { address, sizeBytes }: RecordedObject<Kind>,
): Promise<DamagedObjectError | undefined> =>
  damageIn(async () => {
    if (sizeBytes !== undefined) await requireStored(store, address, sizeBytes);
    else if ((await store.size(address)) === undefined) throw new DamagedObjectError(address, 'missing');
  });

const readWhole = <Kind extends string>(
  store: Pick<ArtifactStore<Kind>, 'read'>,
  { address, sizeBytes }: RecordedObject<Kind>,
): Promise<DamagedObjectError | undefined> =>
  damageIn(async () => {
    const hash = createHash('sha256');
    let size = 0;
    const bytes = await store.read(address);
    try {
      for await (const chunk of bytes as AsyncIterable<Buffer>) {
        size += chunk.length;
        hash.update(chunk);
      }
    } catch (error) {
      throw new ArtifactStoreError(`the store broke off within ${address.digest}`, { cause: error });
    }
    if (sizeBytes !== undefined) requireSize(address, size, sizeBytes);
    if (`sha256:${hash.digest('hex')}` !== address.digest)
      throw new DamagedObjectError(address, 'other bytes');
  });
