import { rename } from 'node:fs/promises';
import { join } from 'node:path';
import { readZip } from '../archives/read-zip.js';
import { Spool } from '../archives/spool.js';
import { writeArchive } from '../archives/write-archive.js';
import type { FetchedSource, HttpFetchContext } from '../fetched-source.js';
import { mebibytes, type SourceLimits } from '../limits.js';
import type { Download } from '../network/http-client.js';
import { printable } from '../printable.js';
import { SourceError } from '../source-error.js';
import { chooseDistribution } from './distribution.js';
import { readRelease, type DistributionFile } from './index-api.js';

export interface PypiRequest {
  /** The address of the index. */
  readonly index: string;
  readonly name: string;
  readonly version: string | undefined;
}

function checkFile(
  { filename, sha256, size = 0, url }: DistributionFile,
  { archiveBytes }: SourceLimits,
): void {
  if (size > archiveBytes)
    throw new SourceError('too_large', `${printable(filename)} is larger than ${mebibytes(archiveBytes)}`);
  if (!/^[0-9a-f]{64}$/.test(sha256))
    throw new SourceError('integrity', `the index states no SHA-256 for ${printable(filename)}`);
  if (!URL.canParse(url))
    throw new SourceError('unavailable', `the index states no address for ${printable(filename)}`);
}

function checkDownload({ filename, sha256, size }: DistributionFile, actual: Download): void {
  if (actual.sha256 !== sha256 || (size !== undefined && actual.size !== size))
    throw new SourceError('integrity', `${printable(filename)} is not the file that the index names`, {
      isRetryable: true,
    });
}

/**
 * Fetches the source distribution of a release, or else a wheel. A gzipped tar stays as it is, byte for byte, and a zip
 * becomes one.
 */
export async function fetchPypi(
  { index, name, version }: PypiRequest,
  { client, ...context }: HttpFetchContext,
): Promise<FetchedSource> {
  const { folder, archive, limits } = context;
  const release = await readRelease(client, index, name, version);
  const identity = { name: release.name, version: release.version };
  const chosen = chooseDistribution(release.files);
  if (!chosen)
    throw new SourceError(
      'not_found',
      `the package ${printable(`${release.name}==${release.version}`)} has neither a source distribution nor a wheel`,
    );
  const { file, packing } = chosen;
  checkFile(file, limits);
  const path = join(folder, 'distribution');
  const download = await client.save(
    { url: new URL(file.url), accept: '*/*', maxBytes: limits.archiveBytes, what: printable(file.filename) },
    path,
  );
  checkDownload(file, download);
  if (packing === 'tar') {
    await rename(path, archive);
    return { archive, ...download, package: identity };
  }
  await using spool = await Spool.create(join(folder, 'spool'), limits);
  const files = await readZip(path, spool);
  return { archive, ...(await writeArchive(files, spool, context)), package: identity };
}
