import { Injectable } from '@nestjs/common';
import { UnitOfWork } from '../../../storage/database/unit-of-work.js';
import type { Launch, LaunchTarget } from './launch.js';

const TARGETS = `
  coalesce((SELECT json_agg(json_build_object('kind', t.kind, 'target', t.target, 'versionId', t.version_id)
                            ORDER BY t.kind COLLATE "C", t.target COLLATE "C")
              FROM mcp_launch_target t WHERE t.org_id = l.org_id AND t.mcp_id = l.mcp_id), '[]') AS targets`;

/** A version that launch settings name. */
export interface NamedVersion {
  readonly id: string;
  readonly visibleVersion: string;
}

/** SQL of the launch settings. */
@Injectable()
export class LaunchesRepository {
  constructor(private readonly uow: UnitOfWork) {}

  /** Those of an organization for all its servers, by the id of the server. */
  async all(orgId: string): Promise<ReadonlyMap<string, Launch>> {
    const rows = await this.uow.rows<Launch & { readonly mcpId: string }>(
      `SELECT l.mcp_id AS "mcpId", l.commands, l.variables, ${TARGETS} FROM mcp_launch l WHERE l.org_id = $1`,
      [orgId],
    );
    return new Map(rows.map(({ mcpId, ...launch }) => [mcpId, launch]));
  }

  find(orgId: string, mcpId: string): Promise<Launch | undefined> {
    return this.uow.row<Launch>(
      `SELECT l.commands, l.variables, ${TARGETS} FROM mcp_launch l WHERE l.org_id = $1 AND l.mcp_id = $2`,
      [orgId, mcpId],
    );
  }

  /** The name of an MCP that the organization may see; undefined for any other one. */
  async nameOf(orgId: string, mcpId: string): Promise<string | undefined> {
    const row = await this.uow.row<{ name: string }>(
      `SELECT name FROM mcp WHERE id = $2 AND ((visibility = 'public' AND NOT withdrawn) OR org_id = $1)`,
      [orgId, mcpId],
    );
    return row?.name;
  }

  /** The versions of an MCP with these ids or visible versions, and the newest one that is not revoked, which is first. */
  versionsOf(mcpId: string, references: readonly string[]): Promise<(NamedVersion & { newest: boolean })[]> {
    return this.uow.rows(
      `WITH newest AS (SELECT newest_version_id AS id FROM mcp WHERE id = $1 AND newest_version_id IS NOT NULL)
       SELECT v.id, v.visible_version AS "visibleVersion", v.id IN (SELECT id FROM newest) AS newest
         FROM mcp_version v
        WHERE v.mcp_id = $1
          AND (v.id IN (SELECT id FROM newest) OR v.id::text = ANY ($2::text[]) OR v.visible_version = ANY ($2::text[]))
        ORDER BY newest DESC, v.id`,
      [mcpId, references],
    );
  }

  /** How many servers the organization has launch settings for, other than this one. */
  async countOthers(orgId: string, mcpId: string): Promise<number> {
    const row = await this.uow.row<{ count: number }>(
      'SELECT count(*)::integer AS count FROM mcp_launch WHERE org_id = $1 AND mcp_id <> $2',
      [orgId, mcpId],
    );
    return row?.count ?? 0;
  }

  /**
   * Replaces the settings. The organization must be locked.
   * @returns the targets that other servers of the organization have; nothing is changed then
   */
  async save(
    orgId: string,
    mcpId: string,
    { commands, variables, targets }: Launch,
  ): Promise<readonly LaunchTarget[]> {
    const [kinds, texts] = [targets.map(({ kind }) => kind), targets.map(({ target }) => target)];
    const taken = await this.uow.rows<LaunchTarget>(
      `SELECT t.kind, t.target, t.version_id AS "versionId"
         FROM mcp_launch_target t JOIN unnest($3::text[], $4::text[]) AS wanted (kind, target) USING (kind, target)
        WHERE t.org_id = $1 AND t.mcp_id <> $2`,
      [orgId, mcpId, kinds, texts],
    );
    if (taken.length > 0) return taken;
    await this.uow.rows(
      `INSERT INTO mcp_launch (org_id, mcp_id, commands, variables, updated_at) VALUES ($1, $2, $3, $4, now())
           ON CONFLICT ON CONSTRAINT mcp_launch_pkey DO UPDATE
          SET commands = excluded.commands, variables = excluded.variables, updated_at = excluded.updated_at`,
      [orgId, mcpId, JSON.stringify(commands), variables],
    );
    await this.uow.rows('DELETE FROM mcp_launch_target WHERE org_id = $1 AND mcp_id = $2', [orgId, mcpId]);
    await this.uow.rows(
      `INSERT INTO mcp_launch_target (org_id, mcp_id, kind, target, version_id)
       SELECT $1, $2, * FROM unnest($3::text[], $4::text[], $5::uuid[])`,
      [orgId, mcpId, kinds, texts, targets.map(({ versionId }) => versionId)],
    );
    return [];
  }

  /** Deletes the settings; false if there are none. */
  async delete(orgId: string, mcpId: string): Promise<boolean> {
    await this.uow.rows('DELETE FROM mcp_launch_target WHERE org_id = $1 AND mcp_id = $2', [orgId, mcpId]);
    const gone = await this.uow.rows(
      'DELETE FROM mcp_launch WHERE org_id = $1 AND mcp_id = $2 RETURNING mcp_id',
      [orgId, mcpId],
    );
    return gone.length === 1;
  }
}
