import { Inject, Injectable } from '@nestjs/common';
import { conflict, notFound } from '../../common/errors/api-error.js';
import { isSha256Digest, type Sha256Digest } from '../../common/values/sha256-digest.js';
import { nameKey } from '../../common/values/names.js';
import { parseSemanticVersion } from '../../common/values/semantic-version.js';
import {
  ARTIFACT_STORE,
  type ArtifactKind,
  type ArtifactStore,
} from '../../storage/artifacts/artifact-store.js';
import { ArtifactsRepository } from '../artifacts/artifacts.repository.js';
import { PresignedUploadsService } from '../artifacts/presigned-uploads.service.js';
import type { PackageName } from '../packages/package-name.js';
import { statusChange } from './version-status.js';
import type { StatusRequest, StatusResponse } from './versions.dto.js';
import { VersionsRepository, type VersionState } from './versions.repository.js';

// Each lost race means that somebody else moved the version on, or published over a draft.
const MAX_ATTEMPTS = 4;

/** Moves versions on (registry spec, States and transitions; decisions, registry 9). */
@Injectable()
export class StatusService {
  constructor(
    private readonly versions: VersionsRepository,
    private readonly artifacts: ArtifactsRepository,
    private readonly uploads: PresignedUploadsService,
    @Inject(ARTIFACT_STORE) private readonly store: ArtifactStore,
  ) {}

  /** @throws 404 for an unknown version, 409 when it is revoked or its bundle is not there as announced. */
  async change(
    name: PackageName,
    version: string,
    request: StatusRequest,
    signal: AbortSignal,
  ): Promise<StatusResponse> {
    const sortKey = parseSemanticVersion(version)?.sortKey ?? '';
    for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt += 1) {
      const state = await this.versions.findState(name, sortKey);
      if (state === undefined) throw notFound('version');
      const change = statusChange(state.status, request.status);
      if (change === 'refused') throw conflict(`version ${state.version} is revoked; that is final`);
      if (change === 'none') return { version: state.version, status: state.status };
      if (request.status === 'published') await this.requireArtifacts(name.org, state, signal);
      if (await this.versions.changeStatus(state, request.status, request.reason)) {
        return { version: state.version, status: request.status };
      }
    }
    throw conflict('the version is being changed by others; try again');
  }

  /** What gets published can be downloaded: both artifacts are stored, the bundle in the announced size. */
  private async requireArtifacts(org: string, state: VersionState, signal: AbortSignal): Promise<void> {
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
