import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { badRequest } from '../../common/errors/api-error.js';
import { AssessedMcpsReadModel, type AssessedFilter, type AssessedMcp } from './assessed-mcps.read-model.js';

const PAGE = 1000;
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
    const mcps: AssessedMcp[] = [];
    const changedAt = await this.readModel.findingsChangedAt(filter.orgId);
    const digest = createHash('sha256').update(JSON.stringify([filter.mcpId, changedAt]));
    let page = await this.readModel.listAfter(filter, undefined, PAGE);
    for (let last = page.at(-1); last !== undefined; last = page.at(-1)) {
      for (const { mcpId, mcpName, versionId, snapshotId, evaluatedAt } of page) {
        digest.update(JSON.stringify([mcpId, mcpName, snapshotId]));
        mcps.push({ mcpId, mcpName, versionId, snapshotId, evaluatedAt });
      }
      if (mcps.length > MAX_MCPS) {
        throw badRequest('mcp_id', `is required: more than ${MAX_MCPS} MCPs have been analyzed`);
      }
      page = page.length < PAGE ? [] : await this.readModel.listAfter(filter, last, PAGE);
    }
    return { ...filter, mcps, digest: digest.digest('hex') };
  }
}

/** Parts of a list, each with at most `size` items. */
export function* batches<Item>(items: readonly Item[], size: number): Generator<readonly Item[]> {
  for (let start = 0; start < items.length; start += size) yield items.slice(start, start + size);
}
