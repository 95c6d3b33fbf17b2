import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The subscription that set an organization's plan, and the order of its events within a second. */
export class PaymentSubscription1798600000000 implements MigrationInterface {
  readonly name = 'PaymentSubscription1798600000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      'ALTER TABLE organization ADD COLUMN payment_subscription text, ADD COLUMN payment_event_rank smallint',
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(
      'ALTER TABLE organization DROP COLUMN payment_subscription, DROP COLUMN payment_event_rank',
    );
  }
}
