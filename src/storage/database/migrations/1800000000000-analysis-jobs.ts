import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The sources of versions, and the jobs that analyze them (ADR 51). */
export class AnalysisJobs1800000000000 implements MigrationInterface {
  readonly name = 'AnalysisJobs1800000000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE mcp ADD COLUMN source_path text NOT NULL DEFAULT ''`);
    await runner.query(`ALTER TABLE mcp_version ADD COLUMN source jsonb`);
    await runner.query(
      `ALTER TABLE mcp_version ADD CONSTRAINT mcp_version_commit_key UNIQUE (mcp_id, commit_hash)`,
    );
    await runner.query(`
      CREATE TABLE analysis_job (
        id uuid CONSTRAINT analysis_job_pkey PRIMARY KEY,
        version_id uuid NOT NULL
          CONSTRAINT analysis_job_version_id_fkey REFERENCES mcp_version (id) ON DELETE CASCADE,
        mcp_id uuid NOT NULL,
        reason text NOT NULL CONSTRAINT analysis_job_reason_check
          CHECK (reason IN ('ingest', 'reanalysis', 'advisories', 'retry')),
        status text NOT NULL CONSTRAINT analysis_job_status_check
          CHECK (status IN ('QUEUED', 'RUNNING', 'SUCCEEDED', 'FAILED')),
        attempts integer NOT NULL DEFAULT 0,
        phase text,
        worker text,
        heartbeat_at timestamptz,
        run_after timestamptz NOT NULL,
        created_at timestamptz NOT NULL,
        started_at timestamptz,
        finished_at timestamptz,
        failure_reason text
      )`);
    await runner.query(`
      CREATE UNIQUE INDEX analysis_job_active_key ON analysis_job (version_id)
       WHERE status IN ('QUEUED', 'RUNNING')`);
    await runner.query(
      `CREATE INDEX analysis_job_queued_idx ON analysis_job (run_after, id) WHERE status = 'QUEUED'`,
    );
    await runner.query(
      `CREATE INDEX analysis_job_running_idx ON analysis_job (heartbeat_at, id) WHERE status = 'RUNNING'`,
    );
    await runner.query(`CREATE INDEX analysis_job_list_idx ON analysis_job (created_at, id)`);
    await runner.query(`CREATE INDEX analysis_job_mcp_idx ON analysis_job (mcp_id, created_at, id)`);
    await runner.query(`CREATE INDEX analysis_job_version_idx ON analysis_job (version_id, created_at)`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP TABLE analysis_job`);
    await runner.query(`ALTER TABLE mcp_version DROP CONSTRAINT mcp_version_commit_key`);
    await runner.query(`ALTER TABLE mcp_version DROP COLUMN source`);
    await runner.query(`ALTER TABLE mcp DROP COLUMN source_path`);
  }
}
