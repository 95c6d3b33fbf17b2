import { Readable } from 'node:stream';
import { Injectable } from '@nestjs/common';
import type { HubRule } from '../../auth/rules/access-rule.js';
import { sha256Of } from '../../common/values/sha256-digest.js';
import { UploadFinalization } from '../ingestion/uploads/upload-finalization.service.js';
import { UploadReceiver } from '../ingestion/uploads/upload-receiver.service.js';
import { UploadsService } from '../ingestion/uploads/uploads.service.js';
import type { Administrator } from './demo-administrator.js';
import type { ServerVersion } from './demo.read-model.js';

const PUSH: HubRule = { kind: 'caller', then: 'members with `mcp:write` in the organization of the name' };

/** Pushes bundles of the demo to its organization. */
@Injectable()
export class DemoPushes {
  constructor(
    private readonly uploads: UploadsService,
    private readonly receiver: UploadReceiver,
    private readonly finalization: UploadFinalization,
  ) {}

  /** Makes a version of a bundle and queues its analysis, in the three steps of a client. */
  async push(
    administrator: Administrator,
    { name, version }: ServerVersion,
    bytes: Uint8Array,
    signal: AbortSignal,
  ): Promise<void> {
    const caller = await administrator.admittedBy(PUSH);
    const { upload_id: id, bundle_upload_url: url } = await this.uploads.init(caller, {
      mcp_name: name,
      mcp_version: version,
      bundle_digest: sha256Of(bytes),
    });
    const parameters = Object.fromEntries(new URL(url).searchParams);
    const body = { declaredBytes: bytes.byteLength, signal, open: () => Readable.from([bytes]) };
    await this.receiver.receive(id, parameters, body);
    await this.finalization.finalize(await administrator.admittedBy(PUSH), id);
  }
}
