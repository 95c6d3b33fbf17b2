import type { MigrationInterface, QueryRunner } from 'typeorm';

const BATCH = 10_000;
const RESULTS = ['global_score', 'certification_level'];
const PLACE = ['release_key', 'landed_at', 'created_at', 'preview', 'revoked_at'];
const changed = (columns: readonly string[]): string =>
  columns.map((column) => `OLD.${column} IS DISTINCT FROM NEW.${column}`).join(' OR ');

const DECIDING = [
  'certification_level',
  'revoked_at',
  'semver',
  'visible_version',
  'source',
  'tarball_sha256',
];
const ANALYZED = `('CERTIFIED', 'NOT_CERTIFIED', 'PUBLISHED')`;
const HAS_RESULTS = `v.status IN ${ANALYZED}`;
const STATUS = `(OLD.status IS DISTINCT FROM NEW.status AND (OLD.status IN ${ANALYZED} OR NEW.status IN ${ANALYZED}))`;

/** The function that says which version of an MCP is the newest. Its order is that of `mcp_version_newest_idx`. */
const NEWEST = `
  CREATE FUNCTION newest_version_of(uuid) RETURNS uuid LANGUAGE sql STABLE AS $$
    SELECT v.id FROM mcp_version v
     WHERE v.mcp_id = $1 AND v.revoked_at IS NULL AND NOT v.preview
     ORDER BY coalesce(v.release_key, '') DESC, coalesce(v.landed_at, v.created_at) DESC, v.id DESC LIMIT 1
  $$`;

// The MCP is locked first, so that the newest version is read after what concurrent transactions have changed.
const FOLLOW = `
  CREATE OR REPLACE FUNCTION mcp_follows_newest_version() RETURNS trigger LANGUAGE plpgsql AS $$
  DECLARE
    changed uuid := (coalesce(NEW, OLD)).mcp_id;
    newest uuid;
    score integer;
    level integer;
  BEGIN
    PERFORM FROM mcp WHERE id = changed FOR NO KEY UPDATE;
    newest := newest_version_of(changed);
    SELECT v.global_score, v.certification_level INTO score, level FROM mcp_version v WHERE v.id = newest;
    UPDATE mcp SET newest_version_id = newest, latest_score = score, latest_level = level
     WHERE id = changed
       AND (newest_version_id, latest_score, latest_level) IS DISTINCT FROM (newest, score, level);
    RETURN NULL;
  END $$`;

const FOLLOW_CREATED_LAST = `
  CREATE OR REPLACE FUNCTION mcp_follows_newest_version() RETURNS trigger LANGUAGE plpgsql AS $$
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
  END $$`;

/**
 * `mcp.newest_version_id`, kept by the trigger that keeps score and level of the newest version, and the version that the
 * findings of an MCP are of, which follows (ADR 81).
 */
export class NewestVersionOfMcps1801301000000 implements MigrationInterface {
  readonly name = 'NewestVersionOfMcps1801301000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(NEWEST);
    await runner.query(
      `ALTER TABLE mcp ADD COLUMN newest_version_id uuid, ADD COLUMN results_version_id uuid`,
    );
    await this.touchAll(
      runner,
      `newest_version_id = newest_version_of(m.id),
       latest_score = (SELECT v.global_score FROM mcp_version v WHERE v.id = newest_version_of(m.id)),
       latest_level = (SELECT v.certification_level FROM mcp_version v WHERE v.id = newest_version_of(m.id)),
       results_version_id = (SELECT v.id FROM mcp_version v WHERE v.mcp_id = m.id AND ${HAS_RESULTS}
                              ORDER BY v.created_at DESC, v.id DESC LIMIT 1)`,
    );
    await runner.query('SET CONSTRAINTS ALL IMMEDIATE');
    await runner.query(
      `CREATE INDEX mcp_unsettled_idx ON mcp (id) WHERE newest_version_id IS DISTINCT FROM results_version_id`,
    );
    await runner.query(FOLLOW);
    await this.replaceTriggers(
      runner,
      [...RESULTS, ...PLACE],
      [...DECIDING, 'release_key', 'landed_at', 'preview'],
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(FOLLOW_CREATED_LAST);
    await this.replaceTriggers(runner, RESULTS, DECIDING);
    await runner.query(`ALTER TABLE mcp DROP COLUMN newest_version_id, DROP COLUMN results_version_id`);
    await runner.query(`DROP FUNCTION newest_version_of`);
    const last = (column: string): string =>
      `(SELECT v.${column} FROM mcp_version v WHERE v.mcp_id = m.id ORDER BY v.created_at DESC, v.id DESC LIMIT 1)`;
    await this.touchAll(
      runner,
      `latest_score = ${last('global_score')}, latest_level = ${last('certification_level')}`,
    );
    await runner.query('SET CONSTRAINTS ALL IMMEDIATE');
  }

  /** Changes all MCPs, in batches. */
  private async touchAll(runner: QueryRunner, columns: string): Promise<void> {
    let last = '00000000-0000-0000-0000-000000000000';
    for (;;) {
      const rows = (await runner.query(`SELECT id FROM mcp WHERE id > $1 ORDER BY id LIMIT ${BATCH}`, [
        last,
      ])) as {
        readonly id: string;
      }[];
      await runner.query(`UPDATE mcp m SET ${columns} WHERE m.id = ANY ($1::uuid[])`, [
        rows.map(({ id }) => id),
      ]);
      const end = rows.at(-1);
      if (end === undefined || rows.length < BATCH) return;
      last = end.id;
    }
  }

  private async replaceTriggers(
    runner: QueryRunner,
    follows: readonly string[],
    decides: readonly string[],
  ): Promise<void> {
    await runner.query('DROP TRIGGER mcp_newest_version_update ON mcp_version');
    await runner.query(
      `CREATE TRIGGER mcp_newest_version_update AFTER UPDATE ON mcp_version
         FOR EACH ROW WHEN (${changed(follows)}) EXECUTE FUNCTION mcp_follows_newest_version()`,
    );
    await runner.query('DROP TRIGGER mcp_version_decision_update ON mcp_version');
    await runner.query(
      `CREATE CONSTRAINT TRIGGER mcp_version_decision_update AFTER UPDATE ON mcp_version
         DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (${changed(decides)} OR ${STATUS})
         EXECUTE FUNCTION decision_of_version()`,
    );
  }
}
