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
import { UnitOfWork } from '../../storage/database/unit-of-work.js';
import { ArtifactsRepository } from '../artifacts/artifacts.repository.js';
import { PresignedUploadsService } from '../artifacts/presigned-uploads.service.js';
import { PackagesRepository } from '../packages/packages.repository.js';
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
    private readonly uow: UnitOfWork,
    private readonly versions: VersionsRepository,
    private readonly packages: PackagesRepository,
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
      if (await this.write(state, request)) return { version: state.version, status: request.status };
    }
    throw conflict('the version is being changed by others; try again');
  }

  private write(state: VersionState, { status, reason }: StatusRequest): Promise<boolean> {
    return this.uow.run(async () => {
      await this.packages.lock(state.packageId);
      const changed = await this.versions.changeStatus(state, status, reason);
      if (changed) await this.packages.touch(state.packageId);
      return changed;
    });
  }

  /** What gets published can be downloaded: both artifacts are stored, the bundle in the announced size. */
  private async requireArtifacts(org: string, state: VersionState, signal: AbortSignal): Promise<void> {
    const organization = { id: state.orgId, slug: org };
    const accept = (kind: ArtifactKind, digest: string): Promise<void> =>
      this.uploads.accept(organization, { kind, digest: digestOf(digest) }, signal);
    await accept('manifest', state.manifestDigest);
    await accept('bundle', state.bundleDigest);
    for (const digest of await this.versions.evidenceOf(state.id)) await accept('evidence', digest);
    await this.requireArtifact(org, state, 'manifest', digestOf(state.manifestDigest));
    await this.requireArtifact(
      org,
      state,
      'bundle',
      digestOf(state.bundleDigest),
      Number(state.bundleSizeBytes),
    );
  }

  private async requireArtifact(
    org: string,
    { orgId, version }: VersionState,
    kind: ArtifactKind,
    digest: Sha256Digest,
    announced?: number,
  ): Promise<void> {
    const recorded = await this.artifacts.sizeOf(orgId, { digest, kind, evidenceKind: '' });
    const stored = await this.store.size({ org: nameKey(org), kind, digest });
    if (recorded === undefined || stored === undefined) {
      throw conflict(`the ${kind} of ${version} is not uploaded yet`, { missing: kind, digest });
    }
    if (stored !== recorded || (announced !== undefined && stored !== announced)) {
      throw conflict(
        `the ${kind} of ${version} is stored, but not with the announced ${announced ?? recorded} bytes`,
        { mismatch: 'size_bytes', digest },
      );
    }
  }
}

function digestOf(stored: string): Sha256Digest {
  if (!isSha256Digest(stored)) throw new Error('stored digests have the form of digests');
  return stored;
}
