import { createRequire } from 'node:module';
import { Readable, type Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { compareText } from '../text-order.js';
import { LIMITS, megabytes } from './limits.js';
import { packagePath, printable } from './package-path.js';
import { RefusedPackage, type PackageFiles } from './source-file.js';
import { TarWalk } from './tar-walk.js';

interface TarHeader {
  readonly name: string;
  readonly type: string | null;
  readonly size: number;
}
type OnEntry = (header: TarHeader, content: Readable, next: () => void) => void;
type TarExtract = Writable & { on: (event: 'entry', listener: OnEntry) => void };

const { extract } = createRequire(import.meta.url)('tar-stream') as { extract: () => TarExtract };

const CHUNK = 64 * 1024;
const GARBAGE = 'The archive goes on after the end of its gzip';
const KINDS: Readonly<Record<string, string>> = {
  link: 'a hard link',
  symlink: 'a symbolic link',
  'character-device': 'a device',
  'block-device': 'a device',
  fifo: 'a named pipe',
};

/** The files and folders of an archive, collected during unpacking. */
class Contents {
  private readonly files = new Map<string, Uint8Array>();
  private readonly folders = new Set<string>();

  /**
   * The path of an entry in the package; undefined when it is a folder.
   * @throws RefusedPackage
   */
  pathOf({ name, type, size }: TarHeader, announced: number | undefined): string | undefined {
    const path = packagePath(name);
    const refuse = (reason: string): never => {
      throw new RefusedPackage(`${reason}: ${printable(name)}`);
    };
    const folder = type === 'directory';
    if (!folder && type !== 'file' && type !== 'contiguous-file')
      refuse(`The archive holds ${KINDS[type ?? ''] ?? 'something that is neither file nor folder'}`);
    if (size !== announced || (folder && size > 0)) refuse('Two headers give an entry different sizes');
    if (!folder && (path === '' || name.endsWith('/') || name.endsWith('/.')))
      refuse('A file has the name of a folder');
    if (this.files.has(path)) refuse('Two entries have one name');
    for (let end = path.indexOf('/'); end !== -1; end = path.indexOf('/', end + 1)) {
      const parent = path.slice(0, end);
      if (this.files.has(parent)) refuse('A file lies within a file');
      this.folders.add(parent);
    }
    if (!folder && this.folders.has(path)) refuse('A file has the name of a folder');
    if (folder) this.folders.add(path);
    return folder ? undefined : path;
  }

  add(path: string, content: Uint8Array): void {
    this.files.set(path, content);
  }

  /** The files sorted by path, without the one folder that contains them all. */
  finish(): PackageFiles {
    if (this.files.size === 0) throw new RefusedPackage('The archive holds no files');
    const top = this.commonFolder();
    const sorted = [...this.files].sort(([left], [right]) => compareText(left, right));
    return new Map(sorted.map(([path, content]) => [path.slice(top.length), content]));
  }

  /** The common folder with its trailing slash; empty when there are several folders or a file beside it. */
  private commonFolder(): string {
    const [first = ''] = this.files.keys();
    const top = first.slice(0, first.indexOf('/') + 1);
    const within = (path: string): boolean => path.startsWith(top) || `${path}/` === top || path === '';
    return top !== '' && [...this.files.keys(), ...this.folders].every(within) ? top : '';
  }
}

/** Wraps an error of the archive's source, so that it passes unchanged through the unpacking libraries. */
class SourceFailure extends Error {}

async function* bounded(
  archive: AsyncIterable<Uint8Array>,
  read: { bytes: number },
): AsyncGenerator<Uint8Array> {
  const chunks = archive[Symbol.asyncIterator]();
  try {
    for (;;) {
      const next = await chunks.next().catch((error: unknown) => {
        throw new SourceFailure('the source failed', { cause: error });
      });
      if (next.done === true) return;
      read.bytes += next.value.byteLength;
      if (read.bytes > LIMITS.compressedBytes)
        throw new RefusedPackage(`The archive is larger than ${megabytes(LIMITS.compressedBytes)}`);
      yield next.value;
    }
  } finally {
    await chunks.return?.();
  }
}

async function* checked(tar: AsyncIterable<Uint8Array>, walk: TarWalk): AsyncGenerator<Uint8Array> {
  for await (const chunk of tar) {
    walk.accept(chunk);
    yield chunk;
  }
  walk.end();
}

function readEntries(contents: Contents, walk: TarWalk): TarExtract {
  const reading = extract();
  let count = 0;
  reading.on('entry', (header, content, next) => {
    // It repeats the tar's errors.
    content.on('error', () => undefined);
    try {
      const path = contents.pathOf(header, walk.sizes[count++]);
      const chunks: Uint8Array[] = [];
      content.on('data', (chunk: Uint8Array) => chunks.push(chunk));
      content.on('end', () => {
        if (path !== undefined) contents.add(path, Buffer.concat(chunks));
        next();
      });
    } catch (error) {
      reading.destroy(error as Error);
    }
  });
  return reading;
}

/** The error to throw: the source's own unchanged, and a library's as a reason to refuse the archive. */
function refusalOf(error: unknown): unknown {
  if (error instanceof SourceFailure) return error.cause;
  if (error instanceof RefusedPackage) return error;
  const { code, message } = error as NodeJS.ErrnoException;
  if (code === 'ERR_STREAM_PREMATURE_CLOSE') return new RefusedPackage(GARBAGE, { cause: error });
  const what = code?.startsWith('Z_') === true ? 'not gzip, or broken' : 'not a tar, or broken';
  return new RefusedPackage(`The archive is ${what}: ${printable(message)}`, { cause: error });
}

/**
 * Unpacks a gzipped tar in memory: the output of `npm pack`, a repository's archive, a client's bundle. If one folder contains
 * everything, it is removed from the paths.
 * @throws RefusedPackage when the archive is broken, beyond the limits, or contains entries that could mean different things to
 * different programs: links, devices, names that leave the folder, duplicate names. Errors of `archive` are rethrown unchanged.
 */
export async function unpackArchive(archive: AsyncIterable<Uint8Array> | Uint8Array): Promise<PackageFiles> {
  const source = archive instanceof Uint8Array ? Readable.from([archive]) : archive;
  const contents = new Contents();
  const walk = new TarWalk();
  const read = { bytes: 0 };
  // Its option `rejectGarbageAfterEnd` would also reject a second gzip member at the start of a chunk.
  const gunzip = createGunzip({ chunkSize: CHUNK });
  try {
    await pipeline(
      bounded(source, read),
      gunzip,
      (tar: AsyncIterable<Uint8Array>) => checked(tar, walk),
      readEntries(contents, walk),
    );
  } catch (error) {
    throw refusalOf(error);
  }
  if (gunzip.bytesWritten !== read.bytes) throw new RefusedPackage(GARBAGE);
  return contents.finish();
}
