import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Finds whether the registry has a version of an MCP, however many others there are (ADR 93). */
export class RegisteredVersions1801368100000 implements MigrationInterface {
  readonly name = 'RegisteredVersions1801368100000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      `CREATE INDEX mcp_version_registered_idx ON mcp_version (mcp_id, (coalesce(landed_at, created_at)))
        WHERE revoked_at IS NULL AND NOT preview
          AND (coalesce(right(release_key, 1) = '1', false) OR status = 'PUBLISHED')`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX mcp_version_registered_idx');
  }
}
