import { createReadStream } from 'node:fs';
import { readFile } from 'node:fs/promises';
import {
  entryPath,
  gunzip,
  isZip,
  splitBundle,
  tarEntries,
  zipEntries,
  type EntryKind,
} from '@mcp-hub/analyzer/archives';

/** What clients unpack of a bundle. */
const LIMITS = { unpackedBytes: 1024 ** 3, entries: 100_000 };

/** An entry of a gzipped tar or of a ZIP. */
export interface ArchiveEntry {
  readonly kind: EntryKind;
  /** Relative, with `/`; empty for the root. */
  readonly path: string;
  /** Bytes that the archive states. */
  readonly size: number;
  readonly isExecutable: boolean;
  /** Taken before the next entry is. */
  readonly content: AsyncIterable<Uint8Array>;
}

/**
 * The entries of an archive, whose first bytes say which kind it is.
 * @throws RefusedPackage when programs read it differently, and beyond the limits
 */
export async function* archiveEntries(archive: string): AsyncGenerator<ArchiveEntry> {
  yield* (await isZip(archive)) ? ofZip(archive) : ofTar(archive);
}

async function* ofTar(archive: string): AsyncGenerator<ArchiveEntry> {
  for await (const entry of tarEntries(gunzip(createReadStream(archive)), LIMITS)) {
    const { kind, name, size, isExecutable, content } = entry;
    yield { kind, path: entryPath(name), size, isExecutable, content };
  }
}

/** An MCP bundle may have its signature behind the ZIP. */
async function* ofZip(archive: string): AsyncGenerator<ArchiveEntry> {
  const { zip } = splitBundle(await readFile(archive));
  for await (const { isFolder, ...entry } of zipEntries(zip, LIMITS))
    yield { kind: isFolder ? 'folder' : 'file', ...entry };
}
