import { join } from 'node:path';
import { entryPath } from '../archives/entry-path.js';
import { withoutLinks } from '../archives/links.js';
import { readRepository, type RepositoryTree } from '../archives/read-repository.js';
import { Spool, type SpooledFile } from '../archives/spool.js';
import { writeArchive } from '../archives/write-archive.js';
import type { FetchedSource, HttpFetchContext } from '../fetched-source.js';
import { printable } from '../printable.js';
import { SourceError } from '../source-error.js';
import { HOST_ADDRESSES } from './code-host.js';
import type { RepositoryAddress } from './repository-address.js';

export interface RepositoryRequest {
  readonly address: RepositoryAddress;
  readonly commit: string;
  /** A folder of the repository. */
  readonly path: string | undefined;
}

/** The files of a folder, by their paths in it. */
function filesIn(files: ReadonlyMap<string, SpooledFile>, path: string): ReadonlyMap<string, SpooledFile> {
  const folder = entryPath(path);
  if (folder === '') return files;
  if (files.has(folder))
    throw new SourceError('invalid', `${printable(folder)} is a file of the repository, not a folder`);
  const prefix = `${folder}/`;
  const within = [...files].filter(([name]) => name.startsWith(prefix));
  if (within.length === 0)
    throw new SourceError('not_found', `the repository has no folder ${printable(folder)}`);
  return new Map(within.map(([name, file]) => [name.slice(prefix.length), file]));
}

function checkCommit({ commit: actual }: RepositoryTree, expected: string): void {
  if (actual !== undefined && actual !== expected)
    throw new SourceError('integrity', `the archive of ${expected} is one of ${actual}`);
}

/** Fetches a commit, and packs its files or those of a folder. */
export async function fetchRepository(
  { address, commit, path }: RepositoryRequest,
  { client, ...context }: HttpFetchContext,
): Promise<FetchedSource> {
  const { folder, archive, limits } = context;
  const { codeHost, origin, repository } = address;
  const downloaded = join(folder, 'repository.tar.gz');
  await client.save(
    {
      url: new URL(`/${HOST_ADDRESSES[codeHost.kind].archive(repository, commit)}`, origin),
      accept: '*/*',
      maxBytes: limits.archiveBytes,
      what: `commit ${commit} of the repository ${repository}`,
    },
    downloaded,
  );
  await using spool = await Spool.create(join(folder, 'spool'), limits);
  const tree = await readRepository(downloaded, spool, context);
  checkCommit(tree, commit);
  const files = filesIn(withoutLinks(tree.entries, limits.entries), path ?? '');
  return { archive, ...(await writeArchive(files, spool, context)), commit };
}
