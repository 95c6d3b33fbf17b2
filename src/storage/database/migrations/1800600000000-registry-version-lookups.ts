import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Lookups for each message of the registry, whose cost must not grow with the versions of its package. */
export class RegistryVersionLookups1800600000000 implements MigrationInterface {
  readonly name = 'RegistryVersionLookups1800600000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      `CREATE INDEX mcp_version_kind_idx ON mcp_version (mcp_id, (coalesce(source ->> 'kind', '')))`,
    );
    await runner.query(`
      CREATE INDEX mcp_version_registry_idx ON mcp_version (mcp_id, (source ->> 'bundle_digest'))
       WHERE source ->> 'kind' = 'registry'`);
    await runner.query(`CREATE INDEX mcp_version_tarball_idx ON mcp_version (mcp_id, tarball_sha256)`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP INDEX mcp_version_tarball_idx`);
    await runner.query(`DROP INDEX mcp_version_registry_idx`);
    await runner.query(`DROP INDEX mcp_version_kind_idx`);
  }
}
