import { Injectable } from '@nestjs/common';
import { notFound } from '../../../common/errors/api-error.js';
import { ChainCheck, type BrokenSnapshot } from './chain-check.js';
import { SnapshotsReadModel } from './snapshots.read-model.js';

/** The result of a verification. */
export interface VerifiedChain {
  /** Number of valid snapshots from the first one, and the hash of the last of them. */
  readonly length: number;
  readonly hash: string;
  readonly broken: BrokenSnapshot | undefined;
}

/** Verifies chains of snapshots (ADR 53). */
@Injectable()
export class SnapshotChainsService {
  constructor(private readonly snapshots: SnapshotsReadModel) {}

  /**
   * Verifies the chain of an MCP, also of a deleted one, a bounded number of snapshots at a time.
   * @throws 404 for an MCP that never existed; the reason of the signal when it is aborted
   */
  async verify(mcpId: string, signal: AbortSignal): Promise<VerifiedChain> {
    const check = new ChainCheck();
    let broken: BrokenSnapshot | undefined;
    let window = await this.snapshots.chainAfter(mcpId, 0);
    if (window.length === 0 && !(await this.snapshots.isListed(mcpId))) throw notFound('MCP');
    for (let last = window.at(-1); last !== undefined; last = window.at(-1)) {
      for (const snapshot of window) {
        broken = check.next(snapshot);
        if (broken !== undefined) return { length: check.length, hash: check.hash, broken };
      }
      signal.throwIfAborted();
      window = await this.snapshots.chainAfter(mcpId, last.position);
    }
    return { length: check.length, hash: check.hash, broken };
  }
}
