import type { MigrationInterface, QueryRunner } from 'typeorm';

/** An index that lists an organization's invitations in order without reading those of other organizations. */
export class InvitationList1798100000000 implements MigrationInterface {
  readonly name = 'InvitationList1798100000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('CREATE INDEX invitation_list_idx ON invitation (org_id, created_at, id)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX invitation_list_idx');
  }
}
