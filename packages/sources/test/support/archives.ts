import { deflateRawSync, crc32, gzipSync } from 'node:zlib';
import { Readable } from 'node:stream';
import { gunzip, tarEntries } from '@mcp-hub/analyzer/archives';
import { pack } from '../../src/archives/tar-stream.js';

export interface TarEntry {
  readonly name: string;
  readonly content?: string | Uint8Array;
  readonly type?: string;
  readonly linkname?: string;
  readonly mode?: number;
}

async function tarOf(entries: readonly TarEntry[]): Promise<Buffer> {
  const stream = pack();
  const chunks: Buffer[] = [];
  const read = (async () => {
    for await (const chunk of stream) chunks.push(chunk as Buffer);
  })();
  for (const { content = '', ...header } of entries) {
    const bytes = Buffer.from(content);
    const type = header.type ?? 'file';
    await new Promise<void>((resolve, reject) => {
      const entry = stream.entry({ ...header, type, size: bytes.length }, (error) =>
        error ? reject(error) : resolve(),
      );
      entry.end(bytes.length === 0 ? undefined : bytes);
    });
  }
  stream.finalize();
  await read;
  return Buffer.concat(chunks);
}

/** A header with the comment that `git archive` writes first. */
function commitHeader(commit: string): Buffer {
  const record = `comment=${commit}\n`;
  const length = record.length + 3;
  const content = Buffer.alloc(512);
  content.write(`${length} ${record}`);
  const header = Buffer.alloc(512);
  header.write('pax_global_header', 0);
  header.write('0000666\0', 100).toString();
  header.write('0000000\0', 108);
  header.write('0000000\0', 116);
  header.write(`${length.toString(8).padStart(11, '0')}\0`, 124);
  header.write('00000000000\0', 136);
  header.fill(' ', 148, 156);
  header.write('g', 156);
  header.write('ustar\u000000', 257, 'latin1');
  const sum = header.reduce((total, byte) => total + byte, 0);
  header.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148);
  return Buffer.concat([header, content]);
}

/** A gzipped tar. */
export async function tarGzOf(entries: readonly TarEntry[], commit?: string): Promise<Buffer> {
  const tar = await tarOf(entries);
  return gzipSync(commit === undefined ? tar : Buffer.concat([commitHeader(commit), tar]));
}

export interface ZipEntry {
  readonly name: string;
  readonly content?: string | Uint8Array;
  /** Of Unix, with the type of the file. */
  readonly mode?: number;
  /** The size that the zip states. */
  readonly size?: number;
  readonly flags?: number;
  /** Bytes behind the compressed content, which its size covers. */
  readonly behind?: string;
}

/** A zip whose entries are compressed. */
export function zipOf(entries: readonly ZipEntry[]): Buffer {
  const locals: Buffer[] = [];
  const central: Buffer[] = [];
  let offset = 0;
  for (const { name, content = '', mode = 0o100644, size, flags = 0, behind = '' } of entries) {
    const bytes = Buffer.from(content);
    const packed = Buffer.concat([deflateRawSync(bytes), Buffer.from(behind)]);
    const path = Buffer.from(name);
    const common = Buffer.alloc(26);
    common.writeUInt16LE(20, 0);
    common.writeUInt16LE(0x800 | flags, 2);
    common.writeUInt16LE(8, 4);
    common.writeUInt32LE(crc32(bytes), 10);
    common.writeUInt32LE(packed.length, 14);
    common.writeUInt32LE(size ?? bytes.length, 18);
    common.writeUInt16LE(path.length, 22);
    const local = Buffer.concat([Buffer.from('PK\u0003\u0004', 'latin1'), common, path, packed]);
    const tail = Buffer.alloc(14);
    tail.writeUInt32LE((mode * 0x10000) >>> 0, 6);
    tail.writeUInt32LE(offset, 10);
    const madeBy = Buffer.from([20, 3]);
    central.push(Buffer.from('PK\u0001\u0002', 'latin1'), madeBy, common, tail, path);
    locals.push(local);
    offset += local.length;
  }
  const directory = Buffer.concat(central);
  const end = Buffer.alloc(22);
  end.write('PK\u0005\u0006', 'latin1');
  end.writeUInt16LE(entries.length, 8);
  end.writeUInt16LE(entries.length, 10);
  end.writeUInt32LE(directory.length, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...locals, directory, end]);
}

/** The files of a gzipped tar with their contents, in order; ` *` follows the name of an executable. */
export async function contentsOf(archive: Buffer): Promise<Record<string, string>> {
  const files: Record<string, string> = {};
  const limits = { unpackedBytes: 512 * 1024 * 1024, entries: 20_000 };
  for await (const entry of tarEntries(gunzip(Readable.from([archive])), limits)) {
    const chunks: Uint8Array[] = [];
    for await (const chunk of entry.content) chunks.push(chunk);
    const { name, isExecutable } = entry;
    files[isExecutable ? `${name} *` : name] = Buffer.concat(chunks).toString();
  }
  return files;
}
