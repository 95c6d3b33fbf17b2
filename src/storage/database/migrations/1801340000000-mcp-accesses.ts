import type { MigrationInterface, QueryRunner } from 'typeorm';

/** When a read of a private MCP was last recorded for a caller. */
export class McpAccesses1801340000000 implements MigrationInterface {
  readonly name = 'McpAccesses1801340000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE mcp_access (
        caller_id uuid NOT NULL,
        mcp_id uuid NOT NULL,
        accessed_at timestamptz NOT NULL,
        CONSTRAINT mcp_access_pkey PRIMARY KEY (caller_id, mcp_id)
      )`);
    await runner.query('CREATE INDEX mcp_access_time_idx ON mcp_access (accessed_at)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE mcp_access');
  }
}
