import type { MigrationInterface, QueryRunner } from 'typeorm';

const DECIDING = [
  'certification_level',
  'revoked_at',
  'semver',
  'visible_version',
  'source',
  'tarball_sha256',
  'release_key',
  'landed_at',
  'preview',
];
const ANALYZED = `('CERTIFIED', 'NOT_CERTIFIED', 'PUBLISHED')`;
const STATUS = `(OLD.status IS DISTINCT FROM NEW.status AND (OLD.status IN ${ANALYZED} OR NEW.status IN ${ANALYZED}))`;

/** Lists for clients depend on whether the tag of a version was moved (ADR 83), so that cached ones end with it. */
export class MovedTagsDecide1801368000000 implements MigrationInterface {
  readonly name = 'MovedTagsDecide1801368000000';

  async up(runner: QueryRunner): Promise<void> {
    await this.replaceTrigger(runner, [...DECIDING, 'tag_moved_to']);
  }

  async down(runner: QueryRunner): Promise<void> {
    await this.replaceTrigger(runner, DECIDING);
  }

  private async replaceTrigger(runner: QueryRunner, columns: readonly string[]): Promise<void> {
    const changed = columns.map((column) => `OLD.${column} IS DISTINCT FROM NEW.${column}`).join(' OR ');
    await runner.query('DROP TRIGGER mcp_version_decision_update ON mcp_version');
    await runner.query(
      `CREATE CONSTRAINT TRIGGER mcp_version_decision_update AFTER UPDATE ON mcp_version
         DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (${changed} OR ${STATUS})
         EXECUTE FUNCTION decision_of_version()`,
    );
  }
}
