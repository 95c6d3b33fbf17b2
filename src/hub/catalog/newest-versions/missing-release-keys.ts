import { Injectable } from '@nestjs/common';
import { keyOf } from '../../../storage/database/migrations/1801300000000-newest-versions.js';
import { UnitOfWork } from '../../../storage/database/unit-of-work.js';
import { Promotions } from './promotions.js';

interface UnkeyedVersion {
  readonly id: string;
  readonly mcpId: string;
  readonly kind: string | null;
  readonly number: string | null;
  readonly semver: string | null;
}

const BATCH = 200;
const BATCHES = 50;

/**
 * Gives release keys to released versions that lack one: a process of an earlier version does not write it, and may run
 * beside this one during an update.
 */
@Injectable()
export class MissingReleaseKeys {
  constructor(
    private readonly uow: UnitOfWork,
    private readonly promotions: Promotions,
  ) {}

  /** Each in a transaction of its own. What is left is done by the next run. */
  async fill(signal: AbortSignal): Promise<void> {
    for (let batch = 0; batch < BATCHES; batch += 1) {
      const found = await this.unkeyed();
      for (const version of found) {
        if (signal.aborted) return;
        await this.give(version);
      }
      if (found.length < BATCH) return;
    }
  }

  private unkeyed(): Promise<UnkeyedVersion[]> {
    return this.uow.rows<UnkeyedVersion>(
      `SELECT v.id, v.mcp_id AS "mcpId", v.source ->> 'kind' AS kind, v.source ->> 'version' AS number, v.semver
         FROM mcp_version v
        WHERE v.release_key IS NULL AND (v.semver IS NOT NULL OR v.source ->> 'kind' IN ('npm', 'pypi', 'registry'))
        ORDER BY v.id LIMIT $1`,
      [BATCH],
    );
  }

  private give({ id, mcpId, ...numbers }: UnkeyedVersion): Promise<void> {
    return this.uow.run(async () => {
      await this.uow.rows('SELECT id FROM mcp WHERE id = $1 FOR NO KEY UPDATE', [mcpId]);
      const given = await this.uow.row<{ wasPreview: boolean }>(
        `UPDATE mcp_version v SET release_key = $2, preview = false, updated_at = now()
           FROM (SELECT id, preview FROM mcp_version WHERE id = $1 AND release_key IS NULL FOR NO KEY UPDATE) before
          WHERE v.id = before.id RETURNING before.preview AS "wasPreview"`,
        [id, keyOf({ ...numbers, published: null })],
      );
      if (given === undefined) return;
      await this.promotions.apply({ mcpId, versionId: id, wasPreview: given.wasPreview });
    });
  }
}
