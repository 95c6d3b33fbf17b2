import type { MigrationInterface, QueryRunner } from 'typeorm';
import { buildIndex } from '../online-migrations.js';

/** The queued jobs of an organization, and when its last one started (ADR 113). */
export class FairShareIndexes1801420100000 implements MigrationInterface {
  readonly name = 'FairShareIndexes1801420100000';
  readonly transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    await buildIndex(runner, {
      name: 'analysis_job_share_idx',
      on: `analysis_job (share, run_after, id) WHERE status = 'QUEUED'`,
    });
    await buildIndex(runner, { name: 'analysis_job_started_idx', on: 'analysis_job (share, started_at)' });
    await buildIndex(runner, { name: 'report_started_idx', on: 'report (org_id, started_at)' });
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX report_started_idx');
    await runner.query('DROP INDEX analysis_job_started_idx');
    await runner.query('DROP INDEX analysis_job_share_idx');
  }
}
