import { Readable } from 'node:stream';
import { Inject, Injectable } from '@nestjs/common';
import type { Sha256Digest } from '../../common/values/sha256-digest.js';
import { nameKey } from '../../common/values/names.js';
import { ARTIFACT_STORE, type ArtifactStore } from '../../storage/artifacts/artifact-store.js';
import { ArtifactsRepository } from '../artifacts/artifacts.repository.js';

/** The manifest of a publish, in the form in which it is stored. */
export interface StoredManifest {
  readonly digest: Sha256Digest;
  readonly bytes: Buffer;
}

/** What a publish stores: the manifest, first its bytes and then, in the transaction, its row. */
@Injectable()
export class PublishArtifacts {
  constructor(
    @Inject(ARTIFACT_STORE) private readonly store: ArtifactStore,
    private readonly artifacts: ArtifactsRepository,
  ) {}

  async storeManifest(org: string, { digest, bytes }: StoredManifest, signal: AbortSignal): Promise<void> {
    await this.store.write({ org: nameKey(org), kind: 'manifest', digest }, Readable.from([bytes]), {
      maxBytes: bytes.length,
      signal,
    });
  }

  async recordManifest(orgId: string, { digest, bytes }: StoredManifest, subject: string): Promise<void> {
    await this.artifacts.record(orgId, { digest, kind: 'manifest', evidenceKind: '' }, bytes.length, subject);
  }
}
