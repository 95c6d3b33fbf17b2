import { createReadStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import type { FetchContext } from '../fetched-source.js';
import { mebibytes } from '../limits.js';
import { printable } from '../printable.js';
import { SourceError } from '../source-error.js';
import { entryPath } from './entry-path.js';
import type { TreeEntry } from './links.js';
import type { Spool } from './spool.js';
import { extract } from './tar-stream.js';

const BLOCK = 512;
/** The headers of an entry: its own, and an extended one for a long name. */
const HEADERS = 3 * BLOCK;
const EXECUTABLE = 0o111;

/** What the archive of a code host holds. */
export interface RepositoryTree {
  /** By their paths in the repository. */
  readonly entries: ReadonlyMap<string, TreeEntry>;
  /** The commit that the archive says it was made of; undefined when it says nothing. */
  readonly commit: string | undefined;
}

/** The commit in a tar of `git archive`: the comment of the global header before all entries. */
function commitIn(head: Buffer): string | undefined {
  if (head.toString('latin1', 156, 157) !== 'g') return undefined;
  return /^\d+ comment=([0-9a-f]{40,64})\n/.exec(head.toString('latin1', BLOCK))?.[1];
}

const invalid = (reason: string, name: string): SourceError =>
  new SourceError('invalid', `${reason}: ${printable(name)}`);

/** The error of a broken archive. A cut off one may be whole the next time. */
function brokenArchive(error: unknown): unknown {
  const { code, message } = error as NodeJS.ErrnoException;
  if (error instanceof SourceError || (code?.startsWith('E') === true && !code.startsWith('ERR_')))
    return error;
  if (code === 'Z_BUF_ERROR' || message === 'Unexpected end of data')
    return new SourceError('unavailable', 'the archive is cut off', { cause: error });
  return new SourceError('invalid', `the archive is broken: ${printable(message)}`, { cause: error });
}

/**
 * Reads the archive of a code host into a spool, without its top folder.
 * @throws SourceError
 */
export async function readRepository(
  path: string,
  spool: Spool,
  { limits, signal }: Pick<FetchContext, 'limits' | 'signal'>,
): Promise<RepositoryTree> {
  const entries = new Map<string, TreeEntry>();
  const reading = extract();
  let head = Buffer.alloc(0);
  // The spool bounds what is in files; this also bounds what is between and after them.
  let left = limits.unpackedBytes + limits.entries * HEADERS;
  const unpacked = pipeline(
    createReadStream(path),
    createGunzip(),
    async function* (chunks: AsyncIterable<Buffer>) {
      for await (const chunk of chunks) {
        left -= chunk.length;
        if (left < 0)
          throw new SourceError(
            'too_large',
            `the archive unpacks to more than ${mebibytes(limits.unpackedBytes)}`,
          );
        if (head.length < 2 * BLOCK) head = Buffer.concat([head, chunk.subarray(0, 2 * BLOCK)]);
        yield chunk;
      }
    },
    reading,
    { signal },
  );
  const [read, collected] = await Promise.allSettled([unpacked, collect()]);
  // What ends the collection also ends the pipeline, with an error that says less.
  if (collected.status === 'rejected') throw brokenArchive(collected.reason);
  if (read.status === 'rejected') throw brokenArchive(read.reason);
  return { entries, commit: commitIn(head) };

  async function collect(): Promise<void> {
    let top: string | undefined;
    for await (const entry of { [Symbol.asyncIterator]: () => reading[Symbol.asyncIterator]() }) {
      const { name, type, linkname, mode = 0 } = entry.header;
      const [first = '', ...rest] = entryPath(name).split('/');
      const relative = rest.join('/');
      spool.count(name);
      top ??= first;
      if (first !== top) throw invalid('the archive has more than one folder', name);
      if (type === 'directory') {
        entry.resume();
        continue;
      }
      if (relative === '' || entries.has(relative)) throw invalid('the archive has a name twice', name);
      if (type === 'symlink') {
        entries.set(relative, { linkTo: linkname ?? '' });
        entry.resume();
      } else if (type === 'file' || type === 'contiguous-file') {
        const isExecutable = (mode & EXECUTABLE) !== 0;
        entries.set(relative, await spool.add(relative, entry, isExecutable));
      } else throw invalid('the archive has an entry that is neither file nor folder', name);
    }
  }
}
