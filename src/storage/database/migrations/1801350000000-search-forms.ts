import type { MigrationInterface, QueryRunner } from 'typeorm';

// Every search scans the pending list of the GIN index, so it is kept short.
const SHORT_PENDING_LIST = 'WITH (gin_pending_list_limit = 64)';

/** Searches compare texts in their compatibility form (NFKC), regardless of case; the indexes have the same expressions. */
export class SearchForms1801350000000 implements MigrationInterface {
  readonly name = 'SearchForms1801350000000';

  async up(runner: QueryRunner): Promise<void> {
    await this.index(runner, (text) => `lower(normalize(${text}, NFKC))`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await this.index(runner, (text) => `lower(${text})`);
  }

  private async index(runner: QueryRunner, form: (text: string) => string): Promise<void> {
    await runner.query('DROP INDEX mcp_search_idx');
    await runner.query(
      `CREATE INDEX mcp_search_idx ON mcp USING gin ((${form(`name || E'\\n' || description`)}) gin_trgm_ops) ${SHORT_PENDING_LIST}`,
    );
    await runner.query('DROP INDEX hub_user_search_idx');
    await runner.query(
      `CREATE INDEX hub_user_search_idx ON hub_user USING gin ((${form(`email || E'\\n' || name`)}) gin_trgm_ops)`,
    );
  }
}
