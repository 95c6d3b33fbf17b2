import { join } from 'node:path';
import { Inject, Injectable } from '@nestjs/common';
import { APP_CONFIG, type AppConfig } from '../../../config/app-config.js';
import { hexOf, isSha256Digest } from '../../../common/values/sha256-digest.js';
import { ArtifactTooLargeError, DigestMismatchError } from '../../../storage/artifacts/artifact-store.js';
import type { VersionSource } from '../../mcps/version-source.js';
import { RegistryClient } from '../../registry-client/registry-client.js';
import { RegistryError } from '../../registry-client/registry-error.js';
import { UnusableSource } from '../analysis-failures.js';
import type { FetchedArchive, FetchTarget, SourceFetcher } from './source-fetcher.js';

/** Downloads the bundles of versions that were published to the registry. */
@Injectable()
export class RegistrySource implements SourceFetcher<'registry'> {
  constructor(
    private readonly registry: RegistryClient,
    @Inject(APP_CONFIG) private readonly config: AppConfig,
  ) {}

  async fetch(
    { org, bundle_digest: digest }: Extract<VersionSource, { kind: 'registry' }>,
    { folder, signal }: FetchTarget,
  ): Promise<FetchedArchive> {
    if (!isSha256Digest(digest)) throw new UnusableSource('the version has no valid bundle digest');
    const path = join(folder, 'source.tar.gz');
    try {
      const maxBytes = this.config.limits.bundleBytes;
      const size = await this.registry.downloadBundle(org, digest, path, { maxBytes, signal });
      return { path, sha256: hexOf(digest), size };
    } catch (error) {
      throw explained(error);
    }
  }
}

/** Permanent errors become `UnusableSource`, which the publisher sees; others are retried. */
function explained(error: unknown): unknown {
  if (error instanceof ArtifactTooLargeError) return new UnusableSource('the bundle is too large to analyze');
  if (error instanceof DigestMismatchError) {
    return new UnusableSource('the registry sent other bytes than those of the bundle digest');
  }
  if (!(error instanceof RegistryError) || error.isTemporary) return error;
  return error.status === 404
    ? new UnusableSource('the registry does not have the bundle of this version')
    : new UnusableSource(`the registry refused the download of the bundle (${error.status})`);
}
