import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Scans for the gates of agents (ADR 60), and the lookup of MCPs by their package. */
export class Scans1800500000000 implements MigrationInterface {
  readonly name = 'Scans1800500000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE scan (
        id uuid CONSTRAINT scan_pkey PRIMARY KEY,
        token_hash bytea NOT NULL CONSTRAINT scan_token_hash_key UNIQUE,
        caller_kind text NOT NULL CONSTRAINT scan_caller_kind_check CHECK (caller_kind IN ('user', 'service_token')),
        caller_id uuid NOT NULL,
        url text NOT NULL,
        target jsonb NOT NULL,
        status text NOT NULL
          CONSTRAINT scan_status_check CHECK (status IN ('WAITING', 'ANALYZING', 'RESOLVED', 'FAILED')),
        mcp_id uuid CONSTRAINT scan_mcp_id_fkey REFERENCES mcp (id) ON DELETE CASCADE,
        version_id uuid CONSTRAINT scan_version_id_fkey REFERENCES mcp_version (id) ON DELETE CASCADE,
        snapshot_id uuid,
        error text,
        attempts integer NOT NULL DEFAULT 0,
        claimed_until timestamptz,
        created_at timestamptz NOT NULL
      )`);
    await runner.query(`CREATE INDEX scan_waiting_idx ON scan (created_at, id) WHERE status = 'WAITING'`);
    await runner.query(`CREATE INDEX scan_caller_idx ON scan (caller_id, status)`);
    await runner.query(`CREATE INDEX scan_mcp_idx ON scan (mcp_id)`);
    await runner.query(`CREATE INDEX scan_version_idx ON scan (version_id)`);
    await runner.query(`CREATE INDEX scan_created_at_idx ON scan (created_at, id)`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP TABLE scan`);
  }
}
