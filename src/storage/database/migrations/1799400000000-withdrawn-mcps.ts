import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Removes the MCPs of suspended and deleted organizations from the catalog (ADR 38). */
export class WithdrawnMcps1799400000000 implements MigrationInterface {
  readonly name = 'WithdrawnMcps1799400000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE mcp ADD COLUMN withdrawn boolean NOT NULL DEFAULT false`);
    await runner.query(`
      UPDATE mcp SET withdrawn = true
        FROM organization o
       WHERE o.id = mcp.org_id AND o.status <> 'ACTIVE'`);
    await runner.query(`DROP INDEX mcp_public_idx`);
    await runner.query(
      `CREATE INDEX mcp_public_idx ON mcp (created_at, id) WHERE visibility = 'public' AND NOT withdrawn`,
    );
    // Locks the organization so that it cannot change before the MCP is visible.
    await runner.query(`
      CREATE FUNCTION mcp_follows_organization() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        SELECT o.status <> 'ACTIVE' INTO NEW.withdrawn FROM organization o WHERE o.id = NEW.org_id FOR SHARE;
        NEW.withdrawn := coalesce(NEW.withdrawn, false);
        RETURN NEW;
      END $$`);
    await runner.query(`
      CREATE TRIGGER mcp_withdrawn BEFORE INSERT OR UPDATE OF org_id, withdrawn ON mcp
        FOR EACH ROW EXECUTE FUNCTION mcp_follows_organization()`);
    await runner.query(`
      CREATE FUNCTION organization_withdraws_mcps() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        UPDATE mcp SET withdrawn = NEW.status <> 'ACTIVE' WHERE org_id = NEW.id;
        RETURN NULL;
      END $$`);
    await runner.query(`
      CREATE TRIGGER organization_withdrawal AFTER UPDATE OF status ON organization
        FOR EACH ROW WHEN ((OLD.status = 'ACTIVE') <> (NEW.status = 'ACTIVE'))
        EXECUTE FUNCTION organization_withdraws_mcps()`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP TRIGGER organization_withdrawal ON organization`);
    await runner.query(`DROP FUNCTION organization_withdraws_mcps`);
    await runner.query(`DROP TRIGGER mcp_withdrawn ON mcp`);
    await runner.query(`DROP FUNCTION mcp_follows_organization`);
    await runner.query(`DROP INDEX mcp_public_idx`);
    await runner.query(`CREATE INDEX mcp_public_idx ON mcp (created_at, id) WHERE visibility = 'public'`);
    await runner.query(`ALTER TABLE mcp DROP COLUMN withdrawn`);
  }
}
