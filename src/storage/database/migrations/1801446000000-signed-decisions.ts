import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * The current issue of signed decisions of each organization and environment, and what snapshots know of the tools, prompts and
 * resources of a version (ADR 123). Snapshots from before do not know it.
 */
export class SignedDecisions1801446000000 implements MigrationInterface {
  readonly name = 'SignedDecisions1801446000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE decision_issue (
        org_id uuid NOT NULL,
        environment text NOT NULL,
        revision bigint NOT NULL,
        basis text NOT NULL,
        catalog_revision bigint NOT NULL,
        content_digest text NOT NULL,
        issued_at timestamptz NOT NULL,
        valid_until timestamptz NOT NULL,
        next_change timestamptz,
        CONSTRAINT decision_issue_pkey PRIMARY KEY (org_id, environment),
        CONSTRAINT decision_issue_org_id_fkey FOREIGN KEY (org_id) REFERENCES organization (id) ON DELETE CASCADE)`);
    await runner.query('ALTER TABLE snapshot ADD COLUMN offered jsonb, ADD COLUMN surface_digest text');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE snapshot DROP COLUMN surface_digest, DROP COLUMN offered');
    await runner.query('DROP TABLE decision_issue');
  }
}
