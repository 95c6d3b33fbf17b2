import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { badRequest } from '../../../common/errors/api-error.js';
import { AssessedMcpsReadModel, type AssessedFilter, type AssessedMcp } from './assessed-mcps.read-model.js';

// A list is in memory while its document is sent: some 10 MB.
const MAX_MCPS = 20_000;

/** The analyzed MCPs of an organization at one time. */
export interface AssessedMcps extends AssessedFilter {
  readonly mcps: readonly AssessedMcp[];
  /** Equal for equal MCPs, snapshots and findings. */
  readonly digest: string;
}

/** Lists the analyzed MCPs of an organization for a document about all of them. */
@Injectable()
export class AssessedMcpsList {
  constructor(private readonly readModel: AssessedMcpsReadModel) {}

  /** @throws 422 for more MCPs than a document has */
  async of(filter: AssessedFilter): Promise<AssessedMcps> {
    const listed = await this.readModel.list(filter, MAX_MCPS + 1);
    if (listed.length > MAX_MCPS) {
      throw badRequest('mcp_id', `is required: more than ${MAX_MCPS} MCPs have been analyzed`);
    }
    const digest = createHash('sha256').update(JSON.stringify([filter.mcpId, listed[0]?.findingsChangedAt]));
    const mcps = listed.map(({ mcpId, mcpName, versionId, snapshotId, evaluatedAt }): AssessedMcp => {
      digest.update(JSON.stringify([mcpId, mcpName, snapshotId]));
      return { mcpId, mcpName, versionId, snapshotId, evaluatedAt };
    });
    return { ...filter, mcps, digest: digest.digest('hex') };
  }
}

/** Parts of a list, each with at most `size` items. */
export function* batches<Item>(items: readonly Item[], size: number): Generator<readonly Item[]> {
  for (let start = 0; start < items.length; start += size) yield items.slice(start, start + size);
}
