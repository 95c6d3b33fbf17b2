import { randomUUID } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { ApiError, badRequest, conflict, notFound } from '../../../common/errors/api-error.js';
import type { BodyStream } from '../../../common/http/request-body.js';
import { currentTime } from '../../../common/values/clock.js';
import { APP_CONFIG, type AppConfig } from '../../../config/app-config.js';
import { ArtifactTooLargeError, DigestMismatchError } from '../../../storage/artifacts/artifact-store.js';
import { UnitOfWork } from '../../../storage/database/unit-of-work.js';
import { systemActor } from '../../audit/events/actor.js';
import { AuditService } from '../../audit/events/audit.service.js';
import { HubObjects } from '../../platform/objects/hub-objects.js';
import { verifiedCapability, type UploadCapability, type UploadUrlParameters } from './upload-url.js';
import { UploadsRepository, type ReceivedBytes } from './uploads.repository.js';

// The deadline of the request is followed by the abort of the write.
const GRACE_SECONDS = 30;

// Whoever has the URL; `upload.created` says who asked for it.
const SENDER = systemActor('upload');

/** Receives the bytes of uploads (hub contract 19). */
@Injectable()
export class UploadReceiver {
  constructor(
    private readonly uploads: UploadsRepository,
    private readonly objects: HubObjects,
    private readonly uow: UnitOfWork,
    private readonly audit: AuditService,
    @Inject(APP_CONFIG) private readonly config: AppConfig,
  ) {}

  /**
   * Streams the bytes of an upload into the store. A request that fails does not use up the URL.
   * @throws 403 for a URL that is not genuine or has expired, 400 for other bytes or without Content-Length, 404 for an
   * upload that was removed, 409 when the URL has been used or is in use, 413 for more bytes than it allows
   */
  async receive(uploadId: string, parameters: UploadUrlParameters, body: BodyStream): Promise<void> {
    const capability = this.requireCapability(uploadId, parameters);
    requireLength(body, capability.maxBytes);
    const attempt = randomUUID();
    const seconds = this.config.limits.requestTimeoutSeconds + GRACE_SECONDS;
    if (!(await this.uploads.startReceiving(uploadId, capability.digest, attempt, seconds))) {
      throw await this.refusal(uploadId);
    }
    try {
      const stored = await this.store(capability, body);
      await this.uow.run(() => this.record(uploadId, attempt, stored));
    } catch (error) {
      await this.uploads.abandon(uploadId, attempt).catch(() => undefined);
      throw error;
    }
  }

  private async record(uploadId: string, attempt: string, stored: ReceivedBytes): Promise<void> {
    const upload = await this.uploads.receive(uploadId, attempt, stored);
    if (upload === undefined) throw usedUrl();
    const { orgId, mcpName, semver: version, bundleDigest } = upload;
    await this.audit.record({
      orgId,
      actor: SENDER,
      action: 'upload.received',
      resourceId: uploadId,
      details: { mcp_name: mcpName, version, bundle_digest: bundleDigest, size_bytes: stored.size },
    });
  }

  private requireCapability(uploadId: string, parameters: UploadUrlParameters): UploadCapability {
    const capability = verifiedCapability(this.config.uploadUrlKey, uploadId, parameters);
    if (capability === undefined) {
      throw new ApiError('forbidden', 'the upload URL is not one that this hub has signed');
    }
    if (capability.expires * 1000 <= currentTime()) {
      throw new ApiError('forbidden', 'the upload URL has expired; start another upload');
    }
    return capability;
  }

  private async store({ uploadId, digest, maxBytes }: UploadCapability, body: BodyStream) {
    try {
      return await this.objects.put(uploadId, 'source', body.open(), {
        digest,
        maxBytes,
        signal: body.signal,
      });
    } catch (error) {
      if (error instanceof DigestMismatchError) {
        throw badRequest('bundle_digest', `is not that of the body: ${error.message}`);
      }
      if (error instanceof ArtifactTooLargeError) throw tooLarge(maxBytes);
      throw error;
    }
  }

  /** Why the bytes of an upload cannot be received. */
  private async refusal(uploadId: string): Promise<ApiError> {
    const progress = await this.uploads.progressOf(uploadId);
    if (progress === undefined) return notFound('upload');
    return progress.isReceived ? usedUrl() : conflict('another request is sending the bytes of this upload');
  }
}

const usedUrl = (): ApiError => conflict('the upload URL has been used; each works once');

const tooLarge = (maxBytes: number): ApiError =>
  new ApiError('payload_too_large', `a bundle has at most ${maxBytes} bytes`, { max_bytes: maxBytes });

/** The size is announced, so that a body that is too large is refused before it is sent. */
function requireLength({ declaredBytes }: BodyStream, maxBytes: number): void {
  if (declaredBytes === undefined) throw badRequest('Content-Length', 'must be given');
  if (declaredBytes > maxBytes) throw tooLarge(maxBytes);
}
