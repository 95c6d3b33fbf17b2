import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Keeps the pending list of the GIN search index short. Every search scans that list, and the planner avoids the index
 * when the list is long. The embedded database never vacuums, so it would not flush the list before it reaches 4 MB.
 */
export class CatalogSearch1798200000000 implements MigrationInterface {
  readonly name = 'CatalogSearch1798200000000';

  async up(runner: QueryRunner): Promise<void> {
    // KiB; the minimum.
    await runner.query(`ALTER INDEX mcp_search_idx SET (gin_pending_list_limit = 64)`);
    await runner.query(`SELECT gin_clean_pending_list('mcp_search_idx')`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER INDEX mcp_search_idx RESET (gin_pending_list_limit)`);
  }
}
