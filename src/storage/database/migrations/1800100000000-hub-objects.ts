import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Which objects the hub may have stored, and whether a row names them. */
export class HubObjects1800100000000 implements MigrationInterface {
  readonly name = 'HubObjects1800100000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE hub_object (
        key text CONSTRAINT hub_object_pkey PRIMARY KEY,
        referenced boolean NOT NULL DEFAULT false,
        renewed_at timestamptz NOT NULL
      )`);
    await runner.query('CREATE INDEX hub_object_unreferenced_idx ON hub_object (key) WHERE NOT referenced');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE hub_object');
  }
}
