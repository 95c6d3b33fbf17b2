import type { MigrationInterface, QueryRunner } from 'typeorm';

/** How far each chain of audit events has been verified. */
export class AuditCheckpoints1799210000000 implements MigrationInterface {
  readonly name = 'AuditCheckpoints1799210000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE audit_checkpoint (
        chain_id uuid CONSTRAINT audit_checkpoint_pkey PRIMARY KEY,
        position bigint NOT NULL DEFAULT 0,
        hash bytea NOT NULL,
        reread_position bigint NOT NULL DEFAULT 0,
        reread_hash bytea NOT NULL,
        pass_started_at timestamptz,
        complete_since timestamptz,
        checked_at timestamptz,
        lease_id uuid,
        leased_until timestamptz
      )`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE audit_checkpoint');
  }
}
