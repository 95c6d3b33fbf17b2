import { createReadStream } from 'node:fs';
import {
  CutOffArchive,
  gunzip,
  RefusedPackage,
  tarEntries,
  TooLargeArchive,
  TooManyEntries,
  withoutLinks,
  type TreeEntry,
  type WithoutLinks,
} from '@mcp-hub/analyzer/archives';
import type { FetchContext } from '../fetched-source.js';
import { escapedText } from '@mcp-hub/analyzer/texts';
import { SourceError } from '../source-error.js';
import { entryPath } from './entry-path.js';
import type { Spool, SpooledFile } from './spool.js';

const BLOCK = 512;

/** What the archive of a code host holds. */
export interface RepositoryTree {
  /** By their paths in the repository. */
  readonly entries: ReadonlyMap<string, TreeEntry<SpooledFile>>;
  /** The commit that the archive says it was made of; undefined when it says nothing. */
  readonly commit: string | undefined;
}

/** The commit in a tar of `git archive`: the comment of the global header before all entries. */
function commitIn(head: Buffer): string | undefined {
  if (head.toString('latin1', 156, 157) !== 'g') return undefined;
  return /^\d+ comment=([0-9a-f]{40,64})\n/.exec(head.toString('latin1', BLOCK))?.[1];
}

const invalid = (reason: string, name: string): SourceError =>
  new SourceError('invalid', `${reason}: ${escapedText(name)}`);

/** @throws SourceError for a file with the name of a folder, which programs refuse or leave out */
function checkFolders(entries: ReadonlyMap<string, unknown>): void {
  for (const path of entries.keys())
    for (let end = path.indexOf('/'); end !== -1; end = path.indexOf('/', end + 1))
      if (entries.has(path.slice(0, end))) throw invalid('the archive has a file within a file', path);
}

/** The error of an archive that cannot be used. One that is cut off may be whole the next time. */
function brokenArchive(error: unknown): unknown {
  if (!(error instanceof RefusedPackage)) return error;
  if (error instanceof CutOffArchive)
    return new SourceError('unavailable', 'the archive is cut off', { cause: error });
  const isLarge = error instanceof TooLargeArchive || error instanceof TooManyEntries;
  const message = `the archive is refused: ${error.message}`;
  return new SourceError(isLarge ? 'too_large' : 'invalid', message, { cause: error });
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
  const entries = new Map<string, TreeEntry<SpooledFile>>();
  let head = Buffer.alloc(0);
  async function* unpacked(): AsyncGenerator<Uint8Array> {
    for await (const chunk of gunzip(createReadStream(path, { signal }))) {
      if (head.length < 2 * BLOCK) head = Buffer.concat([head, chunk.subarray(0, 2 * BLOCK)]);
      yield chunk;
    }
  }
  let top: string | undefined;
  // The spool counts entries and the bytes of files; long names are small besides them.
  const tarLimits = {
    unpackedBytes: limits.unpackedBytes + limits.entries * BLOCK,
    entries: limits.entries + 1,
  };
  try {
    for await (const entry of tarEntries(unpacked(), tarLimits)) {
      const { name, kind, target, isExecutable } = entry;
      const [first = '', ...rest] = entryPath(name).split('/');
      const relative = rest.join('/');
      // pip takes the first folder as it is spelled.
      if (!name.startsWith(first)) throw invalid('the archive has a name that begins with a dot', name);
      spool.count(name);
      top ??= first;
      if (first !== top) throw invalid('the archive has more than one folder', name);
      if (kind === 'folder') continue;
      if (relative === '' || entries.has(relative)) throw invalid('the archive has a name twice', name);
      if (kind === 'symbolic link') entries.set(relative, { linkTo: target });
      else if (kind === 'file') entries.set(relative, await spool.add(relative, entry.content, isExecutable));
      else throw invalid('the archive has an entry that is neither file nor folder', name);
    }
  } catch (error) {
    throw brokenArchive(error);
  }
  checkFolders(entries);
  return { entries, commit: commitIn(head) };
}

/**
 * The files of a repository, with copies of what its links lead to.
 * @param limit the number of files that may result
 * @throws SourceError
 */
export function filesOfTree({ entries }: RepositoryTree, limit: number): WithoutLinks<SpooledFile> {
  try {
    return withoutLinks(entries, limit);
  } catch (error) {
    throw brokenArchive(error);
  }
}
