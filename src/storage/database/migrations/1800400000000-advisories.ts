import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Advisories about packages, and the dependencies of MCPs that they can be about (ADR 59). */
export class Advisories1800400000000 implements MigrationInterface {
  readonly name = 'Advisories1800400000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE advisory_source (
        id uuid CONSTRAINT advisory_source_pkey PRIMARY KEY,
        name text NOT NULL CONSTRAINT advisory_source_name_key UNIQUE,
        ecosystems text[] NOT NULL DEFAULT '{}',
        newest_day text,
        advisory_count integer NOT NULL DEFAULT 0,
        skipped_count integer NOT NULL DEFAULT 0,
        etag text,
        last_modified text,
        created_at timestamptz NOT NULL,
        fetched_at timestamptz,
        checked_at timestamptz,
        next_attempt_at timestamptz,
        failures integer NOT NULL DEFAULT 0,
        last_error text,
        lease_id uuid,
        lease_until timestamptz
      )`);
    await runner.query(`
      CREATE TABLE advisory (
        source_id uuid NOT NULL
          CONSTRAINT advisory_source_id_fkey REFERENCES advisory_source (id) ON DELETE CASCADE,
        id text NOT NULL,
        ecosystem text NOT NULL,
        package_key text NOT NULL,
        day text,
        digest text NOT NULL,
        record json NOT NULL,
        CONSTRAINT advisory_pkey PRIMARY KEY (source_id, id, ecosystem, package_key)
      )`);
    await runner.query(`CREATE INDEX advisory_package_idx ON advisory (ecosystem, package_key)`);
    await runner.query(`
      CREATE TABLE mcp_dependency (
        mcp_id uuid NOT NULL
          CONSTRAINT mcp_dependency_mcp_id_fkey REFERENCES mcp (id) ON DELETE CASCADE,
        ecosystem text NOT NULL,
        package_key text NOT NULL,
        version text NOT NULL,
        CONSTRAINT mcp_dependency_pkey PRIMARY KEY (mcp_id, ecosystem, package_key, version)
      )`);
    await runner.query(
      `CREATE INDEX mcp_dependency_package_idx ON mcp_dependency (ecosystem, package_key, version)`,
    );
    await runner.query(`
      CREATE TABLE advisory_recheck (
        mcp_id uuid CONSTRAINT advisory_recheck_pkey PRIMARY KEY
          CONSTRAINT advisory_recheck_mcp_id_fkey REFERENCES mcp (id) ON DELETE CASCADE,
        created_at timestamptz NOT NULL
      )`);
    await runner.query(
      `CREATE INDEX advisory_recheck_created_at_idx ON advisory_recheck (created_at, mcp_id)`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const table of ['advisory_recheck', 'mcp_dependency', 'advisory', 'advisory_source'])
      await runner.query(`DROP TABLE ${table}`);
  }
}
