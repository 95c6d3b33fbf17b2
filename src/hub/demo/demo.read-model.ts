import type { ReportedFinding } from '@mcp-hub/analyzer';
import { Injectable } from '@nestjs/common';
import { nameKey } from '../../common/values/names.js';
import { UnitOfWork } from '../../storage/database/unit-of-work.js';
import type { McpVersionStatus } from '../catalog/mcps/mcp-values.js';
import { DEMO, type DemoServer } from './demo-servers.js';

/** How far the analysis of a version is. */
export interface DemoState {
  /** Of the server. */
  readonly mcpId: string;
  /** Null if the server has no such version yet. */
  readonly status: McpVersionStatus | null;
  readonly failureReason: string | null;
  readonly globalScore: number | null;
  readonly certificationLevel: number | null;
  /** The worst finding of its latest snapshot; null without one. */
  readonly finding: ReportedFinding | null;
}

/** A version of a server. */
export type ServerVersion = Pick<DemoServer, 'name' | 'version'>;

/** What has the slug of the demo's organization. */
export interface SlugOwner {
  /** Null for an organization of the registry alone. */
  readonly orgId: string | null;
  /** Whether the demo has created it, and nobody has suspended or deleted it. */
  readonly isOfDemo: boolean;
  /** Whether the demo has created its token, which is its last change. */
  readonly isComplete: boolean;
}

/** Queries of the demo. */
@Injectable()
export class DemoReadModel {
  constructor(private readonly uow: UnitOfWork) {}

  /**
   * The newest version of a server with this number; undefined if there is no such server.
   * @param orgId of the server's organization; null for the catalog of the platform
   */
  find({ name, version }: ServerVersion, orgId: string | null = null): Promise<DemoState | undefined> {
    return this.uow.row<DemoState>(
      `SELECT m.id AS "mcpId", v.status, v.failure_reason AS "failureReason", v.global_score AS "globalScore",
              v.certification_level AS "certificationLevel",
              (SELECT x.detail FROM version_finding x WHERE x.version_id = v.id
                ORDER BY array_position(ARRAY['critical', 'high', 'medium', 'low'], x.severity), x.ordinal
                LIMIT 1) AS finding
         FROM mcp m
         LEFT JOIN LATERAL (
           SELECT * FROM mcp_version WHERE mcp_id = m.id AND semver = $2
            ORDER BY created_at DESC, id DESC LIMIT 1) v ON true
        WHERE m.org_id IS NOT DISTINCT FROM $3::uuid AND m.name_key = $1`,
      [nameKey(name), version, orgId],
    );
  }

  /** The organization with a slug in the hub, or else in the registry; undefined if the slug is free. */
  ownerOf(slug: string): Promise<SlugOwner | undefined> {
    return this.uow.row<SlugOwner>(
      `WITH org AS (SELECT id, status FROM organization WHERE slug_key = $1)
       SELECT org.id AS "orgId",
              org.status = 'ACTIVE' AND EXISTS (
                SELECT FROM audit_event e
                 WHERE e.org_id = org.id AND e.action = 'organization.created'
                   AND e.actor_type = 'system' AND e.actor_name = $2) AS "isOfDemo",
              EXISTS (SELECT FROM service_token t WHERE t.org_id = org.id AND t.name = $2) AS "isComplete"
         FROM org
       UNION ALL
       SELECT NULL, false, false FROM registry_organization
        WHERE slug_key = $1 AND NOT EXISTS (SELECT FROM org)`,
      [nameKey(slug), DEMO],
    );
  }
}
