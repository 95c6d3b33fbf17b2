import { opendir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { isSha256Digest } from '../../common/values/sha256-digest.js';
import type { StoredObject } from './artifact-store.js';
import { isMissing } from './folders.js';

/** Names in a folder, read incrementally; none if the folder does not exist. */
async function* namesIn(folder: string): AsyncGenerator<string> {
  try {
    for await (const { name } of await opendir(folder)) yield name;
  } catch (error) {
    if (!isMissing(error)) throw error;
  }
}

/**
 * Lists the objects stored as files in `<root>/<owner>/<kind>/<2 digits>/<64 digits>`.
 * @throws when the signal is aborted
 */
export async function* listFiles<Kind extends string>(
  root: string,
  kinds: readonly Kind[],
  signal: AbortSignal,
): AsyncGenerator<StoredObject<Kind>> {
  for await (const orgKey of namesIn(root)) {
    for (const kind of kinds) {
      for await (const prefix of namesIn(join(root, orgKey, kind))) {
        for await (const hex of namesIn(join(root, orgKey, kind, prefix))) {
          signal.throwIfAborted();
          const digest = `sha256:${hex}`;
          if (!isSha256Digest(digest)) continue;
          const found = await statOf(join(root, orgKey, kind, prefix, hex));
          if (found !== undefined) yield { address: { orgKey, kind, digest }, ...found };
        }
      }
    }
  }
}

async function statOf(path: string): Promise<Omit<StoredObject, 'address'> | undefined> {
  try {
    const { size, mtime } = await stat(path);
    return { sizeBytes: size, modifiedAt: mtime };
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw error;
  }
}
