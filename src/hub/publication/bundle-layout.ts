import { Writable, type Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { extract } from 'tar-stream';

/** The files of a bundle, by their paths in it. */
export type BundleLayout = ReadonlySet<string>;

interface TarHeader {
  readonly name: string;
  readonly type: string | null;
  readonly size: number;
}
type OnEntry = (header: TarHeader, content: Readable, next: (error?: unknown) => void) => void;
// The library has streams of its own, which work like those of Node.js.
type TarExtract = Writable & { on: (event: 'entry', listener: OnEntry) => void };

// As many as the analyzer reads.
const MAX_ENTRIES = 20_000;
const MAX_UNPACKED = 1024 ** 3;

/** The bundle has too many entries, or unpacks to too many bytes. */
class TooLarge extends Error {}

const isNoGzipTar = (error: unknown): boolean => {
  const { code, message } = Object(error) as NodeJS.ErrnoException;
  return code?.startsWith('Z_') === true || /tar|header|unexpected end/i.test(message);
};

/**
 * The paths of the files in a gzipped tar; undefined for anything else, and for one that is too large to be unpacked.
 * @throws the error of `bytes`, which is destroyed in any case
 */
export async function readBundleLayout(bytes: Readable): Promise<BundleLayout | undefined> {
  const paths = new Set<string>();
  const failed = new Set<unknown>();
  bytes.once('error', (error) => failed.add(error));
  const entries = extract() as unknown as TarExtract;
  let unpacked = 0;
  entries.on('entry', (header, content, next) => {
    unpacked += header.size;
    if (header.type === 'file') paths.add(header.name.replace(/^(\.\/)+/, ''));
    if (paths.size > MAX_ENTRIES || unpacked > MAX_UNPACKED) {
      next(new TooLarge());
      return;
    }
    pipeline(content, discarding()).then(() => next(), next);
  });
  try {
    await pipeline(bytes, createGunzip(), entries);
  } catch (error) {
    if (!failed.has(error) && (error instanceof TooLarge || isNoGzipTar(error))) return undefined;
    throw error;
  }
  return paths.size === 0 ? undefined : paths;
}

const discarding = (): Writable => new Writable({ write: (_chunk, _encoding, done) => done() });
