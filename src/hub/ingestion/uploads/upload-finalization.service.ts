import { Injectable } from '@nestjs/common';
import { conflict, notFound } from '../../../common/errors/api-error.js';
import { hexOf } from '../../../common/values/sha256-digest.js';
import { HubChanges } from '../../../auth/hub/hub-changes.js';
import {
  membershipIn,
  type CallerOrganization,
  type Confirmed,
  type HubPrincipal,
} from '../../../auth/hub/hub-principal.js';
import { actorOf } from '../../audit/events/actor.js';
import { AuditService } from '../../audit/events/audit.service.js';
import { VersionIntake } from '../../catalog/intake/version-intake.js';
import { HubObjects } from '../../platform/objects/hub-objects.js';
import { UploadMcps } from './upload-mcps.js';
import { requirePushRight } from './push-right.js';
import type { FinalizedUpload } from './uploads.dto.js';
import { UploadsRepository, type UploadRow } from './uploads.repository.js';

/** An upload whose bytes are stored. */
interface StoredUpload extends UploadRow {
  readonly objectKey: string;
}

/** Makes versions of uploads (hub contract 19). */
@Injectable()
export class UploadFinalization {
  constructor(
    private readonly changes: HubChanges,
    private readonly uploads: UploadsRepository,
    private readonly mcps: UploadMcps,
    private readonly objects: HubObjects,
    private readonly intake: VersionIntake,
    private readonly audit: AuditService,
  ) {}

  /**
   * Makes a version of an upload and queues its analysis. Repeating it answers the same.
   * @throws 404 for an unknown upload, also one of another organization, 403 without the right to push, 409 while the
   * bytes are missing or for a version that has other bytes
   */
  async finalize(principal: HubPrincipal, id: string): Promise<FinalizedUpload> {
    const { orgId, mcpName, semver } = await this.find(principal, id);
    const versionId = await this.changes.run(principal, { organizations: [orgId] }, async (caller) => {
      const organization = requirePushRight(caller, orgId);
      const upload = await this.uploads.lock(id);
      if (upload === undefined) throw notFound('upload');
      return upload.versionId ?? this.ingest(caller, organization, requireStored(upload));
    });
    return {
      version_id: versionId,
      status: 'ingested',
      message: `version ${semver} of ${mcpName} is queued for analysis`,
    };
  }

  private async find(principal: HubPrincipal, id: string): Promise<UploadRow> {
    const upload = await this.uploads.find(id);
    if (upload === undefined || membershipIn(principal, upload.orgId) === undefined) throw notFound('upload');
    requirePushRight(principal, upload.orgId);
    return upload;
  }

  private async ingest(
    caller: Confirmed,
    organization: CallerOrganization,
    upload: StoredUpload,
  ): Promise<string> {
    const { id, orgId, semver, bundleDigest, objectKey: key } = upload;
    const commitHash = hexOf(bundleDigest);
    const mcp = await this.mcps.findOrCreate(caller, organization, upload);
    await this.mcps.requirePushable(mcp.id, semver, commitHash);
    const { versionId, isNew, takesSource, replaced } = await this.intake.ingest({
      mcpId: mcp.id,
      source: { kind: 'upload', key },
      kind: 'release',
      commitHash,
      semver,
      sourceSize: Number(upload.sizeBytes),
    });
    await this.uploads.finalize(id, versionId);
    if (takesSource) await this.objects.reference([key]);
    if (replaced?.kind === 'upload') await this.objects.release([replaced.key]);
    if (isNew) {
      const details = { mcp_name: mcp.name, version: semver, bundle_digest: bundleDigest, upload_id: id };
      const actor = actorOf(caller);
      await this.audit.record({ orgId, actor, action: 'version.ingested', resourceId: versionId, details });
    }
    return versionId;
  }
}

function requireStored(upload: UploadRow): StoredUpload {
  const { objectKey } = upload;
  if (objectKey !== null) return { ...upload, objectKey };
  throw conflict('the bytes of the upload are missing; send them to bundle_upload_url first', {
    missing: 'bundle',
  });
}
