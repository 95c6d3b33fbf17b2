import { Injectable } from '@nestjs/common';
import { nameKey } from '../../../common/values/names.js';
import { UnitOfWork } from '../../../storage/database/unit-of-work.js';
import { PROFILE_COLUMNS, type McpProfile } from './mcp.entity.js';
import type { McpVersionStatus } from './mcp-values.js';

/** A category or tag of an MCP. */
export interface TermRow {
  readonly id: string;
  readonly name: string;
  readonly slug: string;
}

/** The newest version of an MCP. */
export interface LatestVersionRow {
  readonly id: string;
  readonly visibleVersion: string;
  readonly status: McpVersionStatus;
  readonly globalScore: number | null;
  readonly certificationLevel: number | null;
  readonly commitHash: string;
}

/** An MCP in a list. */
export interface McpRow extends Readonly<McpProfile> {
  readonly id: string;
  readonly orgId: string | null;
  readonly areaId: string | null;
  readonly name: string;
  readonly repoUrl: string;
  readonly source: string | null;
  readonly sourcePath: string;
  readonly branch: string;
  readonly previewBranches: readonly string[];
  readonly featured: boolean;
  readonly createdAt: Date;
  readonly updatedAt: Date;
  readonly category: TermRow | null;
  readonly tags: readonly TermRow[];
  readonly latestVersion: LatestVersionRow | null;
}

/** Condition on `mcp m`: it is visible to everybody. */
export const PUBLIC = `m.visibility = 'public' AND NOT m.withdrawn`;

/** Condition on `mcp m`: it is visible to the caller (`$1`: active organizations whose private MCPs are visible). */
export const VISIBLE = `(${PUBLIC} OR m.org_id = ANY($1::uuid[]))`;

/** Of `mcp m`: what the audit trail says of a read (`PrivateMcp`); null for a public one. */
export const PRIVATE_MCP = `
  CASE WHEN m.visibility = 'private' THEN json_build_object('id', m.id, 'orgId', m.org_id, 'name', m.name) END`;

const COLUMNS = `
  m.id, m.org_id AS "orgId", m.area_id AS "areaId", m.name, m.repo_url AS "repoUrl", m.source, m.source_path AS "sourcePath",
  m.branch, m.preview_branches AS "previewBranches", ${PROFILE_COLUMNS}, m.featured, m.created_at AS "createdAt",
  m.updated_at AS "updatedAt",
  (SELECT json_build_object('id', c.id, 'name', c.name, 'slug', c.slug)
     FROM category c WHERE c.id = m.category_id) AS category,
  (SELECT coalesce(json_agg(json_build_object('id', t.id, 'name', t.name, 'slug', t.slug) ORDER BY t.slug), '[]')
     FROM mcp_tag x JOIN tag t ON t.id = x.tag_id WHERE x.mcp_id = m.id) AS tags,
  (SELECT json_build_object('id', v.id, 'visibleVersion', v.visible_version, 'status', v.status,
                            'globalScore', v.global_score, 'certificationLevel', v.certification_level,
                            'commitHash', v.commit_hash)
     FROM mcp_version v WHERE v.id = m.newest_version_id) AS "latestVersion"`;

/** Queries of MCPs. */
@Injectable()
export class McpsReadModel {
  constructor(private readonly uow: UnitOfWork) {}

  /** The MCPs with these ids, in their order. The caller of this method is responsible for selecting visible ones. */
  async byIds(ids: readonly string[]): Promise<McpRow[]> {
    if (ids.length === 0) return [];
    return this.uow.rows<McpRow>(
      `SELECT ${COLUMNS}
         FROM unnest($1::uuid[]) WITH ORDINALITY AS wanted (id, ordinal)
         JOIN mcp m ON m.id = wanted.id
        ORDER BY wanted.ordinal`,
      [ids],
    );
  }

  /** Any MCP, for platform administrators. */
  async find(id: string): Promise<McpRow | undefined> {
    return (await this.byIds([id]))[0];
  }

  /** A public MCP, or a private one of these organizations. */
  findVisible(orgIds: readonly string[], id: string): Promise<McpRow | undefined> {
    return this.uow.row<McpRow>(`SELECT ${COLUMNS} FROM mcp m WHERE m.id = $2 AND ${VISIBLE}`, [orgIds, id]);
  }

  /**
   * The id of the MCP with a name, case-insensitive. If several organizations use the name, the caller's own MCP comes
   * first, then the platform's, then the oldest.
   */
  async idOf(orgIds: readonly string[], name: string): Promise<string | undefined> {
    const row = await this.uow.row<{ id: string }>(
      `SELECT m.id FROM mcp m
        WHERE m.name_key = $2 AND ${VISIBLE}
        ORDER BY coalesce(m.org_id = ANY($1::uuid[]), false) DESC, m.org_id IS NULL DESC, m.created_at, m.id
        LIMIT 1`,
      [orgIds, nameKey(name)],
    );
    return row?.id;
  }
}
