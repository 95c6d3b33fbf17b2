import type { MigrationInterface, QueryRunner } from 'typeorm';

const OUTCOMES = `'ACCEPTED', 'IGNORED', 'UNKNOWN', 'STALE', 'REPLAYED'`;

/** Which branches of a repository an MCP follows, and which repository it is (ADR 83, ADR 84). */
export class FollowedRepositories1801310000000 implements MigrationInterface {
  readonly name = 'FollowedRepositories1801310000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE mcp ADD COLUMN repo_identity text, ADD COLUMN repo_confirmed boolean NOT NULL DEFAULT false,
                      ADD COLUMN repo_taken_by text, ADD COLUMN branch text NOT NULL DEFAULT '',
                      ADD COLUMN preview_branches text[] NOT NULL DEFAULT '{}'`);
    await runner.query('CREATE INDEX mcp_repo_identity_idx ON mcp (repo_identity)');
    await runner.query('ALTER TABLE mcp_version ADD COLUMN tag_moved_to text');
    await runner.query(`
      ALTER TABLE source_event ADD COLUMN previous_commit text, ADD COLUMN is_forward boolean NOT NULL DEFAULT false,
                               ADD COLUMN semver text, ADD COLUMN default_branch text,
                               ADD COLUMN repo_identity text, ADD COLUMN repo_url text`);
    await this.identifyBy(runner, `ref, coalesce(commit_hash, ''), coalesce(repo_identity, '')`);
    await this.allowOutcomes(runner, `${OUTCOMES}, 'REFUSED'`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`UPDATE webhook_delivery SET outcome = 'IGNORED' WHERE outcome = 'REFUSED'`);
    await this.allowOutcomes(runner, OUTCOMES);
    await runner.query(`
      DELETE FROM source_event e USING source_event o
       WHERE e.taken_at IS NULL AND o.taken_at IS NULL AND o.mcp_id = e.mcp_id AND o.id < e.id
         AND coalesce(o.commit_hash, o.ref) = coalesce(e.commit_hash, e.ref)`);
    await this.identifyBy(runner, 'coalesce(commit_hash, ref)');
    await runner.query(`
      ALTER TABLE source_event DROP COLUMN previous_commit, DROP COLUMN is_forward, DROP COLUMN semver,
                               DROP COLUMN default_branch, DROP COLUMN repo_identity, DROP COLUMN repo_url`);
    await runner.query('ALTER TABLE mcp_version DROP COLUMN tag_moved_to');
    await runner.query('DROP INDEX mcp_repo_identity_idx');
    await runner.query(`
      ALTER TABLE mcp DROP COLUMN repo_identity, DROP COLUMN repo_confirmed, DROP COLUMN repo_taken_by,
                      DROP COLUMN branch, DROP COLUMN preview_branches`);
  }

  /** A branch and a tag may have the same commit, and mean different things. */
  private async identifyBy(runner: QueryRunner, columns: string): Promise<void> {
    await runner.query('DROP INDEX source_event_waiting_key');
    await runner.query(
      `CREATE UNIQUE INDEX source_event_waiting_key ON source_event (mcp_id, ${columns}) WHERE taken_at IS NULL`,
    );
  }

  private async allowOutcomes(runner: QueryRunner, outcomes: string): Promise<void> {
    await runner.query(
      `ALTER TABLE webhook_delivery
         DROP CONSTRAINT webhook_delivery_outcome_check,
         ADD CONSTRAINT webhook_delivery_outcome_check CHECK (outcome IN (${outcomes}))`,
    );
  }
}
