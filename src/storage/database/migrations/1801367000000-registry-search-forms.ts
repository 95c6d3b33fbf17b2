import type { MigrationInterface, QueryRunner } from 'typeorm';

const COLUMNS = 'package_id, is_public, org, org_key, name, name_key, description, tags, search_text';
const TEXT = `o.slug || '/' || p.name || E'\\n' || p.description || E'\\n' || array_to_string(p.tags, E'\\n')`;
const entry = (form: (text: string) => string): string =>
  `p.id, p.visibility = 'public', o.slug, o.slug_key, p.name, p.name_key, p.description, p.tags, lower(${form(TEXT)})`;

const compatible = (text: string): string => `normalize(${text}, NFKC)`;
const asWritten = (text: string): string => text;

/** The texts that searches of the registry compare have their compatibility form (NFKC), as the words of a search do. */
export class RegistrySearchForms1801367000000 implements MigrationInterface {
  readonly name = 'RegistrySearchForms1801367000000';

  async up(runner: QueryRunner): Promise<void> {
    await this.replaceFunctions(runner, compatible);
    await this.rewrite(runner, compatible);
  }

  async down(runner: QueryRunner): Promise<void> {
    await this.replaceFunctions(runner, asWritten);
    await this.rewrite(runner, asWritten);
  }

  private async replaceFunctions(runner: QueryRunner, form: (text: string) => string): Promise<void> {
    await runner.query(`
      CREATE OR REPLACE FUNCTION registry_catalog_package_added() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        INSERT INTO registry_catalog_entry (${COLUMNS})
        SELECT ${entry(form)} FROM changed p JOIN registry_organization o ON o.id = p.org_id;
        RETURN NULL;
      END $$`);
    await runner.query(`
      CREATE OR REPLACE FUNCTION registry_catalog_package_changed() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        UPDATE registry_catalog_entry e
           SET (${COLUMNS}) = (SELECT ${entry(form)} FROM registry_organization o WHERE o.id = p.org_id)
          FROM changed p
         WHERE e.package_id = p.id
           AND (e.is_public, e.name, e.description, e.tags)
               IS DISTINCT FROM (p.visibility = 'public', p.name, p.description, p.tags);
        RETURN NULL;
      END $$`);
  }

  /** Most texts are the same in both forms. */
  private rewrite(runner: QueryRunner, form: (text: string) => string): Promise<unknown> {
    return runner.query(`
      UPDATE registry_catalog_entry e SET search_text = lower(${form(TEXT)})
        FROM registry_package p JOIN registry_organization o ON o.id = p.org_id
       WHERE p.id = e.package_id AND e.search_text <> lower(${form(TEXT)})`);
  }
}
