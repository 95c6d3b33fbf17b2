import type { ReportedFinding } from '@mcp-hub/analyzer';
import { Injectable } from '@nestjs/common';
import { UnitOfWork } from '../../../storage/database/unit-of-work.js';
import { movedFindings, type Movable } from './moved-findings.js';

const BATCH = 1000;
// Many more than what changes between two versions.
const MAX_MOVED = 10_000;

/** SQL of what decides whether a finding `f` has moved. */
const MOVABLE = `
  json_build_object('fingerprint', f.fingerprint, 'rule_id', f.detail -> 'rule_id', 'description', f.detail -> 'description',
                    'location', f.detail -> 'location', 'mcp_context', f.detail -> 'mcp_context',
                    'trace', f.detail -> 'trace') AS detail`;

/** The snapshot that has findings. */
export interface ObservedIn {
  readonly mcpId: string;
  readonly versionId: string;
  readonly snapshotId: string;
  readonly at: Date;
}

/** SQL of findings. The caller has locked their MCP. The number of statements grows by one for 1000 findings. */
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

  /**
   * Makes the findings of an MCP those of a version: opens what its latest snapshot has, and, if that is complete, resolves
   * what it does not have. A finding that has moved to another path stays the same one (ADR 82).
   *
   * @param wantsOpened whether to return the findings that were not open before
   */
  async follow(
    observed: ObservedIn,
    complete: boolean,
    wantsOpened: boolean,
  ): Promise<readonly ReportedFinding[]> {
    if (complete) await this.move(observed);
    const opened = wantsOpened ? await this.notOpen(observed) : [];
    await this.open(observed);
    if (complete) await this.resolveOthers(observed);
    return opened;
  }

  /** Gives open findings that the version lost the fingerprints that they have at their new paths. */
  private async move({ mcpId, versionId, at }: ObservedIn): Promise<void> {
    const lost = await this.uow.rows<{ detail: Movable }>(
      `SELECT ${MOVABLE} FROM finding f
        WHERE f.mcp_id = $1 AND f.status = 'open'
          AND NOT EXISTS (SELECT FROM version_finding x WHERE x.version_id = $2 AND x.fingerprint = f.fingerprint)
        LIMIT ${MAX_MOVED}`,
      [mcpId, versionId],
    );
    if (lost.length === 0) return;
    const gained = await this.uow.rows<{ detail: Movable }>(
      `SELECT ${MOVABLE} FROM version_finding f
        WHERE f.version_id = $2
          AND NOT EXISTS (SELECT FROM finding k WHERE k.mcp_id = $1 AND k.fingerprint = f.fingerprint)
        LIMIT ${MAX_MOVED}`,
      [mcpId, versionId],
    );
    const details = (rows: readonly { readonly detail: Movable }[]): Movable[] =>
      rows.map(({ detail }) => detail);
    const moves = movedFindings(details(lost), details(gained));
    if (moves.length === 0) return;
    await this.uow.rows(
      `UPDATE finding f SET fingerprint = moved.new, updated_at = $4
         FROM unnest($2::text[], $3::text[]) AS moved (old, new)
        WHERE f.mcp_id = $1 AND f.fingerprint = moved.old`,
      [mcpId, moves.map(({ from }) => from), moves.map(({ to }) => to), at],
    );
  }

  /** The findings of a version that are not open. */
  private async notOpen({ mcpId, versionId }: ObservedIn): Promise<ReportedFinding[]> {
    const rows = await this.uow.rows<{ detail: ReportedFinding }>(
      `SELECT x.detail FROM version_finding x
        WHERE x.version_id = $2
          AND NOT EXISTS (SELECT FROM finding f
                           WHERE f.mcp_id = $1 AND f.fingerprint = x.fingerprint AND f.status = 'open')
        ORDER BY x.ordinal`,
      [mcpId, versionId],
    );
    return rows.map(({ detail }) => detail);
  }

  /** Opens the findings of a version, or confirms that they are open. */
  private async open({ mcpId, versionId, snapshotId, at }: ObservedIn): Promise<void> {
    await this.uow.rows(
      `INSERT INTO finding
         (id, mcp_id, fingerprint, rule_id, severity, vulnerability_class, owasp_mcp, detail, status,
          first_detected_at, last_seen_at, updated_at, snapshot_id, version_id, org_id)
       SELECT gen_random_uuid(), $1, x.fingerprint, x.detail ->> 'rule_id', x.severity, x.vulnerability_class,
              x.detail ->> 'owasp_mcp', x.detail, 'open', $2, $2, $2, $3, $4, (SELECT org_id FROM mcp WHERE id = $1)
         FROM version_finding x WHERE x.version_id = $4
       ON CONFLICT ON CONSTRAINT finding_fingerprint_key DO UPDATE
         SET rule_id = excluded.rule_id, severity = excluded.severity,
             vulnerability_class = excluded.vulnerability_class, owasp_mcp = excluded.owasp_mcp,
             updated_at = CASE WHEN finding.status = 'open' AND finding.detail = excluded.detail
                               THEN finding.updated_at ELSE excluded.updated_at END,
             detail = excluded.detail, status = 'open', last_seen_at = excluded.last_seen_at, resolved_at = NULL,
             snapshot_id = excluded.snapshot_id, version_id = excluded.version_id`,
      [mcpId, at, snapshotId, versionId],
    );
  }

  /** Resolves the open findings of an MCP that a snapshot does not have. */
  private async resolveOthers({ mcpId, snapshotId, at }: ObservedIn): Promise<void> {
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
