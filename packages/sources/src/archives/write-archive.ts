import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import type { Link } from '@mcp-hub/analyzer/archives';
import type { FetchContext } from '../fetched-source.js';
import { mebibytes } from '../limits.js';
import type { Download } from '../network/http-client.js';
import { SourceError } from '../source-error.js';
import type { Spool, SpooledFile } from './spool.js';
import { pack } from './tar-stream.js';

/** By UTF-16 code units: the same everywhere, unlike what a locale says. */
const byPath = ([one]: readonly [string, unknown], [other]: readonly [string, unknown]): number =>
  one < other ? -1 : Number(one > other);

const headerOf = (entry: SpooledFile | Link) =>
  'linkTo' in entry
    ? { type: 'symlink', linkname: entry.linkTo, size: 0 }
    : { size: entry.size, mode: entry.isExecutable ? 0o755 : 0o644 };

/**
 * Writes a gzipped tar that depends on the paths, contents and executable bits of its files alone: sorted, without
 * folders, owners and times.
 * @param links links that lead out of what is packed: they stay links, so that the analysis says that they are there
 * @throws SourceError when it has too many files or bytes, or none
 */
export async function writeArchive(
  files: ReadonlyMap<string, SpooledFile>,
  spool: Spool,
  { archive, limits, signal }: Pick<FetchContext, 'archive' | 'limits' | 'signal'>,
  links: ReadonlyMap<string, Link> = new Map(),
): Promise<Download> {
  if (files.size === 0) throw new SourceError('invalid', 'there are no files');
  if (files.size > limits.files)
    throw new SourceError('too_large', `there are more than ${limits.files} files`);
  // Links can lead to one file many times.
  const unpacked = [...files.values()].reduce((sum, file) => sum + file.size, 0);
  if (unpacked > limits.unpackedBytes)
    throw new SourceError(
      'too_large',
      `the files are larger than ${mebibytes(limits.unpackedBytes)} together`,
    );
  const tar = pack();
  const hash = createHash('sha256');
  let size = 0;
  const written = pipeline(
    tar,
    createGzip(),
    async function* (chunks: AsyncIterable<Buffer>) {
      for await (const chunk of chunks) {
        hash.update(chunk);
        size += chunk.length;
        if (size > limits.archiveBytes)
          throw new SourceError('too_large', `the archive is larger than ${mebibytes(limits.archiveBytes)}`);
        yield chunk;
      }
    },
    createWriteStream(archive, { flags: 'wx', mode: 0o600 }),
    { signal },
  );
  const filled = fill();
  // When one side fails, the other ends with an error that only repeats it.
  filled.catch((error: unknown) => tar.destroy(error as Error));
  await Promise.all([written, filled]);
  return { sha256: hash.digest('hex'), size };

  async function fill(): Promise<void> {
    for (const [name, file] of [...files, ...links].sort(byPath)) {
      const { promise, resolve, reject } = Promise.withResolvers<undefined>();
      const entry = tar.entry({ name, mtime: new Date(0), ...headerOf(file) }, (error) => {
        if (error) reject(error);
        else resolve(undefined);
      });
      if ('linkTo' in file) await promise;
      else await Promise.all([pipeline(Readable.from(spool.read(file)), entry), promise]);
    }
    tar.finalize();
  }
}
