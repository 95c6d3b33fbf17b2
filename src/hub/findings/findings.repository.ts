import type { ReportedFinding } from '@mcp-hub/analyzer';
import { Injectable } from '@nestjs/common';
import { UnitOfWork } from '../../storage/database/unit-of-work.js';

const BATCH = 1000;

/** The snapshot that has findings. */
export interface ObservedIn {
  readonly mcpId: string;
  readonly versionId: string;
  readonly snapshotId: string;
  readonly at: Date;
}

/** SQL of findings. The caller has locked their MCP. The number of statements grows by two for 1000 findings. */
@Injectable()
export class FindingsRepository {
  constructor(private readonly uow: UnitOfWork) {}

  /** Replaces the findings of a version. */
  async replaceOfVersion(versionId: string, findings: readonly ReportedFinding[]): Promise<void> {
    await this.uow.rows('DELETE FROM version_finding WHERE version_id = $1', [versionId]);
    for (const [start, batch] of batchesOf(findings)) {
      await this.uow.rows(
        `INSERT INTO version_finding (version_id, ordinal, fingerprint, severity, vulnerability_class, detail)
         SELECT $1, $2 + f.ordinal, f.detail ->> 'fingerprint', f.detail ->> 'severity',
                f.detail ->> 'vulnerability_class', f.detail
           FROM jsonb_array_elements($3::jsonb) WITH ORDINALITY AS f (detail, ordinal)`,
        [versionId, start, JSON.stringify(batch)],
      );
    }
  }

  /** The fingerprints of an MCP's open findings: as many as its last analysis has reported. */
  async openFingerprints(mcpId: string): Promise<ReadonlySet<string>> {
    const rows = await this.uow.rows<{ fingerprint: string }>(
      `SELECT fingerprint FROM finding WHERE mcp_id = $1 AND status = 'open'`,
      [mcpId],
    );
    return new Set(rows.map(({ fingerprint }) => fingerprint));
  }

  /** Opens the findings of the newest version, or confirms that they are open. */
  async open(
    { mcpId, versionId, snapshotId, at }: ObservedIn,
    findings: readonly ReportedFinding[],
  ): Promise<void> {
    for (const [, batch] of batchesOf(findings)) {
      await this.uow.rows(
        `INSERT INTO finding
           (id, mcp_id, fingerprint, rule_id, severity, vulnerability_class, owasp_mcp, detail, status,
            first_detected_at, last_seen_at, updated_at, snapshot_id, version_id, org_id)
         SELECT gen_random_uuid(), $1, f ->> 'fingerprint', f ->> 'rule_id', f ->> 'severity', f ->> 'vulnerability_class',
                f ->> 'owasp_mcp', f, 'open', $2, $2, $2, $3, $4, (SELECT org_id FROM mcp WHERE id = $1)
           FROM jsonb_array_elements($5::jsonb) AS f
         ON CONFLICT ON CONSTRAINT finding_fingerprint_key DO UPDATE
           SET rule_id = excluded.rule_id, severity = excluded.severity,
               vulnerability_class = excluded.vulnerability_class, owasp_mcp = excluded.owasp_mcp,
               updated_at = CASE WHEN finding.status = 'open' AND finding.detail = excluded.detail
                                 THEN finding.updated_at ELSE excluded.updated_at END,
               detail = excluded.detail, status = 'open', last_seen_at = excluded.last_seen_at, resolved_at = NULL,
               snapshot_id = excluded.snapshot_id, version_id = excluded.version_id`,
        [mcpId, at, snapshotId, versionId, JSON.stringify(batch)],
      );
    }
  }

  /** Resolves the open findings of an MCP that a snapshot does not have. */
  async resolveOthers({ mcpId, snapshotId, at }: ObservedIn): Promise<void> {
    await this.uow.rows(
      `UPDATE finding SET status = 'resolved', resolved_at = $3, updated_at = $3
        WHERE mcp_id = $1 AND status = 'open' AND snapshot_id <> $2`,
      [mcpId, snapshotId, at],
    );
  }
}

function* batchesOf<T>(items: readonly T[]): Generator<[start: number, batch: readonly T[]]> {
  for (let start = 0; start < items.length; start += BATCH) yield [start, items.slice(start, start + BATCH)];
}
