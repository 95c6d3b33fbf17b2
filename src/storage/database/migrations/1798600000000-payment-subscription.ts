import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Which subscription has set an organization's plan, and how its events of one second are ordered. */
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
