import { Injectable } from '@nestjs/common';
import { ApiError, badRequest } from '../../common/errors/api-error.js';
import type { UploadInstruction } from '../versions/versions.dto.js';
import type { PresignQuery } from './artifacts.dto.js';

/** Presigned uploads go straight to object storage; the file system has none to go to. */
@Injectable()
export class PresignService {
  /** @throws 400 for contradictory parameters, 501 with file storage. */
  presign({ kind, evidence_kind: evidenceKind }: PresignQuery): UploadInstruction {
    if (evidenceKind !== undefined && kind !== 'evidence') {
      throw badRequest('evidence_kind', 'belongs to kind=evidence only');
    }
    throw new ApiError(
      'not_implemented',
      'presigned uploads need object storage; upload with PUT to this registry instead',
    );
  }
}
