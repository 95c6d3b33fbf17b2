import { createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { Inject, Injectable } from '@nestjs/common';
import { APP_CONFIG, type AppConfig } from '../../../../config/app-config.js';
import { nameKey } from '../../../../common/values/names.js';
import { hexOf, isSha256Digest } from '../../../../common/values/sha256-digest.js';
import {
  ARTIFACT_STORE,
  ArtifactTooLargeError,
  DigestMismatchError,
  type ArtifactStore,
} from '../../../../storage/artifacts/artifact-store.js';
import { HashingStream } from '../../../../storage/artifacts/hashing-stream.js';
import type { VersionSource } from '../../../catalog/mcps/version-source.js';
import { UnusableSource } from '../analysis-failures.js';
import { breakingOffAsStore } from './broken-off.js';
import type { FetchedArchive, FetchTarget, SourceFetcher } from './source-fetcher.js';

/**
 * Copies the bundles of versions that were published to the registry, from its store: a worker serves no registry, and
 * need not reach one (ADR 105).
 */
@Injectable()
export class RegistrySource implements SourceFetcher<'registry'> {
  constructor(
    @Inject(ARTIFACT_STORE) private readonly store: ArtifactStore,
    @Inject(APP_CONFIG) private readonly config: AppConfig,
  ) {}

  async fetch(
    { org, bundle_digest: digest }: Extract<VersionSource, { kind: 'registry' }>,
    { folder, signal }: FetchTarget,
  ): Promise<FetchedArchive> {
    if (!isSha256Digest(digest)) throw new UnusableSource('the version has no valid bundle digest');
    const address = { orgKey: nameKey(org), kind: 'bundle', digest } as const;
    if ((await this.store.size(address)) === undefined) {
      throw new UnusableSource('the registry does not have the bundle of this version');
    }
    const path = join(folder, 'source.tar.gz');
    const hashing = new HashingStream(digest, this.config.limits.bundleBytes);
    try {
      const bytes = breakingOffAsStore(await this.store.read(address));
      await pipeline(bytes, hashing, createWriteStream(path, { flags: 'wx' }), { signal });
      return { path, sha256: hexOf(digest), size: hashing.bytes };
    } catch (error) {
      await rm(path, { force: true });
      throw signal.aborted ? signal.reason : explained(error);
    }
  }
}

/** Permanent errors become `UnusableSource`, which the publisher sees; others are retried. */
function explained(error: unknown): unknown {
  if (error instanceof ArtifactTooLargeError) return new UnusableSource('the bundle is too large to analyze');
  if (error instanceof DigestMismatchError) {
    return new UnusableSource('the registry has other bytes than those of the bundle digest');
  }
  return error;
}
