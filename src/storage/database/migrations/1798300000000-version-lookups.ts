import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Indexes to look up versions by semantic version and commit prefix, as pipelines do: a thousand at once, even for a
 * server with thousands of versions.
 */
export class VersionLookups1798300000000 implements MigrationInterface {
  readonly name = 'VersionLookups1798300000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`CREATE INDEX mcp_version_semver_idx ON mcp_version (mcp_id, semver)`);
    await runner.query(`CREATE INDEX mcp_version_commit_idx ON mcp_version (mcp_id, left(commit_hash, 7))`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP INDEX mcp_version_commit_idx`);
    await runner.query(`DROP INDEX mcp_version_semver_idx`);
  }
}
