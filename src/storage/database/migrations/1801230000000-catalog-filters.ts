import type { MigrationInterface, QueryRunner } from 'typeorm';

const PUBLIC = `visibility = 'public' AND NOT withdrawn`;

/** The score and level of an MCP's newest version, by which the catalog is filtered and sorted (ADR 78). */
export class CatalogFilters1801230000000 implements MigrationInterface {
  readonly name = 'CatalogFilters1801230000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE mcp ADD COLUMN latest_score integer, ADD COLUMN latest_level integer`);
    await runner.query(`
      UPDATE mcp m SET latest_score = n.global_score, latest_level = n.certification_level
        FROM (SELECT DISTINCT ON (mcp_id) mcp_id, global_score, certification_level
                FROM mcp_version ORDER BY mcp_id, created_at DESC, id DESC) n
       WHERE n.mcp_id = m.id AND n.global_score IS NOT NULL`);
    // No index can be created while the deferred triggers of the changed rows are pending.
    await runner.query('SET CONSTRAINTS ALL IMMEDIATE');
    // The MCP is locked first, so that the newest version is read after what concurrent transactions have added.
    await runner.query(`
      CREATE FUNCTION mcp_follows_newest_version() RETURNS trigger LANGUAGE plpgsql AS $$
      DECLARE
        changed uuid := (coalesce(NEW, OLD)).mcp_id;
        score integer;
        level integer;
      BEGIN
        PERFORM FROM mcp WHERE id = changed FOR NO KEY UPDATE;
        SELECT v.global_score, v.certification_level INTO score, level FROM mcp_version v
         WHERE v.mcp_id = changed ORDER BY v.created_at DESC, v.id DESC LIMIT 1;
        UPDATE mcp SET latest_score = score, latest_level = level
         WHERE id = changed AND (latest_score, latest_level) IS DISTINCT FROM (score, level);
        RETURN NULL;
      END $$`);
    await runner.query(`
      CREATE TRIGGER mcp_newest_version AFTER INSERT OR DELETE ON mcp_version
        FOR EACH ROW EXECUTE FUNCTION mcp_follows_newest_version()`);
    await runner.query(`
      CREATE TRIGGER mcp_newest_version_update AFTER UPDATE ON mcp_version
        FOR EACH ROW WHEN (OLD.global_score IS DISTINCT FROM NEW.global_score
                           OR OLD.certification_level IS DISTINCT FROM NEW.certification_level)
        EXECUTE FUNCTION mcp_follows_newest_version()`);
    await runner.query(
      `CREATE INDEX mcp_score_idx ON mcp (latest_score DESC NULLS LAST, created_at DESC, id DESC)
         INCLUDE (latest_level, visibility, withdrawn, org_id)`,
    );
    await runner.query(`CREATE INDEX mcp_public_name_idx ON mcp (name_key, id) WHERE ${PUBLIC}`);
    await runner.query(
      `CREATE INDEX mcp_public_language_idx ON mcp (language, created_at, id) WHERE ${PUBLIC}`,
    );
    await runner.query(
      `CREATE INDEX mcp_public_category_idx ON mcp (category_id, created_at, id) WHERE ${PUBLIC}`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const name of ['public_category', 'public_language', 'public_name', 'score']) {
      await runner.query(`DROP INDEX mcp_${name}_idx`);
    }
    await runner.query(`DROP TRIGGER mcp_newest_version_update ON mcp_version`);
    await runner.query(`DROP TRIGGER mcp_newest_version ON mcp_version`);
    await runner.query(`DROP FUNCTION mcp_follows_newest_version`);
    await runner.query(`ALTER TABLE mcp DROP COLUMN latest_score, DROP COLUMN latest_level`);
  }
}
