import type { MigrationInterface, QueryRunner } from 'typeorm';

const COLUMNS =
  'package_id, is_public, org, org_key, name, name_key, description, tags, search_text, latest_version';
const TEXT = `o.slug || '/' || p.name || E'\\n' || p.description || E'\\n' || array_to_string(p.tags, E'\\n')`;
const highest = (condition: string): string =>
  `(SELECT v.version FROM registry_version v
     WHERE v.package_id = p.id AND v.status = 'published' AND ${condition} ORDER BY v.sort_key DESC LIMIT 1)`;
const ENTRY = `
  p.id, p.visibility = 'public', o.slug, o.slug_key, p.name, p.name_key, p.description, p.tags,
  lower(normalize(${TEXT}, NFKC)), coalesce(${highest('NOT v.prerelease')}, ${highest('v.prerelease')})`;

/** Trigger functions by name. */
const FUNCTIONS: Readonly<Record<string, string>> = {
  // Whoever creates the organization has locked that of the hub (ADR 39).
  registry_organization_follows_hub: `
    NEW.suspended := EXISTS (
      SELECT FROM organization h WHERE h.slug_key = NEW.slug_key AND h.status <> 'ACTIVE');
    RETURN NEW;`,
  organization_suspends_in_registry: `
    UPDATE registry_organization r SET suspended = NEW.status <> 'ACTIVE'
     WHERE r.slug_key = NEW.slug_key AND r.suspended <> (NEW.status <> 'ACTIVE');
    RETURN NULL;`,
  // The revisions of the catalog follow its entries.
  registry_organization_leaves_catalog: `
    IF NEW.suspended THEN
      DELETE FROM registry_catalog_entry e USING registry_package p
       WHERE p.org_id = NEW.id AND e.package_id = p.id;
    ELSE
      INSERT INTO registry_catalog_entry (${COLUMNS})
      SELECT ${ENTRY} FROM registry_package p JOIN registry_organization o ON o.id = p.org_id
       WHERE p.org_id = NEW.id
      ON CONFLICT ON CONSTRAINT registry_catalog_entry_pkey DO NOTHING;
    END IF;
    RETURN NULL;`,
};

/** Organizations that the hub has suspended or deleted are suspended in the registry (ADR 109). */
export class SuspendedOrganizations1801400000000 implements MigrationInterface {
  readonly name = 'SuspendedOrganizations1801400000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      `ALTER TABLE registry_organization ADD COLUMN suspended boolean NOT NULL DEFAULT false`,
    );
    for (const [name, body] of Object.entries(FUNCTIONS)) {
      await runner.query(
        `CREATE FUNCTION ${name}() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN ${body} END $$`,
      );
    }
    await runner.query(`
      CREATE TRIGGER registry_organization_suspended BEFORE INSERT ON registry_organization
        FOR EACH ROW EXECUTE FUNCTION registry_organization_follows_hub()`);
    await runner.query(`
      CREATE TRIGGER registry_organization_catalog AFTER UPDATE OF suspended ON registry_organization
        FOR EACH ROW WHEN (OLD.suspended <> NEW.suspended)
        EXECUTE FUNCTION registry_organization_leaves_catalog()`);
    await runner.query(`
      CREATE TRIGGER organization_suspension AFTER INSERT OR UPDATE OF status ON organization
        FOR EACH ROW EXECUTE FUNCTION organization_suspends_in_registry()`);
    await runner.query(`
      UPDATE registry_organization r SET suspended = true
        FROM organization h WHERE h.slug_key = r.slug_key AND h.status <> 'ACTIVE'`);
    // Without a slug: administrators of the platform.
    await runner.query(`
      CREATE VIEW hub_member AS
      SELECT u.issuer, u.subject, o.slug_key
        FROM hub_user u
        JOIN organization_member m ON m.user_id = u.id
        JOIN organization o ON o.id = m.org_id AND o.status = 'ACTIVE'
       WHERE u.status = 'ACTIVE'
      UNION ALL
      SELECT issuer, subject, NULL FROM hub_user WHERE status = 'ACTIVE' AND role = 'PLATFORM_ADMIN'`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP VIEW hub_member`);
    await runner.query(`UPDATE registry_organization SET suspended = false WHERE suspended`);
    // With their triggers.
    for (const name of Object.keys(FUNCTIONS)) await runner.query(`DROP FUNCTION ${name} CASCADE`);
    await runner.query(`ALTER TABLE registry_organization DROP COLUMN suspended`);
  }
}
