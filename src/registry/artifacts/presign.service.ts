import { Inject, Injectable } from '@nestjs/common';
import { RegistryChanges } from '../../auth/registry/registry-changes.js';
import { OrganizationsRepository } from '../organizations/organizations.repository.js';
import type { RegistryPrincipal } from '../../auth/registry/registry-principal.js';
import { organizationSuspended } from '../../auth/rules/suspended-organization.js';
import { ApiError, badRequest, notFound } from '../../common/errors/api-error.js';
import { APP_CONFIG, type AppConfig } from '../../config/app-config.js';
import { artifactLimits, tooLarge } from './artifact-limits.js';
import { ArtifactsRepository } from './artifacts.repository.js';
import type { PresignQuery, UploadInstruction } from './artifacts.dto.js';
import type { ArtifactPath } from '../registry.dto.js';
import { PresignedUploadsService } from './presigned-uploads.service.js';

/** Presigned uploads on request (registry contract 8). */
@Injectable()
export class PresignService {
  constructor(
    private readonly changes: RegistryChanges,
    private readonly organizations: OrganizationsRepository,
    private readonly artifacts: ArtifactsRepository,
    private readonly uploads: PresignedUploadsService,
    @Inject(APP_CONFIG) private readonly config: AppConfig,
  ) {}

  /**
   * @throws 400 for contradictory parameters, 404 for an organization that does not exist, 409 for evidence under too
   * many kinds, 413 for an announced size over the limit, 501 if clients cannot access the store.
   */
  async presign(
    principal: RegistryPrincipal,
    path: ArtifactPath,
    query: PresignQuery,
  ): Promise<UploadInstruction> {
    const { kind, evidence_kind: evidenceKind } = query;
    if (evidenceKind !== undefined && kind !== 'evidence') {
      throw badRequest('evidence_kind', 'belongs to kind=evidence only');
    }
    if (!this.uploads.areAvailable) {
      throw new ApiError(
        'not_implemented',
        'presigned uploads need object storage; upload with PUT to this registry instead',
      );
    }
    const maxBytes = artifactLimits(this.config)[kind];
    if ((query.size_bytes ?? 0) > maxBytes) throw tooLarge(kind, maxBytes);
    const organization = await this.organizations.find(path.org);
    if (organization === undefined) throw notFound('organization');
    if (organization.suspended) throw organizationSuspended(path.org);
    const { org, digest } = path;
    const artifact = {
      org,
      digest,
      kind,
      evidenceKind: kind === 'evidence' ? (evidenceKind ?? 'evidence') : '',
    };
    const size = query.size_bytes ?? (await this.artifacts.announcedSize(organization.id, artifact));
    await this.changes.run(principal, { org }, (caller) =>
      this.uploads.expect(organization.id, artifact, caller.subject),
    );
    return this.uploads.sign(artifact, size);
  }
}
