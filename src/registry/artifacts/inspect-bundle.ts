import { addAbortSignal, type Readable } from 'node:stream';
import { crc32 } from 'node:zlib';
import {
  AmbiguousArchive,
  BrokenArchive,
  EntryNames,
  entryPath,
  gunzip,
  RefusedPackage,
  tarEntries,
  TooLargeArchive,
  TooManyEntries,
  type ReadEntry,
} from '@mcp-hub/analyzer/archives';

/** What clients unpack, and the number of entries up to which a bundle is inspected. */
const LIMITS = { unpackedBytes: 1024 ** 3, entries: 100_000 };
/** Names beyond these are not analyzed, and not compared with others. */
const NAMES = { count: 20_000, depth: 40, length: 512 };

/** Reasons for clients to refuse a bundle. */
export type BundleFault = 'not_gzip_tar' | 'has_links' | 'has_special_files' | 'too_large' | 'ambiguous';

/** The order in which faults are reported. */
const FAULTS: readonly BundleFault[] = [
  'not_gzip_tar',
  'has_links',
  'has_special_files',
  'too_large',
  'ambiguous',
];

/** The faults of the entries of one bundle. */
class Inspection {
  private readonly found = new Set<BundleFault>();
  private readonly names = new EntryNames();
  /** The checksum of each file's content and whether it is executable, by its path. */
  private readonly files = new Map<string, string>();
  private count = 0;

  async entry({ name, kind, isExecutable, content }: ReadEntry): Promise<void> {
    this.count += 1;
    if (kind === 'hard link' || kind === 'symbolic link') this.found.add('has_links');
    else if (kind !== 'file' && kind !== 'folder') this.found.add('has_special_files');
    else {
      let checksum = 0;
      for await (const chunk of content) checksum = crc32(chunk, checksum);
      this.compare(name, kind === 'file' ? `${checksum} ${isExecutable}` : undefined);
    }
  }

  add(fault: BundleFault): void {
    this.found.add(fault);
  }

  get faults(): BundleFault[] {
    if (this.count === 0 && this.found.size === 0) return ['not_gzip_tar'];
    return FAULTS.filter((fault) => this.found.has(fault));
  }

  /** @param file what two entries of one name must have in common; undefined for a folder */
  private compare(name: string, file: string | undefined): void {
    if (this.count > NAMES.count || name.length > NAMES.length) return;
    if (name.split('/').length > NAMES.depth) return;
    try {
      const path = entryPath(name);
      if (path !== '') this.names.add(path);
      if (file === undefined) return;
      const known = this.files.get(path);
      if (known !== undefined && known !== file) this.found.add('ambiguous');
      this.files.set(path, file);
    } catch (error) {
      if (!(error instanceof RefusedPackage)) throw error;
      this.found.add('ambiguous');
    }
  }
}

async function* until(signal: AbortSignal, tar: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  for await (const chunk of tar) {
    signal.throwIfAborted();
    yield chunk;
  }
}

/**
 * Why clients would refuse a bundle, as far as its bytes show. It is read as a stream, up to the size that clients
 * unpack, which bounds memory and time for any bundle.
 * @throws the error of `bytes`; an AbortError when the signal is aborted. `bytes` is destroyed in any case.
 */
export async function inspectBundle(bytes: Readable, signal: AbortSignal): Promise<BundleFault[]> {
  const inspection = new Inspection();
  addAbortSignal(signal, bytes);
  try {
    for await (const entry of tarEntries(until(signal, gunzip(bytes)), LIMITS)) await inspection.entry(entry);
  } catch (error) {
    if (error instanceof BrokenArchive) return ['not_gzip_tar'];
    if (error instanceof AmbiguousArchive) inspection.add('ambiguous');
    else if (error instanceof TooLargeArchive) inspection.add('too_large');
    // Bundles with more entries are not inspected to their end.
    else if (!(error instanceof TooManyEntries)) throw error;
  } finally {
    bytes.destroy();
  }
  return inspection.faults;
}
