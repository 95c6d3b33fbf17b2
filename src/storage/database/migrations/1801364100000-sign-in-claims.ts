import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Of several servers that get the callback of a sign-in, one completes it. */
export class SignInClaims1801364100000 implements MigrationInterface {
  readonly name = 'SignInClaims1801364100000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE sign_in_claim (
        state_hash bytea NOT NULL,
        claimed_at timestamptz NOT NULL,
        finished boolean NOT NULL DEFAULT false,
        CONSTRAINT sign_in_claim_pkey PRIMARY KEY (state_hash)
      )`);
    await runner.query('CREATE INDEX sign_in_claim_claimed_at_idx ON sign_in_claim (claimed_at)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE sign_in_claim');
  }
}
