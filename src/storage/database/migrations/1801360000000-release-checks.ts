import type { MigrationInterface, QueryRunner } from 'typeorm';

/** When the index was last asked for the files of a Python release, and the order in which it is asked again (ADR 92). */
export class ReleaseChecks1801360000000 implements MigrationInterface {
  readonly name = 'ReleaseChecks1801360000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE mcp_version ADD COLUMN release_checked_at timestamptz');
    await runner.query(
      `CREATE INDEX mcp_version_release_check_idx ON mcp_version (coalesce(release_checked_at, '-infinity'), id)
         WHERE source ->> 'kind' = 'pypi' AND revoked_at IS NULL
           AND status IN ('CERTIFIED', 'NOT_CERTIFIED', 'PUBLISHED')`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX mcp_version_release_check_idx');
    await runner.query('ALTER TABLE mcp_version DROP COLUMN release_checked_at');
  }
}
