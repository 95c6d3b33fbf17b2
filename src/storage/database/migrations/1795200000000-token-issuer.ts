import type { MigrationInterface, QueryRunner } from 'typeorm';

/** API tokens belong to an issuer: tokens created in oss mode (all so far) are not valid in enterprise mode. */
export class TokenIssuer1795200000000 implements MigrationInterface {
  readonly name = 'TokenIssuer1795200000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE registry_api_token ADD COLUMN issuer text NOT NULL DEFAULT ''`);
  }

  async down(runner: QueryRunner): Promise<void> {
    // Without the column, tokens of an identity provider's users would pass for those of local users.
    await runner.query(`DELETE FROM registry_api_token WHERE issuer <> ''`);
    await runner.query(`ALTER TABLE registry_api_token DROP COLUMN issuer`);
  }
}
