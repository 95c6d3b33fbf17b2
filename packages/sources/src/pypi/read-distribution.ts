import { createHash } from 'node:crypto';
import type { WithoutLinks } from '@mcp-hub/analyzer/archives';
import { filesOfTree, readRepository } from '../archives/read-repository.js';
import { readZip } from '../archives/read-zip.js';
import type { Spool, SpooledFile } from '../archives/spool.js';
import type { FetchContext } from '../fetched-source.js';
import { escapedText } from '@mcp-hub/analyzer/texts';
import { SourceError } from '../source-error.js';
import type { Packing } from './distribution.js';
import { installedFiles } from './wheel-layout.js';

/** A file of a distribution, and the SHA-256 of its content. */
export interface HashedFile extends SpooledFile {
  readonly sha256: string;
}

/** What was read of a distribution. */
export interface ReadDistribution {
  readonly files: ReadonlyMap<string, HashedFile>;
  /** The paths of links that lead out of it, which are left out. */
  readonly links: readonly string[];
}

/** The files of a source distribution that is a zip, without the folder that has them all. */
function withoutTop(files: ReadonlyMap<string, SpooledFile>): Map<string, SpooledFile> {
  const inner = new Map<string, SpooledFile>();
  let top: string | undefined;
  for (const [path, file] of files) {
    const slash = path.indexOf('/');
    top ??= path.slice(0, slash + 1);
    if (slash === -1 || !path.startsWith(top))
      throw new SourceError('invalid', `the archive has more than one folder: ${escapedText(path)}`);
    inner.set(path.slice(slash + 1), file);
  }
  return inner;
}

/** The files of a distribution, and its links that lead out of it. */
type Tree = Pick<WithoutLinks<SpooledFile>, 'files'> & { readonly links: readonly string[] };

async function filesOf(
  path: string,
  packing: Packing,
  spool: Spool,
  context: Pick<FetchContext, 'limits' | 'signal'>,
): Promise<Tree> {
  switch (packing) {
    case 'wheel':
      return { files: installedFiles(await readZip(path, spool)), links: [] };
    case 'zip':
      return { files: withoutTop(await readZip(path, spool)), links: [] };
    case 'tar': {
      const tree = await readRepository(path, spool, context);
      const { files, outside } = filesOfTree(tree, context.limits.files);
      return { files, links: [...outside.keys()] };
    }
    case 'unknown':
      throw new SourceError('invalid', 'is packed in a way that is not read');
  }
}

/**
 * Reads a distribution into a spool: a wheel as it is installed, a source distribution without its top folder.
 * @throws SourceError
 */
export async function readDistribution(
  path: string,
  packing: Packing,
  spool: Spool,
  context: Pick<FetchContext, 'limits' | 'signal'>,
): Promise<ReadDistribution> {
  const { files, links } = await filesOf(path, packing, spool, context);
  if (files.size === 0) throw new SourceError('invalid', 'has no files');
  const hashed = new Map<string, HashedFile>();
  for (const [name, file] of files) {
    const hash = createHash('sha256');
    for await (const chunk of spool.read(file)) hash.update(chunk);
    hashed.set(name, { ...file, sha256: hash.digest('hex') });
  }
  return { files: hashed, links };
}
