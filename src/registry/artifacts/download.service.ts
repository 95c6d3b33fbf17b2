import type { Writable } from 'node:stream';
import { Inject, Injectable } from '@nestjs/common';
import type { Principal } from '../../auth/principal.js';
import { forbidden, notFound, unauthorized } from '../../common/errors/api-error.js';
import { nameKey } from '../../common/values/names.js';
import { APP_CONFIG, type AppConfig } from '../../config/app-config.js';
import {
  ARTIFACT_STORE,
  type ArtifactStore,
  type ByteRange,
} from '../../storage/artifacts/artifact-store.js';
import { artifactPart, type ArtifactName } from './artifact-name.js';
import { artifactResource } from './artifact-url.js';
import { ArtifactsRepository, type DownloadRow } from './artifacts.repository.js';

/** A stored artifact that the caller may have. */
export interface ArtifactDownload {
  readonly name: ArtifactName;
  readonly sizeBytes: number;
  /** Anybody may have it, so shared caches may keep it. */
  readonly open: boolean;
  /** Writes the bytes to an HTTP answer, and ends it. */
  send(answer: Writable, range?: ByteRange): Promise<void>;
}

/** Hands out stored artifacts (decisions, registry 11). */
@Injectable()
export class DownloadService {
  constructor(
    private readonly artifacts: ArtifactsRepository,
    @Inject(ARTIFACT_STORE) private readonly store: ArtifactStore,
    @Inject(APP_CONFIG) private readonly config: AppConfig,
  ) {}

  /**
   * @throws 401 or 403 without the right, 404 for bytes that the organization does not have. Without the right, what
   * exists cannot be told from what does not.
   */
  async find(principal: Principal, artifact: ArtifactName): Promise<ArtifactDownload> {
    const row = await this.artifacts.findForDownload(artifact.org, artifact);
    const open = row?.open === true && artifact.kind !== 'evidence' && this.config.public.downloadArtifacts;
    this.authorize(principal, artifact, row, open);
    if (row === undefined) throw notFound('artifact');
    const address = { org: nameKey(artifact.org), kind: artifact.kind, digest: artifact.digest };
    return {
      name: artifact,
      sizeBytes: Number(row.sizeBytes),
      open,
      send: (answer, range) => this.store.send(address, answer, range),
    };
  }

  private authorize(
    principal: Principal,
    artifact: ArtifactName,
    row: DownloadRow | undefined,
    open: boolean,
  ): void {
    if (open) return;
    const resource = artifactResource(artifact.org, artifact.digest, artifactPart(artifact));
    const scope = artifact.kind === 'evidence' ? 'evidence:read' : 'artifact:download';
    if (!principal.can(scope, resource)) {
      throw principal.isAnonymous ? unauthorized() : forbidden({ scope });
    }
    if (row?.onlyRevoked === true) principal.require('mcp:resolve:prepublish', resource);
  }
}
