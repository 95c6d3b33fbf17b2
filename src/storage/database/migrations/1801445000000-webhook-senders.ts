import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The list of the senders of webhooks is in the code alone, so that a new one needs no migration. */
export class WebhookSenders1801445000000 implements MigrationInterface {
  readonly name = 'WebhookSenders1801445000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE webhook_delivery DROP CONSTRAINT webhook_delivery_sender_check');
  }

  async down(runner: QueryRunner): Promise<void> {
    // Not valid: deliveries of senders that were added since may still be there.
    await runner.query(`
      ALTER TABLE webhook_delivery ADD CONSTRAINT webhook_delivery_sender_check
        CHECK (sender IN ('github', 'gitlab', 'bitbucket', 'stripe')) NOT VALID`);
  }
}
