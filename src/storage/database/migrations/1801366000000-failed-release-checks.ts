import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Failed versions of Python packages that had a result are asked for, too (ADR 92). */
export class FailedReleaseChecks1801366000000 implements MigrationInterface {
  readonly name = 'FailedReleaseChecks1801366000000';

  async up(runner: QueryRunner): Promise<void> {
    await this.replace(
      runner,
      `(status IN ('CERTIFIED', 'NOT_CERTIFIED', 'PUBLISHED') OR (status = 'FAILED' AND tarball_sha256 IS NOT NULL))`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await this.replace(runner, `status IN ('CERTIFIED', 'NOT_CERTIFIED', 'PUBLISHED')`);
  }

  private async replace(runner: QueryRunner, condition: string): Promise<void> {
    await runner.query('DROP INDEX mcp_version_release_check_idx');
    await runner.query(
      `CREATE INDEX mcp_version_release_check_idx ON mcp_version (coalesce(release_checked_at, '-infinity'), id)
         WHERE source ->> 'kind' = 'pypi' AND revoked_at IS NULL AND ${condition}`,
    );
  }
}
