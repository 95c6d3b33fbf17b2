import type { MigrationInterface, QueryRunner } from 'typeorm';

/** An index for invitees, and the recently sent invitation mails. */
export class InvitationMails1799110000000 implements MigrationInterface {
  readonly name = 'InvitationMails1799110000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE invitation_mail (
        id uuid CONSTRAINT invitation_mail_pkey PRIMARY KEY,
        org_id uuid NOT NULL,
        mailbox text NOT NULL,
        sent_at timestamptz NOT NULL
      )`);
    await runner.query('CREATE INDEX invitation_mail_mailbox_idx ON invitation_mail (mailbox, sent_at)');
    await runner.query('CREATE INDEX invitation_mail_org_idx ON invitation_mail (org_id, sent_at)');
    await runner.query('CREATE INDEX invitation_mail_sent_at_idx ON invitation_mail (sent_at)');
    await runner.query(
      `CREATE INDEX invitation_waiting_idx ON invitation (email_key, created_at, id) WHERE status = 'PENDING'`,
    );
    await runner.query('DROP INDEX invitation_email_idx');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('CREATE INDEX invitation_email_idx ON invitation (email_key)');
    await runner.query('DROP INDEX invitation_waiting_idx');
    await runner.query('DROP TABLE invitation_mail');
  }
}
