import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Reports of organizations, and the schedules by which they are made again. */
export class Reports1800840000000 implements MigrationInterface {
  readonly name = 'Reports1800840000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE report_schedule (
        id uuid CONSTRAINT report_schedule_pkey PRIMARY KEY,
        org_id uuid NOT NULL CONSTRAINT report_schedule_org_id_fkey REFERENCES organization (id) ON DELETE CASCADE,
        "interval" text NOT NULL CONSTRAINT report_schedule_interval_check CHECK ("interval" IN ('WEEKLY', 'MONTHLY')),
        paper text NOT NULL CONSTRAINT report_schedule_paper_check CHECK (paper IN ('A4', 'LETTER')),
        notify text[] NOT NULL,
        next_run_at timestamptz NOT NULL,
        created_at timestamptz NOT NULL
      )`);
    await runner.query('CREATE INDEX report_schedule_org_idx ON report_schedule (org_id, created_at, id)');
    await runner.query('CREATE INDEX report_schedule_due_idx ON report_schedule (next_run_at, id)');
    await runner.query(`
      CREATE TABLE report (
        id uuid CONSTRAINT report_pkey PRIMARY KEY,
        org_id uuid NOT NULL CONSTRAINT report_org_id_fkey REFERENCES organization (id) ON DELETE CASCADE,
        scope text NOT NULL,
        snapshot_id uuid,
        paper text NOT NULL CONSTRAINT report_paper_check CHECK (paper IN ('A4', 'LETTER')),
        schedule_id uuid CONSTRAINT report_schedule_id_fkey REFERENCES report_schedule (id) ON DELETE SET NULL,
        status text NOT NULL CONSTRAINT report_status_check CHECK (status IN ('PENDING', 'COMPLETED', 'FAILED')),
        attempts integer NOT NULL DEFAULT 0,
        worker text,
        heartbeat_at timestamptz,
        run_after timestamptz NOT NULL,
        failure_reason text,
        data_key text,
        html_key text,
        pdf_key text,
        requested_by text NOT NULL,
        created_at timestamptz NOT NULL,
        finished_at timestamptz,
        CONSTRAINT report_scope_check CHECK (
          (scope = 'SNAPSHOT' AND snapshot_id IS NOT NULL) OR (scope = 'ORGANIZATION' AND snapshot_id IS NULL))
      )`);
    await runner.query('CREATE INDEX report_list_idx ON report (org_id, created_at, id)');
    await runner.query(`CREATE INDEX report_pending_idx ON report (org_id) WHERE status = 'PENDING'`);
    await runner.query(
      `CREATE INDEX report_waiting_idx ON report (run_after, id) WHERE status = 'PENDING' AND worker IS NULL`,
    );
    await runner.query(
      'CREATE INDEX report_running_idx ON report (heartbeat_at, id) WHERE worker IS NOT NULL',
    );
    await runner.query('CREATE INDEX report_schedule_idx ON report (schedule_id)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE report');
    await runner.query('DROP TABLE report_schedule');
  }
}
