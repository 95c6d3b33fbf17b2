import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Webhook secrets of single sources (ADR 114). */
export class SourceSecrets1801430000000 implements MigrationInterface {
  readonly name = 'SourceSecrets1801430000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE source_secret (
        mcp_id uuid NOT NULL,
        secret bytea NOT NULL,
        created_at timestamptz NOT NULL,
        created_by uuid NOT NULL,
        old_secret bytea,
        old_secret_until timestamptz,
        old_created_by uuid,
        CONSTRAINT source_secret_pkey PRIMARY KEY (mcp_id),
        CONSTRAINT source_secret_mcp_id_fkey FOREIGN KEY (mcp_id) REFERENCES mcp (id) ON DELETE CASCADE
      )`);
    await runner.query('CREATE INDEX source_secret_list_idx ON source_secret (created_at, mcp_id)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE source_secret');
  }
}
