import { randomUUID } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { conflict } from '../../../common/errors/api-error.js';
import { hexOf } from '../../../common/values/sha256-digest.js';
import { currentTime } from '../../../common/values/clock.js';
import { APP_CONFIG, type AppConfig } from '../../../config/app-config.js';
import { HubChanges } from '../../../auth/hub/hub-changes.js';
import type { HubPrincipal } from '../../../auth/hub/hub-principal.js';
import { actorOf } from '../../audit/events/actor.js';
import { AuditService } from '../../audit/events/audit.service.js';
import { PushedMcpsRepository } from './pushed-mcps.repository.js';
import { UploadMcps } from './upload-mcps.js';
import { signedQuery } from './upload-url.js';
import { requireOwnerOf } from './push-right.js';
import { pushedVersion, type InitiatedUpload, type InitUploadRequest } from './uploads.dto.js';
import { UploadsRepository, type NewUpload } from './uploads.repository.js';

/** Seconds for which the URL of an upload works. */
const URL_SECONDS = 1800;

/** Maximum number of uploads of an organization that have not become versions. */
const MAX_PENDING = 200;

/** Starts uploads of bundles (hub contract 19). */
@Injectable()
export class UploadsService {
  constructor(
    private readonly changes: HubChanges,
    private readonly uploads: UploadsRepository,
    private readonly pushed: PushedMcpsRepository,
    private readonly mcps: UploadMcps,
    private readonly audit: AuditService,
    @Inject(APP_CONFIG) private readonly config: AppConfig,
  ) {}

  /**
   * Starts an upload and signs its URL.
   * @throws 403 and 404 for callers who may not push to the organization, 409 for a version that has other bytes, or
   * when the organization has too many uploads
   */
  async init(principal: HubPrincipal, request: InitUploadRequest): Promise<InitiatedUpload> {
    const expires = Math.floor(currentTime() / 1000) + URL_SECONDS;
    const upload: NewUpload = {
      id: randomUUID(),
      orgId: requireOwnerOf(principal, request.mcp_name).id,
      mcpName: request.mcp_name,
      semver: pushedVersion(request.mcp_version) ?? '',
      bundleDigest: request.bundle_digest,
      expiresAt: new Date(expires * 1000),
    };
    await this.changes.run(principal, { organizations: [upload.orgId] }, async (caller) => {
      requireOwnerOf(caller, upload.mcpName);
      await this.requireAcceptable(upload);
      await this.uploads.insert(upload);
      const { id, orgId, mcpName, semver, bundleDigest } = upload;
      const details = { mcp_name: mcpName, version: semver, bundle_digest: bundleDigest };
      await this.audit.record({
        orgId,
        actor: actorOf(caller),
        action: 'upload.created',
        resourceId: id,
        details,
      });
    });
    return this.answer(upload, expires);
  }

  /** Refuses what `finalize` would refuse, before the bytes are sent. */
  private async requireAcceptable({ orgId, mcpName, semver, bundleDigest }: NewUpload): Promise<void> {
    const mcp = await this.pushed.find(orgId, mcpName);
    if (mcp !== undefined) await this.mcps.requirePushable(mcp.id, semver, hexOf(bundleDigest));
    await this.requireRoom(orgId);
  }

  private async requireRoom(orgId: string): Promise<void> {
    if ((await this.uploads.countPending(orgId)) < MAX_PENDING) return;
    throw conflict(
      `the organization has ${MAX_PENDING} unfinished uploads; finalize them, or try again in an hour`,
    );
  }

  private answer({ id, bundleDigest: digest, expiresAt }: NewUpload, expires: number): InitiatedUpload {
    const { uploadUrlKey, limits, http } = this.config;
    const query = signedQuery(uploadUrlKey, { uploadId: id, digest, maxBytes: limits.bundleBytes, expires });
    return {
      upload_id: id,
      bundle_upload_url: `${http.publicUrl}/api/v1/uploads/${id}/bundle?${query}`,
      url_expires_at: expiresAt.toISOString(),
    };
  }
}
