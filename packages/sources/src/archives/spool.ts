import { open, type FileHandle } from 'node:fs/promises';
import { mebibytes, type SourceLimits } from '../limits.js';
import { escapedText } from '@mcp-hub/analyzer/texts';
import { SourceError } from '../source-error.js';

/** A file of an archive: its bytes are a range of the spool. */
export interface SpooledFile {
  readonly offset: number;
  readonly size: number;
  readonly isExecutable: boolean;
}

/**
 * The contents of an archive in one temporary file, one after the other. Names from the archive never become names of
 * the file system, and the files can be read in any order.
 */
export class Spool {
  private end = 0;
  private entries = 0;

  private constructor(
    private readonly file: FileHandle,
    private readonly limits: SourceLimits,
  ) {}

  static async create(path: string, limits: SourceLimits): Promise<Spool> {
    return new Spool(await open(path, 'wx+', 0o600), limits);
  }

  /** Counts an entry of any kind. */
  count(path: string): void {
    this.entries += 1;
    if (this.entries > this.limits.entries)
      throw new SourceError(
        'too_large',
        `the archive has more than ${this.limits.entries} entries, at ${escapedText(path)}`,
      );
  }

  /**
   * Appends a file. The limit applies to the bytes that arrive, whatever sizes the archive states.
   * @throws SourceError beyond the limit
   */
  async add(path: string, content: AsyncIterable<Uint8Array>, isExecutable: boolean): Promise<SpooledFile> {
    const offset = this.end;
    for await (const chunk of content) {
      if (this.end + chunk.length > this.limits.unpackedBytes)
        throw new SourceError(
          'too_large',
          `the archive unpacks to more than ${mebibytes(this.limits.unpackedBytes)}, at ${escapedText(path)}`,
        );
      await this.file.appendFile(chunk);
      this.end += chunk.length;
    }
    return { offset, size: this.end - offset, isExecutable };
  }

  /** Reads a file in pieces. */
  async *read({ offset, size }: SpooledFile): AsyncGenerator<Buffer> {
    const CHUNK = 64 * 1024;
    for (let at = 0; at < size;) {
      const buffer = Buffer.allocUnsafe(Math.min(CHUNK, size - at));
      const { bytesRead } = await this.file.read(buffer, 0, buffer.length, offset + at);
      if (bytesRead === 0) throw new Error('the spool is cut off');
      at += bytesRead;
      yield buffer.subarray(0, bytesRead);
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.file.close();
  }
}
