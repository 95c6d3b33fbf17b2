import type { ArchiveLimits } from './archive-limits.js';
import { TarReader, type TarEntry } from './tar-reader.js';

/** An entry with its content, which is read before the next entry. */
export interface ReadEntry extends TarEntry {
  readonly content: AsyncIterable<Uint8Array>;
}

async function* partsOf(
  tar: AsyncIterable<Uint8Array>,
  limits: ArchiveLimits,
): AsyncGenerator<TarEntry | Uint8Array, undefined> {
  const reader = new TarReader(limits);
  for await (const chunk of tar) yield* reader.read(chunk);
  reader.end();
}

/**
 * The entries of a tar, one at a time. Content that is not read is passed over.
 * @throws BrokenArchive, AmbiguousArchive, TooLargeArchive; errors of `tar` unchanged
 */
export async function* tarEntries(
  tar: AsyncIterable<Uint8Array>,
  limits: ArchiveLimits,
): AsyncGenerator<ReadEntry> {
  const parts = partsOf(tar, limits);
  let part = await parts.next();
  async function* content(): AsyncGenerator<Uint8Array> {
    for (;;) {
      part = await parts.next();
      if (part.done === true || !(part.value instanceof Uint8Array)) return;
      yield part.value;
    }
  }
  try {
    while (part.done !== true && !(part.value instanceof Uint8Array)) {
      const entry = { ...part.value, content: content() };
      yield entry;
      for await (const rest of entry.content) void rest;
    }
  } finally {
    await parts.return(undefined);
  }
}
