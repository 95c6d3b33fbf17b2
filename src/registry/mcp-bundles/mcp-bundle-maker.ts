import { createReadStream, createWriteStream } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { Inject, Injectable } from '@nestjs/common';
import { isZip, RefusedPackage, splitBundle, zipEntries } from '@mcp-hub/analyzer/archives';
import { nameKey } from '../../common/values/names.js';
import { isSha256Digest, type Sha256Digest } from '../../common/values/sha256-digest.js';
import { APP_CONFIG, type AppConfig } from '../../config/app-config.js';
import {
  ARTIFACT_STORE,
  type ArtifactKind,
  type ArtifactStore,
} from '../../storage/artifacts/artifact-store.js';
import { artifactLimits } from '../artifacts/artifact-limits.js';
import { BundleFiles, UNPACKED_LIMITS } from './bundle-files.js';
import { bundleStart, commandIn } from './bundle-start.js';
import { mcpbManifest } from './mcpb-manifest.js';
import type { UnbundledVersion } from './mcp-bundles.repository.js';
import { lacksDependencies } from './missing-dependencies.js';
import { UnusableBundle } from './unusable-bundle.js';
import { writeZip } from './write-zip.js';

/** An MCP bundle whose bytes are stored. */
export interface StoredMcpBundle {
  readonly digest: Sha256Digest;
  readonly sizeBytes: number;
}

const MANIFEST = 'manifest.json';

/** Makes the MCP bundles of versions (ADR 125). */
@Injectable()
export class McpBundleMaker {
  private readonly maxBytes: number;

  constructor(
    @Inject(ARTIFACT_STORE) private readonly store: ArtifactStore,
    @Inject(APP_CONFIG) config: AppConfig,
  ) {
    this.maxBytes = artifactLimits(config).mcpb;
  }

  /**
   * Stores the MCP bundle of a version: its own bundle if that is one, or else one that is made of it.
   * @param folder a temporary one, which the caller deletes
   * @throws UnusableBundle when the version has nothing that could be started from one; errors of the store
   */
  async make(version: UnbundledVersion, folder: string, signal: AbortSignal): Promise<StoredMcpBundle> {
    const packed = join(folder, 'bundle');
    const bytes = await this.store.read(this.addressOf(version, 'bundle', version.bundleDigest));
    await pipeline(bytes, createWriteStream(packed, { flags: 'wx', mode: 0o600 }), { signal });
    try {
      if (await isZip(packed)) return await this.keep(version, packed, signal);
      return await this.convert(version, packed, folder, signal);
    } catch (error) {
      if (error instanceof RefusedPackage) throw new UnusableBundle(error.message, { cause: error });
      throw error;
    }
  }

  /** The publisher's own file. @throws UnusableBundle for another zip */
  private async keep(
    version: UnbundledVersion,
    packed: string,
    signal: AbortSignal,
  ): Promise<StoredMcpBundle> {
    if (!(await hasManifest(packed, signal)))
      throw new UnusableBundle(`the bundle is a zip without ${MANIFEST}`);
    return await this.put(version, packed, version.bundleDigest, signal);
  }

  private async convert(
    version: UnbundledVersion,
    packed: string,
    folder: string,
    signal: AbortSignal,
  ): Promise<StoredMcpBundle> {
    const manifest = await this.manifestOf(version);
    const words = commandIn(manifest);
    const files = await BundleFiles.unpack(createReadStream(packed), join(folder, 'files'), signal);
    try {
      const start = bundleStart(words, (path) => files.has(path));
      if (await lacksDependencies(files, start))
        throw new UnusableBundle('the bundle does not bring the packages that the server needs');
      const path = join(folder, 'mcpb');
      const texts = [
        { path: MANIFEST, text: mcpbManifest(version, manifest, start) },
        ...(start.added ? [start.added] : []),
      ];
      const { sha256 } = await writeZip(texts, files, { path, maxBytes: this.maxBytes, signal });
      const digest = `sha256:${sha256}`;
      if (!isSha256Digest(digest)) throw new Error('a digest is malformed');
      return await this.put(version, path, digest, signal);
    } finally {
      await files.close();
    }
  }

  private async manifestOf(version: UnbundledVersion): Promise<unknown> {
    const chunks: Buffer[] = [];
    const bytes = await this.store.read(this.addressOf(version, 'manifest', version.manifestDigest));
    for await (const chunk of bytes) chunks.push(chunk as Buffer);
    return JSON.parse(Buffer.concat(chunks).toString('utf8')) as unknown;
  }

  private async put(
    version: UnbundledVersion,
    path: string,
    digest: Sha256Digest,
    signal: AbortSignal,
  ): Promise<StoredMcpBundle> {
    const { size } = await stat(path);
    const limits = { maxBytes: this.maxBytes, signal };
    await this.store.write(this.addressOf(version, 'mcpb', digest), createReadStream(path), limits);
    return { digest, sizeBytes: size };
  }

  private addressOf({ org }: UnbundledVersion, kind: ArtifactKind, digest: Sha256Digest) {
    return { orgKey: nameKey(org), kind, digest };
  }
}

/** Whether a zip that all programs read alike is an MCP bundle, signed or not. @throws RefusedPackage */
async function hasManifest(path: string, signal: AbortSignal): Promise<boolean> {
  const { zip } = splitBundle(await readFile(path));
  let found = false;
  for await (const { path: name, isFolder } of zipEntries(zip, UNPACKED_LIMITS)) {
    signal.throwIfAborted();
    found ||= !isFolder && name === MANIFEST;
  }
  return found;
}
