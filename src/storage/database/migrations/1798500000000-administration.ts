import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Search indexes for platform administrators, and deliveries of webhooks. */
export class Administration1798500000000 implements MigrationInterface {
  readonly name = 'Administration1798500000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      `CREATE INDEX hub_user_administrator_idx ON hub_user (id) WHERE role = 'PLATFORM_ADMIN'`,
    );
    await runner.query(
      `CREATE INDEX hub_user_search_idx ON hub_user USING gin (lower(email || E'\\n' || name) gin_trgm_ops)`,
    );
    await runner.query(
      `ALTER TABLE organization ADD COLUMN payment_event_at timestamptz, ADD COLUMN payment_event_id text`,
    );
    await runner.query(`
      CREATE TABLE webhook_delivery (
        sender text NOT NULL CONSTRAINT webhook_delivery_sender_check
          CHECK (sender IN ('github', 'gitlab', 'bitbucket', 'stripe')),
        delivery_id text NOT NULL,
        event text NOT NULL,
        received_at timestamptz NOT NULL,
        outcome text NOT NULL CONSTRAINT webhook_delivery_outcome_check
          CHECK (outcome IN ('ACCEPTED', 'IGNORED', 'UNKNOWN', 'STALE')),
        CONSTRAINT webhook_delivery_pkey PRIMARY KEY (sender, delivery_id)
      )`);
    await runner.query(`CREATE INDEX webhook_delivery_received_at_idx ON webhook_delivery (received_at)`);
    await runner.query(`
      CREATE TABLE source_event (
        id uuid CONSTRAINT source_event_pkey PRIMARY KEY,
        mcp_id uuid NOT NULL CONSTRAINT source_event_mcp_id_fkey REFERENCES mcp (id) ON DELETE CASCADE,
        commit_hash text,
        ref text NOT NULL,
        delivery text NOT NULL,
        created_at timestamptz NOT NULL,
        taken_at timestamptz
      )`);
    await runner.query(
      `CREATE UNIQUE INDEX source_event_waiting_key ON source_event (mcp_id, coalesce(commit_hash, ref))
         WHERE taken_at IS NULL`,
    );
    await runner.query(`CREATE INDEX source_event_mcp_idx ON source_event (mcp_id)`);
    await runner.query(`CREATE INDEX source_event_created_at_idx ON source_event (created_at, id)`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE source_event');
    await runner.query('DROP TABLE webhook_delivery');
    await runner.query('ALTER TABLE organization DROP COLUMN payment_event_at, DROP COLUMN payment_event_id');
    await runner.query('DROP INDEX hub_user_search_idx');
    await runner.query('DROP INDEX hub_user_administrator_idx');
  }
}
