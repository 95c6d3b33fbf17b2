import { Inject, Injectable } from '@nestjs/common';
import { conflict } from '../../common/errors/api-error.js';
import { nameKey } from '../../common/values/names.js';
import { isSha256Digest, type Sha256Digest } from '../../common/values/sha256-digest.js';
import {
  ARTIFACT_STORE,
  type ArtifactKind,
  type ArtifactStore,
} from '../../storage/artifacts/artifact-store.js';
import { ArtifactsRepository } from '../artifacts/artifacts.repository.js';
import { PresignedUploadsService } from '../artifacts/presigned-uploads.service.js';
import type { VersionState } from './versions.repository.js';

/** The artifacts that a version has announced (registry contract 9). */
@Injectable()
export class AnnouncedArtifacts {
  constructor(
    private readonly artifacts: ArtifactsRepository,
    private readonly uploads: PresignedUploadsService,
    @Inject(ARTIFACT_STORE) private readonly store: ArtifactStore,
  ) {}

  /**
   * What gets published can be downloaded: both artifacts are stored, the bundle in the announced size.
   * @throws 409 naming what is missing
   */
  async require(org: string, state: VersionState, signal: AbortSignal): Promise<void> {
    const organization = { id: state.orgId, slug: org };
    const accept = (kind: ArtifactKind, digest: string): Promise<void> =>
      this.uploads.accept(organization, { kind, digest: digestOf(digest) }, signal);
    await accept('manifest', state.manifestDigest);
    await accept('bundle', state.bundleDigest);
    for (const digest of state.evidence) await accept('evidence', digest);
    const digests = { manifest: digestOf(state.manifestDigest), bundle: digestOf(state.bundleDigest) };
    const recorded = await this.artifacts.sizesOf(state.orgId, digests);
    for (const kind of ['manifest', 'bundle'] as const) {
      const digest = digests[kind];
      const stored = await this.store.size({ org: nameKey(org), kind, digest });
      const expected = { manifest: recorded.manifest, bundle: Number(state.bundleSizeBytes) }[kind];
      if (recorded[kind] === undefined || stored === undefined) {
        throw conflict(`the ${kind} of ${state.version} is not uploaded yet`, { missing: kind, digest });
      }
      if (stored !== recorded[kind] || stored !== expected) {
        throw conflict(
          `the ${kind} of ${state.version} is stored, but not with the announced ${expected} bytes`,
          {
            mismatch: 'size_bytes',
            digest,
          },
        );
      }
    }
  }
}

function digestOf(stored: string): Sha256Digest {
  if (!isSha256Digest(stored)) throw new Error('stored digests have the form of digests');
  return stored;
}
