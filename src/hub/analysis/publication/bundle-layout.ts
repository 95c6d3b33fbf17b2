import type { Readable } from 'node:stream';
import { gunzip, RefusedPackage, tarEntries } from '@mcp-hub/analyzer/archives';

/** The files of a bundle, by their paths in it. */
export type BundleLayout = ReadonlySet<string>;

// As many as the analyzer reads.
const LIMITS = { entries: 20_000, unpackedBytes: 1024 ** 3 };

/**
 * The paths of the files in a gzipped tar; undefined for anything else, and for one that is too large to be unpacked.
 * @throws the error of `bytes`, which is destroyed in any case
 */
export async function readBundleLayout(bytes: Readable): Promise<BundleLayout | undefined> {
  const paths = new Set<string>();
  try {
    for await (const { name, kind } of tarEntries(gunzip(bytes), LIMITS))
      if (kind === 'file') paths.add(name.replace(/^(\.\/)+/, ''));
  } catch (error) {
    if (error instanceof RefusedPackage) return undefined;
    throw error;
  } finally {
    bytes.destroy();
  }
  return paths.size === 0 ? undefined : paths;
}
