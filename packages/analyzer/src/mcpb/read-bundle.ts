import { createHash } from 'node:crypto';
import { splitBundle } from '../archives/split-bundle.js';
import { zipEntries } from '../archives/zip-entries.js';
import { TooLargeArchive } from '../archives/refused-archive.js';
import { compareText } from '../common/text-order.js';
import { LIMITS, megabytes } from '../files/limits.js';
import { RefusedPackage, type PackageFiles } from '../files/source-file.js';
import { MANIFEST, readBundleManifest, type BundleManifest } from './manifest.js';
import { checkedSignature, type Signature } from './signature.js';

/** An MCP bundle, a file `.mcpb` or `.dxt`, without its files. */
export interface McpBundle {
  /** Of the file, signature included, in hex. */
  readonly sha256: string;
  /** Of the file, in bytes. */
  readonly size: number;
  readonly manifest: BundleManifest;
  readonly signature: Signature;
}

async function unpacked(zip: Buffer): Promise<PackageFiles> {
  const files: [string, Uint8Array][] = [];
  for await (const { path, isFolder, content } of zipEntries(zip, LIMITS)) {
    if (isFolder) continue;
    const chunks: Uint8Array[] = [];
    for await (const chunk of content) chunks.push(chunk);
    files.push([path, Buffer.concat(chunks)]);
  }
  return new Map(files.sort(([one], [other]) => compareText(one, other)));
}

/**
 * Reads an MCP bundle in memory.
 * @param chunks of the file
 * @throws RefusedPackage when programs read its zip differently, when it is beyond the limits, and without a manifest that says
 * how the server starts. Errors of `chunks` are rethrown unchanged.
 */
export async function readMcpBundle(
  chunks: AsyncIterable<Uint8Array>,
): Promise<{ readonly files: PackageFiles; readonly bundle: McpBundle }> {
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of chunks) {
    size += chunk.length;
    if (size > LIMITS.compressedBytes)
      throw new TooLargeArchive(`The archive is larger than ${megabytes(LIMITS.compressedBytes)}`);
    parts.push(chunk);
  }
  const bytes = Buffer.concat(parts);
  const { zip, signature, signed } = splitBundle(bytes);
  const files = await unpacked(zip);
  const document = files.get(MANIFEST);
  if (document === undefined)
    throw new RefusedPackage(`The zip has no ${MANIFEST}, so that it is no MCP bundle`);
  const bundle = {
    sha256: createHash('sha256').update(bytes).digest('hex'),
    size,
    manifest: readBundleManifest(document),
    signature:
      signature === undefined ? ({ status: 'none' } as const) : await checkedSignature(signature, signed),
  };
  return { files, bundle };
}
