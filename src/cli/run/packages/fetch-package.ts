import { mkdir, mkdtemp } from 'node:fs/promises';
import { join } from 'node:path';
import { fetchSource, readNpmSettings, SourceError } from '@mcp-hub/sources';
import { npmEnvironment } from '../../../config/npm-environment.js';
import { entriesFolder, entryKey, type CacheEntry } from '../cache/cache-entry.js';
import { removeFolder, writeEntry } from '../cache/write-entry.js';
import { Refusal } from '../refusal.js';
import { npmContent } from './npm-content.js';
import type { PackageOptions, PackageSource } from './package-content.js';
import { pypiContent } from './pypi-content.js';

/**
 * Fetches a package, compares its digest with the decided one, and unpacks it into the cache.
 * @throws Refusal
 */
export async function fetchPackage(
  source: PackageSource,
  cache: string,
  options: PackageOptions,
): Promise<CacheEntry> {
  await mkdir(entriesFolder(cache), { recursive: true, mode: 0o700 });
  // Like a folder that is being written, so that what an interrupted run leaves is removed.
  const work = await mkdtemp(join(entriesFolder(cache), `.new-${process.pid}-`));
  try {
    const archive = await fetchedArchive(source, work, options);
    const read = source.kind === 'npm' ? npmContent : pypiContent;
    const content = await read({ source, archive, options });
    const needs = content.dependencies.length > 0;
    if (needs && !options.withDependencies) throw new Refusal(needsOthers(source, content.dependencies));
    return await writeEntry(cache, entryKey(source.digest, needs), async (folder) => {
      await content.unpack(folder);
      const unverified = needs ? await content.install(folder) : undefined;
      return {
        content: {
          digest: source.digest,
          name: `${source.kind}:${source.name}@${source.version}`,
          launch: content.launch,
          ...(unverified !== undefined && { unverified }),
        },
        first: [content.first],
      };
    });
  } finally {
    await removeFolder(work);
  }
}

const MAX_SHOWN = 5;

function needsOthers({ name }: PackageSource, dependencies: readonly string[]): string {
  const more = dependencies.length - MAX_SHOWN;
  const shown = [...dependencies.slice(0, MAX_SHOWN), ...(more > 0 ? [`${more} more`] : [])].join(', ');
  return `${name} needs ${shown}, which its archive does not have and nobody has verified; --with-dependencies accepts that`;
}

/** The archive with the decided digest. A Python release has that of its set of files, too. */
async function fetchedArchive(
  { kind, name, version, digest }: PackageSource,
  folder: string,
  { environment }: PackageOptions,
): Promise<string> {
  try {
    const index = environment['MCP_HUB_PYPI_INDEX'];
    const fetched = await fetchSource(
      { kind, name, version },
      {
        folder,
        ...(kind === 'npm' && { npm: await readNpmSettings(npmEnvironment(environment)) }),
        ...(index !== undefined && { pypiIndex: index }),
      },
    );
    const digests = [fetched.sha256, fetched.release?.sha256].map((hex) => `sha256:${hex ?? ''}`);
    if (!digests.includes(digest))
      throw new Refusal(
        `${name} ${version} is not the one that was analyzed: its registry has other bytes now`,
      );
    return fetched.archive;
  } catch (error) {
    if (error instanceof SourceError)
      throw new Refusal(`${name} ${version} cannot be fetched: ${error.message}`, { cause: error });
    throw error;
  }
}
