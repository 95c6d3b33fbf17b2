import type { MigrationInterface, QueryRunner } from 'typeorm';

const OUTCOMES = `'ACCEPTED', 'IGNORED', 'UNKNOWN', 'STALE'`;

/** Digests of webhook bodies that have already been applied, against replays. */
export class WebhookEffects1799200000000 implements MigrationInterface {
  readonly name = 'WebhookEffects1799200000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE webhook_effect (
        sender text NOT NULL,
        body_digest text NOT NULL,
        received_at timestamptz NOT NULL,
        CONSTRAINT webhook_effect_pkey PRIMARY KEY (sender, body_digest)
      )`);
    await runner.query('CREATE INDEX webhook_effect_received_at_idx ON webhook_effect (received_at)');
    await this.allowOutcomes(runner, `${OUTCOMES}, 'REPLAYED'`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`UPDATE webhook_delivery SET outcome = 'IGNORED' WHERE outcome = 'REPLAYED'`);
    await this.allowOutcomes(runner, OUTCOMES);
    await runner.query('DROP TABLE webhook_effect');
  }

  private async allowOutcomes(runner: QueryRunner, outcomes: string): Promise<void> {
    await runner.query(
      `ALTER TABLE webhook_delivery
         DROP CONSTRAINT webhook_delivery_outcome_check,
         ADD CONSTRAINT webhook_delivery_outcome_check CHECK (outcome IN (${outcomes}))`,
    );
  }
}
