import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Keeps what is new in the search index short. Every search reads that list from end to end, and the planner leaves the
 * index alone for a long one; the embedded database, which vacuums nothing, would never shorten it before 4 MB.
 */
export class CatalogSearch1798200000000 implements MigrationInterface {
  readonly name = 'CatalogSearch1798200000000';

  async up(runner: QueryRunner): Promise<void> {
    // KiB; the least that is allowed.
    await runner.query(`ALTER INDEX mcp_search_idx SET (gin_pending_list_limit = 64)`);
    await runner.query(`SELECT gin_clean_pending_list('mcp_search_idx')`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER INDEX mcp_search_idx RESET (gin_pending_list_limit)`);
  }
}
