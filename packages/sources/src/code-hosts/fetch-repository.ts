import { join } from 'node:path';
import { entryPath } from '../archives/entry-path.js';
import { filesOfTree, readRepository, type RepositoryTree } from '../archives/read-repository.js';
import { Spool, type SpooledFile } from '../archives/spool.js';
import { writeArchive } from '../archives/write-archive.js';
import type { FetchedSource, HttpFetchContext } from '../fetched-source.js';
import { escapedText } from '@mcp-hub/analyzer/texts';
import { SourceError } from '../source-error.js';
import { hostKind } from './code-host.js';
import type { RepositoryAddress } from './repository-address.js';

export interface RepositoryRequest {
  readonly address: RepositoryAddress;
  readonly commit: string;
  /** A folder of the repository. */
  readonly path: string | undefined;
}

/** What is in a folder, by the paths in it. */
function within<Entry>(entries: ReadonlyMap<string, Entry>, folder: string): ReadonlyMap<string, Entry> {
  if (folder === '') return entries;
  const prefix = `${folder}/`;
  return new Map(
    [...entries].flatMap(([name, entry]) =>
      name.startsWith(prefix) ? [[name.slice(prefix.length), entry] as const] : [],
    ),
  );
}

/** The files of a folder, by their paths in it. */
function filesIn(files: ReadonlyMap<string, SpooledFile>, folder: string): ReadonlyMap<string, SpooledFile> {
  if (files.has(folder))
    throw new SourceError('invalid', `${escapedText(folder)} is a file of the repository, not a folder`);
  const found = within(files, folder);
  if (found.size === 0 && folder !== '')
    throw new SourceError('not_found', `the repository has no folder ${escapedText(folder)}`);
  return found;
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
      url: new URL(`/${hostKind(codeHost).archive(repository, commit)}`, origin),
      accept: '*/*',
      maxBytes: limits.archiveBytes,
      what: `commit ${commit} of the repository ${repository}`,
    },
    downloaded,
  );
  await using spool = await Spool.create(join(folder, 'spool'), limits);
  const tree = await readRepository(downloaded, spool, context);
  checkCommit(tree, commit);
  const { files, outside } = filesOfTree(tree, limits.entries);
  const root = entryPath(path ?? '');
  const links = within(outside, root);
  return { archive, ...(await writeArchive(filesIn(files, root), spool, context, links)), commit };
}
