import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Webhooks of organizations, and the events that are sent to them. */
export class OutboundWebhooks1800900000000 implements MigrationInterface {
  readonly name = 'OutboundWebhooks1800900000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE outbound_webhook (
        id uuid CONSTRAINT outbound_webhook_pkey PRIMARY KEY,
        org_id uuid NOT NULL
          CONSTRAINT outbound_webhook_org_id_fkey REFERENCES organization (id) ON DELETE CASCADE,
        url text NOT NULL,
        description text NOT NULL DEFAULT '',
        events text[] NOT NULL,
        enabled boolean NOT NULL,
        disabled_reason text
          CONSTRAINT outbound_webhook_reason_check CHECK (disabled_reason IN ('gone', 'failing')),
        secret bytea NOT NULL,
        old_secret bytea,
        old_secret_until timestamptz,
        outages integer NOT NULL DEFAULT 0,
        paused_until timestamptz,
        last_success_at timestamptz,
        created_at timestamptz NOT NULL,
        updated_at timestamptz NOT NULL
      )`);
    await runner.query(`CREATE INDEX outbound_webhook_list_idx ON outbound_webhook (org_id, created_at, id)`);
    await runner.query(`
      CREATE TABLE organization_event (
        id uuid CONSTRAINT organization_event_pkey PRIMARY KEY,
        org_id uuid NOT NULL
          CONSTRAINT organization_event_org_id_fkey REFERENCES organization (id) ON DELETE CASCADE,
        type text NOT NULL,
        data jsonb NOT NULL,
        created_at timestamptz NOT NULL
      )`);
    await runner.query(`CREATE INDEX organization_event_org_idx ON organization_event (org_id)`);
    await runner.query(
      `CREATE INDEX organization_event_created_at_idx ON organization_event (created_at, id)`,
    );
    await runner.query(`
      CREATE TABLE outbound_delivery (
        id uuid CONSTRAINT outbound_delivery_pkey PRIMARY KEY,
        webhook_id uuid NOT NULL
          CONSTRAINT outbound_delivery_webhook_id_fkey REFERENCES outbound_webhook (id) ON DELETE CASCADE,
        event_id uuid NOT NULL
          CONSTRAINT outbound_delivery_event_id_fkey REFERENCES organization_event (id) ON DELETE CASCADE,
        status text NOT NULL
          CONSTRAINT outbound_delivery_status_check CHECK (status IN ('PENDING', 'DELIVERED', 'DEAD')),
        attempts integer NOT NULL DEFAULT 0,
        run_after timestamptz NOT NULL,
        claim uuid,
        claimed_until timestamptz,
        retry_until timestamptz NOT NULL,
        last_attempt_at timestamptz,
        response_status integer,
        error text,
        delivered_at timestamptz,
        created_at timestamptz NOT NULL
      )`);
    await runner.query(
      `CREATE INDEX outbound_delivery_list_idx ON outbound_delivery (webhook_id, created_at, id)`,
    );
    await runner.query(
      `CREATE INDEX outbound_delivery_status_idx ON outbound_delivery (webhook_id, status, created_at, id)`,
    );
    await runner.query(
      `CREATE INDEX outbound_delivery_due_idx ON outbound_delivery (webhook_id, run_after, id) WHERE status = 'PENDING'`,
    );
    await runner.query(
      `CREATE INDEX outbound_delivery_claimed_idx ON outbound_delivery (webhook_id, claimed_until) WHERE claim IS NOT NULL`,
    );
    await runner.query(
      `CREATE INDEX outbound_delivery_retry_idx ON outbound_delivery (retry_until, id) WHERE status = 'PENDING'`,
    );
    await runner.query(`CREATE INDEX outbound_delivery_event_idx ON outbound_delivery (event_id)`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP TABLE outbound_delivery`);
    await runner.query(`DROP TABLE organization_event`);
    await runner.query(`DROP TABLE outbound_webhook`);
  }
}
