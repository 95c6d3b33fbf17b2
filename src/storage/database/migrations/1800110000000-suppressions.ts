import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Findings that organizations accept for a while. */
export class Suppressions1800110000000 implements MigrationInterface {
  readonly name = 'Suppressions1800110000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE suppression (
        id uuid CONSTRAINT suppression_pkey PRIMARY KEY,
        org_id uuid NOT NULL CONSTRAINT suppression_org_id_fkey REFERENCES organization (id) ON DELETE CASCADE,
        finding_id uuid NOT NULL CONSTRAINT suppression_finding_id_fkey REFERENCES finding (id) ON DELETE CASCADE,
        reason text NOT NULL,
        author_id uuid,
        author_type text NOT NULL,
        author_name text NOT NULL,
        created_at timestamptz NOT NULL,
        expires_at timestamptz NOT NULL,
        CONSTRAINT suppression_finding_key UNIQUE (org_id, finding_id)
      )`);
    await runner.query('CREATE INDEX suppression_list_idx ON suppression (org_id, created_at, id)');
    await runner.query('CREATE INDEX suppression_finding_idx ON suppression (finding_id)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE suppression');
  }
}
