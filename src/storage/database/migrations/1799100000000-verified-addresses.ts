import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Sessions record the address that was verified at sign-in; older sessions have none. Names are no longer copies of
 * addresses, which would expose unverified addresses to others.
 */
export class VerifiedAddresses1799100000000 implements MigrationInterface {
  readonly name = 'VerifiedAddresses1799100000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE hub_session ADD COLUMN verified_email text');
    await runner.query(`UPDATE hub_user SET name = '' WHERE subject IS NOT NULL AND name = email`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE hub_session DROP COLUMN verified_email');
  }
}
