import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Lookups of versions by their source and their bytes, and the records of evaluations. */
export class Gate1800800000000 implements MigrationInterface {
  readonly name = 'Gate1800800000000';

  async up(runner: QueryRunner): Promise<void> {
    // Names of PyPI are compared as PEP 503 says.
    await runner.query(`
      CREATE FUNCTION mcp_source_key(source jsonb) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
        SELECT CASE source ->> 'kind'
                 WHEN 'npm' THEN 'npm:' || (source ->> 'name')
                 WHEN 'pypi' THEN 'pypi:' || lower(regexp_replace(source ->> 'name', '[-_.]+', '-', 'g'))
                 WHEN 'repository' THEN 'repository:' || coalesce(source ->> 'path', '')
               END
      $$`);
    await runner.query('CREATE INDEX mcp_version_source_idx ON mcp_version (mcp_source_key(source), mcp_id)');
    await runner.query('CREATE INDEX mcp_version_bytes_idx ON mcp_version (tarball_sha256, mcp_id)');
    await runner.query(`
      CREATE TABLE evaluation (
        id uuid CONSTRAINT evaluation_pkey PRIMARY KEY,
        org_id uuid NOT NULL CONSTRAINT evaluation_org_id_fkey REFERENCES organization (id) ON DELETE CASCADE,
        token_id uuid NOT NULL,
        environment text NOT NULL,
        passed boolean NOT NULL,
        servers integer NOT NULL,
        denied integer NOT NULL,
        policies jsonb NOT NULL,
        items jsonb NOT NULL,
        created_at timestamptz NOT NULL
      )`);
    await runner.query(`
      CREATE TABLE evaluated_mcp (
        mcp_id uuid NOT NULL CONSTRAINT evaluated_mcp_mcp_id_fkey REFERENCES mcp (id) ON DELETE CASCADE,
        org_id uuid NOT NULL CONSTRAINT evaluated_mcp_org_id_fkey REFERENCES organization (id) ON DELETE CASCADE,
        evaluated_at timestamptz NOT NULL,
        CONSTRAINT evaluated_mcp_pkey PRIMARY KEY (mcp_id, org_id)
      )`);
    await runner.query('CREATE INDEX evaluated_mcp_org_idx ON evaluated_mcp (org_id)');
    await runner.query(`
      CREATE TABLE evaluation_seal (
        org_id uuid NOT NULL CONSTRAINT evaluation_seal_org_id_fkey REFERENCES organization (id) ON DELETE CASCADE,
        ordinal integer NOT NULL,
        month text NOT NULL,
        records integer NOT NULL,
        records_key text NOT NULL,
        envelope jsonb NOT NULL,
        sealed_at timestamptz NOT NULL,
        CONSTRAINT evaluation_seal_pkey PRIMARY KEY (org_id, ordinal)
      )`);
    await runner.query(`
      ALTER TABLE organization_retention ADD COLUMN evaluation_months integer NOT NULL DEFAULT 12
        CONSTRAINT organization_retention_evaluation_months_check CHECK (evaluation_months BETWEEN 1 AND 120)`);
    await runner.query('CREATE INDEX evaluation_list_idx ON evaluation (org_id, created_at, id)');
    await runner.query('CREATE INDEX evaluation_result_idx ON evaluation (org_id, passed, created_at, id)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE organization_retention DROP COLUMN evaluation_months');
    await runner.query('DROP TABLE evaluation_seal');
    await runner.query('DROP TABLE evaluated_mcp');
    await runner.query('DROP TABLE evaluation');
    await runner.query('DROP INDEX mcp_version_bytes_idx');
    await runner.query('DROP INDEX mcp_version_source_idx');
    await runner.query('DROP FUNCTION mcp_source_key');
  }
}
