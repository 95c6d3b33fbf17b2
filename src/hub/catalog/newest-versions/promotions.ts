import { Injectable } from '@nestjs/common';
import { ANALYZED_VERSIONS } from '../../../storage/outbox/analyzed-versions.js';
import { Outbox } from '../../../storage/outbox/outbox.js';
import { NewestVersions } from './newest-versions.js';
import { NewestVersionsRepository, type AnalyzedResult } from './newest-versions.repository.js';

/** A version that has become more: it was a preview, or not released under its number (ADR 81). */
export interface Promotion {
  readonly mcpId: string;
  readonly versionId: string;
  readonly wasPreview: boolean;
}

type Listener = (promotion: Promotion, result: AnalyzedResult) => Promise<void>;

/** What follows, in the same transaction, when a version becomes more to its MCP than it was. */
@Injectable()
export class Promotions {
  private readonly listeners: Listener[] = [];

  constructor(
    private readonly newest: NewestVersions,
    private readonly versions: NewestVersionsRepository,
    private readonly outbox: Outbox,
  ) {}

  /** Registers a listener, which learns of versions that are analyzed; an error that it throws rolls back the promotion. */
  subscribe(listener: Listener): void {
    this.listeners.push(listener);
  }

  /** The results of a version count from now on as those of any other one. */
  async apply(promotion: Promotion): Promise<void> {
    const { mcpId, versionId, wasPreview } = promotion;
    const result = await this.versions.resultOf(versionId);
    if (result !== undefined) {
      for (const listener of this.listeners) await listener(promotion, result);
      if (wasPreview && result.complete)
        await this.outbox.add(ANALYZED_VERSIONS, mcpId, { snapshot_id: result.snapshotId });
    }
    await this.newest.follow(mcpId);
  }
}
