import { open, type FileHandle } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { entryPath, EntryNames, gunzip, tarEntries } from '@mcp-hub/analyzer/archives';
import { UnusableBundle } from './unusable-bundle.js';

/** As clients unpack: at most this many bytes and entries. */
export const UNPACKED_LIMITS = { unpackedBytes: 1024 ** 3, entries: 20_000 };
const CHUNK = 64 * 1024;

/** A file of a bundle: its bytes are a range of a temporary file. */
export interface BundleFile {
  readonly offset: number;
  readonly size: number;
  readonly isExecutable: boolean;
}

/** The files of a bundle by their paths. Names of a bundle never become names of the file system. */
export class BundleFiles {
  private readonly files = new Map<string, BundleFile>();
  private readonly names = new EntryNames();
  private end = 0;

  private constructor(private readonly file: FileHandle) {}

  /**
   * Unpacks a gzipped tar.
   * @param path of a new file, which the caller deletes
   * @throws RefusedPackage, UnusableBundle, errors of `bytes`
   */
  static async unpack(
    bytes: AsyncIterable<Uint8Array>,
    path: string,
    signal: AbortSignal,
  ): Promise<BundleFiles> {
    const unpacked = new BundleFiles(await open(path, 'wx+', 0o600));
    try {
      for await (const entry of tarEntries(gunzip(bytes), UNPACKED_LIMITS)) {
        signal.throwIfAborted();
        if (entry.kind === 'folder') continue;
        if (entry.kind !== 'file') throw new UnusableBundle(`the bundle has a ${entry.kind}`);
        await unpacked.add(entryPath(entry.name), entry.content, entry.isExecutable);
      }
      return unpacked;
    } catch (error) {
      await unpacked.close();
      throw error;
    }
  }

  /** In code-unit order, which is the same everywhere. */
  get paths(): readonly string[] {
    return [...this.files.keys()].sort();
  }

  has(path: string): boolean {
    return this.files.has(path);
  }

  get(path: string): BundleFile | undefined {
    return this.files.get(path);
  }

  /** The bytes of a file. */
  open(path: string): Readable {
    const file = this.files.get(path);
    if (file === undefined) throw new Error('there is no such file in the bundle');
    return Readable.from(this.read(file));
  }

  /** The text of a small file; undefined if there is none, or a larger one. */
  async text(path: string, maxBytes: number): Promise<string | undefined> {
    const file = this.files.get(path);
    if (file === undefined || file.size > maxBytes) return undefined;
    const chunks: Buffer[] = [];
    for await (const chunk of this.read(file)) chunks.push(chunk);
    return Buffer.concat(chunks).toString('utf8');
  }

  async close(): Promise<void> {
    await this.file.close();
  }

  private async add(path: string, content: AsyncIterable<Uint8Array>, isExecutable: boolean): Promise<void> {
    this.names.add(path);
    // Some packers write an entry again; what clients keep of two is not known here.
    if (path === '' || this.files.has(path)) throw new UnusableBundle('the bundle has a file twice');
    const offset = this.end;
    for await (const chunk of content) {
      await this.file.appendFile(chunk);
      this.end += chunk.length;
    }
    this.files.set(path, { offset, size: this.end - offset, isExecutable });
  }

  private async *read({ offset, size }: BundleFile): AsyncGenerator<Buffer> {
    for (let at = 0; at < size;) {
      const buffer = Buffer.allocUnsafe(Math.min(CHUNK, size - at));
      const { bytesRead } = await this.file.read(buffer, 0, buffer.length, offset + at);
      if (bytesRead === 0) throw new Error('the temporary file is cut off');
      at += bytesRead;
      yield buffer.subarray(0, bytesRead);
    }
  }
}
