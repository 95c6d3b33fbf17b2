import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The publication of versions to the registry (ADR 58). */
export class Publication1800300000000 implements MigrationInterface {
  readonly name = 'Publication1800300000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE publication (
        version_id uuid CONSTRAINT publication_pkey PRIMARY KEY
          CONSTRAINT publication_version_id_fkey REFERENCES mcp_version (id) ON DELETE CASCADE,
        snapshot_id uuid NOT NULL,
        status text NOT NULL
          CONSTRAINT publication_status_check CHECK (status IN ('QUEUED', 'RUNNING', 'DONE', 'FAILED')),
        attempts integer NOT NULL DEFAULT 0,
        run_after timestamptz NOT NULL,
        claim uuid,
        lease_until timestamptz,
        plan jsonb,
        warnings jsonb NOT NULL,
        failure_reason text,
        published_at timestamptz,
        created_at timestamptz NOT NULL,
        updated_at timestamptz NOT NULL
      )`);
    await runner.query(
      `CREATE INDEX publication_queued_idx ON publication (run_after, version_id) WHERE status = 'QUEUED'`,
    );
    await runner.query(
      `CREATE INDEX publication_running_idx ON publication (lease_until) WHERE status = 'RUNNING'`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP TABLE publication`);
  }
}
