import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { Spool } from '../archives/spool.js';
import { writeArchive } from '../archives/write-archive.js';
import type { FetchedRelease, FetchedSource, HttpFetchContext } from '../fetched-source.js';
import { mebibytes } from '../limits.js';
import type { Download } from '../network/http-client.js';
import { escapedText } from '@mcp-hub/analyzer/texts';
import { SourceError } from '../source-error.js';
import { installable, type Distribution } from './distribution.js';
import { readRelease, type DistributionFile } from './index-api.js';
import { MergedRelease } from './merged-release.js';
import { readDistribution } from './read-distribution.js';
import { setDigest } from './release-files.js';
import { indexText, RELEASE_INDEX, type IndexedDistribution } from './release-index.js';

export interface PypiRequest {
  /** The address of the index. */
  readonly index: string;
  readonly name: string;
  readonly version: string | undefined;
}

const FILE_NAME = /^[A-Za-z0-9][A-Za-z0-9._+!~-]{0,254}$/;
const SHA256 = /^[0-9a-f]{64}$/;

function checkDownload({ filename, sha256, size }: DistributionFile, actual: Download): void {
  if (actual.sha256 !== sha256 || (size !== undefined && actual.size !== size))
    throw new SourceError('integrity', `${escapedText(filename)} is not the file that the index names`, {
      isRetryable: true,
    });
}

/** Fetches the files of a release one after the other, each until the limits are reached. */
class ReleaseFetch {
  private readonly merged: MergedRelease;
  private readonly fetched: IndexedDistribution[] = [];
  private main: string | undefined;
  private first: SourceError | undefined;
  private downloads = 0;
  private left: number;

  constructor(
    names: readonly string[],
    private readonly spool: Spool,
    private readonly context: HttpFetchContext,
  ) {
    this.merged = new MergedRelease(new Set([...names, RELEASE_INDEX]));
    this.left = context.limits.releaseBytes;
  }

  /** @throws whatever is not the fault of the file or its server */
  async add(distribution: Distribution): Promise<void> {
    const { file } = distribution;
    const known = { filename: file.filename, sha256: file.sha256, size: file.size ?? null };
    try {
      const { files, links } = await this.read(distribution);
      this.fetched.push({ ...known, places: this.merged.add(file.filename, files), links });
      this.main ??= file.filename;
    } catch (error) {
      this.context.signal.throwIfAborted();
      if (!(error instanceof SourceError)) throw error;
      this.first ??= error;
      this.fetched.push({ ...known, problem: error.message });
    }
  }

  private async read({ file, packing }: Distribution): ReturnType<typeof readDistribution> {
    const { client, folder, limits } = this.context;
    this.check(file);
    const path = join(folder, 'distribution');
    try {
      const download = await client.save(
        {
          url: new URL(file.url),
          accept: '*/*',
          maxBytes: Math.min(limits.archiveBytes, this.left),
          what: escapedText(file.filename),
        },
        path,
      );
      this.left -= download.size;
      checkDownload(file, download);
      return await readDistribution(path, packing, this.spool, this.context);
    } finally {
      await rm(path, { force: true });
    }
  }

  private check({ filename, sha256, size = 0, url }: DistributionFile): void {
    const { archiveBytes, releaseFiles, releaseBytes } = this.context.limits;
    const shown = escapedText(filename);
    if (!FILE_NAME.test(filename))
      throw new SourceError('invalid', `${shown} is not the name of a file of a release`);
    if (this.fetched.some((each) => each.filename === filename))
      throw new SourceError('invalid', `the index names ${shown} twice`);
    if (size > archiveBytes)
      throw new SourceError('too_large', `${shown} is larger than ${mebibytes(archiveBytes)}`);
    if (!SHA256.test(sha256)) throw new SourceError('integrity', `the index states no SHA-256 for ${shown}`);
    if (!URL.canParse(url)) throw new SourceError('unavailable', `the index states no address for ${shown}`);
    this.downloads += 1;
    if (this.downloads > releaseFiles)
      throw new SourceError(
        'too_large',
        `the release has more than ${releaseFiles} files that installers may choose`,
      );
    if (size > this.left)
      throw new SourceError(
        'too_large',
        `the files of the release are larger than ${mebibytes(releaseBytes)}`,
      );
  }

  /** @throws the first error when no file could be read */
  async write(identity: { readonly name: string; readonly version: string }): Promise<FetchedSource> {
    if (this.main === undefined) throw this.first ?? new SourceError('not_found', 'the release has no files');
    const { archive, limits, signal } = this.context;
    const index = indexText({ ...identity, main: this.main, distributions: this.fetched });
    const entry = await this.spool.add(RELEASE_INDEX, Readable.from([Buffer.from(index)]), false);
    const files = new Map([...this.merged.files, [RELEASE_INDEX, entry] as const]);
    const written = await writeArchive(files, this.spool, { archive, limits, signal });
    return { archive, ...written, package: identity, release: this.release() };
  }

  private release(): FetchedRelease {
    return {
      sha256: setDigest(this.fetched),
      files: this.fetched.flatMap(({ filename, sha256, places }) => (places ? [{ filename, sha256 }] : [])),
      isWhole: this.fetched.every(({ problem }) => problem === undefined),
    };
  }
}

/**
 * Fetches all files of a release that an installer may choose, as one gzipped tar with an index: pip chooses by the machine
 * that it runs on. What cannot be fetched or read is named in the index with the reason.
 * @throws SourceError when no file can be read
 */
export async function fetchPypi(
  { index, name, version }: PypiRequest,
  context: HttpFetchContext,
): Promise<FetchedSource> {
  const release = await readRelease(context.client, index, name, version);
  const distributions = installable(release.files);
  const identity = { name: release.name, version: release.version };
  if (distributions.length === 0)
    throw new SourceError(
      'not_found',
      `the package ${escapedText(`${release.name}==${release.version}`)} has neither a source distribution nor a wheel`,
    );
  await using spool = await Spool.create(join(context.folder, 'spool'), context.limits);
  const names = distributions.map(({ file }) => file.filename);
  const fetch = new ReleaseFetch(names, spool, context);
  for (const distribution of distributions) await fetch.add(distribution);
  return await fetch.write(identity);
}
