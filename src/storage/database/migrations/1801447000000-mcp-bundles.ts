import type { MigrationInterface, QueryRunner } from 'typeorm';
import { buildIndex } from '../online-migrations.js';

const KINDS = `CHECK (kind IN ('manifest', 'bundle', 'evidence', 'mcpb'))`;
const OLD_KINDS = `CHECK (kind IN ('manifest', 'bundle', 'evidence'))`;

/**
 * The MCP bundles of certified versions (ADR 125). Those of versions that are there already are made by the job that makes all of
 * them. Lists of servers name the bundle, so that a new one is a change of decisions.
 */
export class McpBundles1801447000000 implements MigrationInterface {
  readonly name = 'McpBundles1801447000000';
  readonly transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE registry_version
        ADD COLUMN IF NOT EXISTS mcpb_digest text,
        ADD COLUMN IF NOT EXISTS mcpb_size_bytes bigint,
        ADD COLUMN IF NOT EXISTS mcpb_fault text`);
    await runner.query(
      'ALTER TABLE registry_artifact DROP CONSTRAINT IF EXISTS registry_artifact_kind_check',
    );
    await runner.query(
      `ALTER TABLE registry_artifact ADD CONSTRAINT registry_artifact_kind_check ${KINDS} NOT VALID`,
    );
    await runner.query('ALTER TABLE registry_artifact VALIDATE CONSTRAINT registry_artifact_kind_check');
    await buildIndex(runner, {
      name: 'registry_version_mcpb_idx',
      on: 'registry_version (org_id, mcpb_digest) WHERE mcpb_digest IS NOT NULL',
    });
    await buildIndex(runner, {
      name: 'registry_version_without_mcpb_idx',
      on: `registry_version (id) WHERE status = 'published' AND mcpb_digest IS NULL AND mcpb_fault IS NULL`,
    });
    await runner.query(`
      CREATE OR REPLACE FUNCTION decision_of_mcpb() RETURNS trigger LANGUAGE plpgsql AS $$
        BEGIN
          PERFORM count_decision(ARRAY(
            SELECT CASE WHEN m.visibility = 'public' THEN '' ELSE m.org_id::text END
              FROM registry_package p
              JOIN registry_organization o ON o.id = p.org_id
              JOIN mcp m ON m.name_key = o.slug_key || '/' || p.name_key
             WHERE p.id = NEW.package_id));
          RETURN NULL;
        END $$`);
    await runner.query('DROP TRIGGER IF EXISTS registry_version_decision ON registry_version');
    await runner.query(`
      CREATE CONSTRAINT TRIGGER registry_version_decision AFTER UPDATE ON registry_version
        DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (OLD.mcpb_digest IS DISTINCT FROM NEW.mcpb_digest)
        EXECUTE FUNCTION decision_of_mcpb()`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP FUNCTION decision_of_mcpb() CASCADE');
    await runner.query(
      'ALTER TABLE registry_version DROP COLUMN mcpb_digest, DROP COLUMN mcpb_size_bytes, DROP COLUMN mcpb_fault',
    );
    await runner.query(`DELETE FROM registry_artifact WHERE kind = 'mcpb'`);
    await runner.query('ALTER TABLE registry_artifact DROP CONSTRAINT registry_artifact_kind_check');
    await runner.query(
      `ALTER TABLE registry_artifact ADD CONSTRAINT registry_artifact_kind_check ${OLD_KINDS}`,
    );
  }
}
