import type { MigrationInterface, QueryRunner } from 'typeorm';
import { buildIndex, inBatches } from '../online-migrations.js';

const PUBLISHED = `
  SELECT v.id FROM registry_version v
    JOIN registry_package p ON p.id = v.package_id JOIN registry_organization o ON o.id = p.org_id`;
const NAME = `o.slug_key || '/' || p.name_key`;

// Joins, which hash both sides: a condition for each version would read its server's versions, or the whole trail, for each.
const KNOWN = [
  // The hub has the version, or has its bytes from elsewhere.
  ...[
    'h.tarball_sha256 = v.bundle_digest',
    `h.source ->> 'kind' = 'upload' AND 'sha256:' || h.commit_hash = v.bundle_digest`,
    `h.source ->> 'kind' = 'registry' AND h.source ->> 'bundle_digest' = v.bundle_digest AND h.source ->> 'version' = v.version`,
  ].map(
    (same) =>
      `${PUBLISHED} JOIN mcp m ON m.name_key = ${NAME} JOIN mcp_version h ON h.mcp_id = m.id AND ${same}`,
  ),
  // The trail says that it had the version, or that somebody deleted its MCP since.
  `${PUBLISHED} JOIN audit_event e
      ON e.action = 'version.ingested' AND lower(e.details ->> 'mcp_name') = ${NAME} AND e.details ->> 'version' = v.version`,
  `${PUBLISHED} JOIN audit_event e ON e.action = 'mcp.deleted' AND lower(e.details ->> 'name') = ${NAME}`,
].join(' UNION ALL ');

/**
 * Which versions the hub has had a message about. Those that were published before there were messages to the hub were not; a job
 * of the registry catches up on them (ADR 119).
 */
export class AnnouncedVersions1801440000000 implements MigrationInterface {
  readonly name = 'AnnouncedVersions1801440000000';
  readonly transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      'ALTER TABLE registry_version ADD COLUMN IF NOT EXISTS announced boolean NOT NULL DEFAULT false',
    );
    await inBatches(
      runner,
      `SELECT id FROM registry_version WHERE status = 'published' AND NOT announced AND id IN (${KNOWN})`,
      (ids) => `UPDATE registry_version SET announced = true WHERE id IN (${ids})`,
    );
    await buildIndex(runner, {
      name: 'registry_version_unannounced_idx',
      on: `registry_version (package_id, sort_key) WHERE status = 'published' AND NOT announced`,
    });
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX registry_version_unannounced_idx');
    await runner.query('ALTER TABLE registry_version DROP COLUMN announced');
  }
}
