import type { MigrationInterface, QueryRunner } from 'typeorm';

/** SQL of the highest published release of a package, else its highest pre-release; null before the first. */
const latestOf = (packageId: string): string => {
  const highest = (condition: string): string =>
    `(SELECT v.version FROM registry_version v
       WHERE v.package_id = ${packageId} AND v.status = 'published' AND ${condition}
       ORDER BY v.sort_key DESC LIMIT 1)`;
  return `coalesce(${highest('NOT v.prerelease')}, ${highest('v.prerelease')})`;
};

/** SQL of the catalog rows for packages `p` of organizations `o`; the latest version is added separately. */
const ENTRY_COLUMNS = 'package_id, is_public, org, org_key, name, name_key, description, tags, search_text';
const ENTRY = `p.id, p.visibility = 'public', o.slug, o.slug_key, p.name, p.name_key, p.description, p.tags,
               lower(o.slug || '/' || p.name || E'\\n' || p.description || E'\\n' || array_to_string(p.tags, E'\\n'))`;

/** A function that recomputes the latest versions of some packages. */
const updateLatestOf = (packageIds: string): string => `
    BEGIN
      UPDATE registry_catalog_entry e SET latest_version = c.latest
        FROM (SELECT touched.package_id, ${latestOf('touched.package_id')} AS latest
                FROM (SELECT DISTINCT package_id FROM (${packageIds}) ids) touched) c
       WHERE e.package_id = c.package_id AND e.latest_version IS DISTINCT FROM c.latest;
      RETURN NULL;
    END`;

/** Trigger functions. `changed` and `replaced` are the transition tables with the new and old rows of a statement. */
const FUNCTIONS = {
  registry_catalog_package_added: `
    BEGIN
      INSERT INTO registry_catalog_entry (${ENTRY_COLUMNS})
      SELECT ${ENTRY} FROM changed p JOIN registry_organization o ON o.id = p.org_id;
      RETURN NULL;
    END`,
  registry_catalog_package_changed: `
    BEGIN
      UPDATE registry_catalog_entry e
         SET (${ENTRY_COLUMNS}) =
             (SELECT ${ENTRY} FROM registry_organization o WHERE o.id = p.org_id)
        FROM changed p
       WHERE e.package_id = p.id
         AND (e.is_public, e.name, e.description, e.tags)
             IS DISTINCT FROM (p.visibility = 'public', p.name, p.description, p.tags);
      RETURN NULL;
    END`,
  registry_catalog_version_added: updateLatestOf(`SELECT package_id FROM changed WHERE status = 'published'`),
  registry_catalog_version_changed: updateLatestOf(
    `SELECT now.package_id FROM changed now JOIN replaced before USING (id)
      WHERE (now.status = 'published') <> (before.status = 'published')`,
  ),
  registry_catalog_version_removed: updateLatestOf(
    `SELECT package_id FROM replaced WHERE status = 'published'`,
  ),
  // Connections use different stripes, so that transactions seldom wait for each other here, and then only while the
  // other commits, because the trigger is deferred. Each transaction increments the counter once.
  registry_catalog_revised: `
    DECLARE
      entry registry_catalog_entry := coalesce(NEW, OLD);
      seen boolean := (TG_OP <> 'INSERT' AND OLD.is_public) OR (TG_OP <> 'DELETE' AND NEW.is_public);
      stripe_here smallint := pg_backend_pid() % 16;
      transaction_here bigint := pg_current_xact_id()::text::bigint;
    BEGIN
      INSERT INTO registry_catalog_revision AS r (scope, is_public, stripe, revision, changed_in)
      VALUES ('', seen, stripe_here, 1, transaction_here), (entry.org_key, seen, stripe_here, 1, transaction_here)
      ON CONFLICT ON CONSTRAINT registry_catalog_revision_pkey DO UPDATE
         SET revision = r.revision + 1, changed_in = excluded.changed_in
       WHERE r.changed_in <> excluded.changed_in;
      RETURN NULL;
    END`,
} as const;

const TRIGGERS = [
  `CREATE TRIGGER registry_catalog_package_added AFTER INSERT ON registry_package
     REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION registry_catalog_package_added()`,
  `CREATE TRIGGER registry_catalog_package_changed AFTER UPDATE ON registry_package
     REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION registry_catalog_package_changed()`,
  `CREATE TRIGGER registry_catalog_version_added AFTER INSERT ON registry_version
     REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION registry_catalog_version_added()`,
  `CREATE TRIGGER registry_catalog_version_changed AFTER UPDATE ON registry_version
     REFERENCING NEW TABLE AS changed OLD TABLE AS replaced
     FOR EACH STATEMENT EXECUTE FUNCTION registry_catalog_version_changed()`,
  `CREATE TRIGGER registry_catalog_version_removed AFTER DELETE ON registry_version
     REFERENCING OLD TABLE AS replaced FOR EACH STATEMENT EXECUTE FUNCTION registry_catalog_version_removed()`,
  `CREATE CONSTRAINT TRIGGER registry_catalog_revised AFTER INSERT OR UPDATE OR DELETE ON registry_catalog_entry
     DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION registry_catalog_revised()`,
];

/**
 * Denormalized catalog entries in display order, with a search text, and revision counters that change in the same
 * transaction as the entries. Triggers maintain both, so that no writer can forget them.
 */
export class CatalogEntries1799500000000 implements MigrationInterface {
  readonly name = 'CatalogEntries1799500000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE registry_catalog_entry (
        package_id uuid CONSTRAINT registry_catalog_entry_pkey PRIMARY KEY
          CONSTRAINT registry_catalog_entry_package_id_fkey REFERENCES registry_package (id) ON DELETE CASCADE,
        is_public boolean NOT NULL,
        org text NOT NULL,
        org_key text COLLATE "C" NOT NULL,
        name text NOT NULL,
        name_key text COLLATE "C" NOT NULL,
        description text NOT NULL,
        tags text[] NOT NULL,
        latest_version text,
        search_text text NOT NULL
      )`);
    await runner.query(`
      CREATE TABLE registry_catalog_revision (
        scope text NOT NULL,
        is_public boolean NOT NULL,
        stripe smallint NOT NULL,
        revision bigint NOT NULL,
        changed_in bigint NOT NULL,
        CONSTRAINT registry_catalog_revision_pkey PRIMARY KEY (scope, is_public, stripe)
      ) WITH (fillfactor = 50)`);
    await this.indexPublishedVersions(runner);
    await runner.query(`
      INSERT INTO registry_catalog_entry (${ENTRY_COLUMNS}, latest_version)
      SELECT ${ENTRY}, ${latestOf('p.id')} FROM registry_package p JOIN registry_organization o ON o.id = p.org_id`);
    await runner.query(
      `CREATE INDEX registry_catalog_entry_list_idx ON registry_catalog_entry (is_public, org_key, name_key)`,
    );
    // Every search scans the pending list of the GIN index, so it is kept short.
    await runner.query(`
      CREATE INDEX registry_catalog_entry_search_idx ON registry_catalog_entry
        USING gin (search_text gin_trgm_ops) WITH (gin_pending_list_limit = 64)`);
    for (const [name, body] of Object.entries(FUNCTIONS)) {
      await runner.query(`CREATE FUNCTION ${name}() RETURNS trigger LANGUAGE plpgsql AS $$ ${body} $$`);
    }
    for (const trigger of TRIGGERS) await runner.query(trigger);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP TABLE registry_catalog_entry`);
    await runner.query(`DROP TABLE registry_catalog_revision`);
    // Including their triggers.
    for (const name of Object.keys(FUNCTIONS)) await runner.query(`DROP FUNCTION ${name} CASCADE`);
    await runner.query(`
      CREATE INDEX registry_version_choice_idx
        ON registry_version (package_id, status, prerelease, sort_key)`);
    await runner.query(`DROP INDEX registry_version_published_idx`);
  }

  /** Covers published versions only, as an index-only scan. */
  private async indexPublishedVersions(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE INDEX registry_version_published_idx ON registry_version (package_id, prerelease, sort_key)
        INCLUDE (version) WHERE status = 'published'`);
    await runner.query(`DROP INDEX registry_version_choice_idx`);
  }
}
