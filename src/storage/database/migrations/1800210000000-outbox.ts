import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Messages between parts of the system, and versions that were revoked in the registry (ADR 56). */
export class Outbox1800210000000 implements MigrationInterface {
  readonly name = 'Outbox1800210000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE outbox (
        id bigint GENERATED ALWAYS AS IDENTITY CONSTRAINT outbox_pkey PRIMARY KEY,
        topic text NOT NULL,
        key text NOT NULL,
        payload jsonb NOT NULL CONSTRAINT outbox_payload_check CHECK (octet_length(payload::text) <= 32768),
        attempts integer NOT NULL DEFAULT 0,
        due_at timestamptz NOT NULL,
        created_at timestamptz NOT NULL
      )`);
    await runner.query(`CREATE INDEX outbox_order_idx ON outbox (topic, key, id)`);
    await runner.query(`CREATE INDEX outbox_topic_idx ON outbox (topic, id)`);
    await runner.query(`ALTER TABLE mcp_version ADD COLUMN revoked_at timestamptz`);
    await runner.query(`ALTER TABLE mcp_version ADD COLUMN revoked_reason text`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE mcp_version DROP COLUMN revoked_reason`);
    await runner.query(`ALTER TABLE mcp_version DROP COLUMN revoked_at`);
    await runner.query(`DROP TABLE outbox`);
  }
}
