import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Uploads of bundles to the hub. */
export class Uploads1800200000000 implements MigrationInterface {
  readonly name = 'Uploads1800200000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE upload (
        id uuid CONSTRAINT upload_pkey PRIMARY KEY,
        org_id uuid NOT NULL
          CONSTRAINT upload_org_id_fkey REFERENCES organization (id) ON DELETE CASCADE,
        mcp_name text NOT NULL,
        semver text NOT NULL,
        bundle_digest text NOT NULL,
        expires_at timestamptz NOT NULL,
        attempt uuid,
        attempt_ends_at timestamptz,
        received_at timestamptz,
        size_bytes bigint,
        object_key text,
        version_id uuid CONSTRAINT upload_version_id_fkey REFERENCES mcp_version (id) ON DELETE CASCADE,
        created_at timestamptz NOT NULL
      )`);
    await runner.query(`CREATE INDEX upload_pending_idx ON upload (org_id) WHERE version_id IS NULL`);
    await runner.query(`CREATE INDEX upload_expires_at_idx ON upload (expires_at, id)`);
    await runner.query(`CREATE INDEX upload_version_idx ON upload (version_id)`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP TABLE upload`);
  }
}
