import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The user behind each service token: the one who created it, or who created the token that created it. */
export class TokenCreators1799000000000 implements MigrationInterface {
  readonly name = 'TokenCreators1799000000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE service_token ADD COLUMN creator_user_id uuid');
    await runner.query(`
      WITH RECURSIVE origin AS (
        SELECT t.id, t.created_by AS user_id
          FROM service_token t
         WHERE NOT EXISTS (SELECT FROM service_token p WHERE p.id = t.created_by)
         UNION ALL
        SELECT t.id, o.user_id FROM service_token t JOIN origin o ON t.created_by = o.id)
      UPDATE service_token t SET creator_user_id = o.user_id FROM origin o WHERE o.id = t.id`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE service_token DROP COLUMN creator_user_id');
  }
}
