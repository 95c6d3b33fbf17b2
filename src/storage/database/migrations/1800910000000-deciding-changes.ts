import type { MigrationInterface, QueryRunner } from 'typeorm';

const OTHER_COLUMNS = [
  'certification_level',
  'revoked_at',
  'semver',
  'visible_version',
  'source',
  'tarball_sha256',
];
const changed = (columns: readonly string[]): string =>
  columns.map((column) => `OLD.${column} IS DISTINCT FROM NEW.${column}`).join(' OR ');

const ANALYZED = `('CERTIFIED', 'NOT_CERTIFIED', 'PUBLISHED')`;
// Before its first complete analysis, and after one that failed, a version is denied whatever its status is.
const STATUS = `OLD.status IS DISTINCT FROM NEW.status AND (OLD.status IN ${ANALYZED} OR NEW.status IN ${ANALYZED})`;

/** Counts fewer changes of versions and analyses: only those that can change a decision (ADR 71). */
export class DecidingChanges1800910000000 implements MigrationInterface {
  readonly name = 'DecidingChanges1800910000000';

  async up(runner: QueryRunner): Promise<void> {
    await this.replace(runner, `${changed(OTHER_COLUMNS)} OR (${STATUS})`, 'WHEN (NEW.complete)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await this.replace(runner, changed(['status', ...OTHER_COLUMNS]), '');
  }

  private async replace(runner: QueryRunner, ofVersion: string, ofSnapshot: string): Promise<void> {
    await runner.query('DROP TRIGGER mcp_version_decision_update ON mcp_version');
    await runner.query('DROP TRIGGER snapshot_decision ON snapshot');
    await runner.query(
      `CREATE CONSTRAINT TRIGGER mcp_version_decision_update AFTER UPDATE ON mcp_version
         DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (${ofVersion}) EXECUTE FUNCTION decision_of_version()`,
    );
    await runner.query(
      `CREATE CONSTRAINT TRIGGER snapshot_decision AFTER INSERT ON snapshot
         DEFERRABLE INITIALLY DEFERRED FOR EACH ROW ${ofSnapshot} EXECUTE FUNCTION decision_of_version()`,
    );
  }
}
