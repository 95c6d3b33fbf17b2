import type { Writable } from 'node:stream';
import { Injectable } from '@nestjs/common';
import type { Sha256Digest } from '../../../common/values/sha256-digest.js';
import type { HubPrincipal } from '../../../auth/hub/hub-principal.js';
import { McpVersionsService, type McpVersionPath } from '../mcps/mcp-versions.service.js';
import { objectAddress } from '../../platform/objects/object-key.js';
import { HubObjects } from '../../platform/objects/hub-objects.js';
import { EVIDENCE_DOCUMENTS, type EvidenceDocument } from './evidence-documents.js';

/** A document to download. */
export interface EvidenceDownload {
  readonly digest: Sha256Digest;
  readonly contentType: string;
  readonly fileName: string;
  /** Whether browsers show it instead of saving it. */
  readonly isPage?: boolean;
  /** In bytes. */
  readonly size: number;
  /** Writes the document to a response and ends it. */
  readonly send: (answer: Writable) => Promise<void>;
}

/** Downloads of what analyses stored, for those who see the MCP. */
@Injectable()
export class EvidenceService {
  constructor(
    private readonly versions: McpVersionsService,
    private readonly objects: HubObjects,
  ) {}

  /** A document of the latest snapshot of a version. @throws 404, also before the version is analyzed; DamagedObjectError */
  async find(
    principal: HubPrincipal,
    path: McpVersionPath,
    document: EvidenceDocument,
  ): Promise<EvidenceDownload> {
    const { keyOf, contentType, extension } = EVIDENCE_DOCUMENTS[document];
    const snapshot = await this.versions.requireSnapshot(principal, path);
    const key = keyOf(snapshot);
    const size = await this.objects.requireSize(key);
    return {
      digest: objectAddress(key).digest,
      contentType,
      fileName: `${snapshot.commitHash.slice(0, 12)}.${extension}`,
      size,
      send: (answer) => this.objects.send(key, answer, size),
    };
  }
}
