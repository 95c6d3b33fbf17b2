import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Finds versions that were revoked after a time, which could have been the newest then. */
export class RevokedVersions1801363000000 implements MigrationInterface {
  readonly name = 'RevokedVersions1801363000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      `CREATE INDEX mcp_version_revoked_idx ON mcp_version (mcp_id, revoked_at) WHERE revoked_at IS NOT NULL AND NOT preview`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX mcp_version_revoked_idx');
  }
}
