import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What the manifests of MCP bundles say, in the snapshots of their analyses (ADR 125). */
export class McpbOfSnapshots1801447100000 implements MigrationInterface {
  readonly name = 'McpbOfSnapshots1801447100000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE snapshot ADD COLUMN mcpb jsonb');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE snapshot DROP COLUMN mcpb');
  }
}
