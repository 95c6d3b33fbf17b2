import { globSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { slowSteps } from '../support/migration-rules.js';

// Migrations that landed before the rules did are never edited.
const FIRST_CHECKED = 1801410000000;

const filesSince = (first: number): string[] =>
  globSync('src/storage/database/migrations/[0-9]*.ts').filter(
    (path) => Number.parseInt(basename(path), 10) >= first,
  );

const up = (sql: string, more = ''): string =>
  `export class A implements MigrationInterface {\n  ${more}\n  async up(runner) {\n    await runner.query(\`${sql}\`);\n  }\n}`;

describe('a migration', () => {
  it.each([
    'CREATE INDEX mcp_name_idx ON mcp (name)',
    'CREATE UNIQUE INDEX IF NOT EXISTS x ON mcp (name)',
    'REINDEX TABLE mcp',
    'ALTER TABLE mcp ALTER COLUMN name TYPE varchar(10)',
    'ALTER TABLE mcp ALTER COLUMN name SET NOT NULL',
    'ALTER TABLE mcp ADD COLUMN a text NOT NULL',
    'ALTER TABLE mcp ADD COLUMN a text, ADD COLUMN b integer NOT NULL',
    'ALTER TABLE mcp ADD COLUMN a uuid NOT NULL DEFAULT gen_random_uuid()',
    'ALTER TABLE mcp ADD COLUMN a text GENERATED ALWAYS AS (lower(name)) STORED',
    'ALTER TABLE mcp ADD COLUMN a bigserial',
    'ALTER TABLE mcp ADD CONSTRAINT c CHECK (level > 0)',
    'ALTER TABLE mcp ADD CONSTRAINT f FOREIGN KEY (org_id) REFERENCES organization (id)',
    'ALTER TABLE mcp ADD CONSTRAINT u UNIQUE (name)',
    'ALTER TABLE mcp ADD PRIMARY KEY (id)',
    'ALTER TABLE mcp SET UNLOGGED',
    'LOCK TABLE mcp IN EXCLUSIVE MODE',
    'TRUNCATE mcp',
    'VACUUM FULL mcp',
    'UPDATE mcp SET name = lower(name)',
    'UPDATE mcp m SET name = lower(name)',
    'DELETE FROM mcp WHERE true',
    'CREATE INDEX CONCURRENTLY mcp_name_idx ON mcp (name)',
    'SET LOCAL lock_timeout = 0',
  ])('may not have: %s', (sql) => {
    expect(slowSteps(up(sql))).toHaveLength(1);
  });

  it.each([
    'CREATE TABLE a (id uuid NOT NULL, CONSTRAINT a_pkey PRIMARY KEY (id))',
    'CREATE TABLE a (id uuid); CREATE INDEX a_id_idx ON a (id); UPDATE a SET id = NULL',
    'CREATE UNLOGGED TABLE a (b text); ALTER TABLE a ALTER COLUMN b SET STORAGE PLAIN',
    'ALTER TABLE mcp ADD COLUMN a text',
    'ALTER TABLE mcp ADD COLUMN a boolean NOT NULL DEFAULT false, ADD COLUMN b timestamptz',
    'ALTER TABLE mcp ADD COLUMN a boolean DEFAULT false NOT NULL',
    'ALTER TABLE mcp ADD CONSTRAINT c CHECK (level > 0) NOT VALID',
    'ALTER TABLE mcp VALIDATE CONSTRAINT c',
    'ALTER TABLE mcp ADD CONSTRAINT u UNIQUE USING INDEX mcp_name_idx',
    'DROP TRIGGER a ON mcp; CREATE TRIGGER a AFTER UPDATE ON mcp EXECUTE FUNCTION f()',
    'CREATE OR REPLACE FUNCTION f() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN UPDATE mcp SET name = 1; END $$',
    'DROP INDEX mcp_name_idx',
  ])('may have: %s', (sql) => {
    expect(slowSteps(up(sql))).toEqual([]);
  });

  it('may build indexes concurrently and change rows in batches without a transaction', () => {
    const alone = 'readonly transaction = false;';
    expect(slowSteps(up('CREATE INDEX CONCURRENTLY mcp_name_idx ON mcp (name)', alone))).toEqual([]);
    const batches = 'readonly sql = (r) => inBatches(r, `UPDATE mcp SET a = 1 WHERE id IN (…)`);';
    expect(slowSteps(up('SELECT 1', `${alone} ${batches}`))).toEqual([]);
    expect(slowSteps(up('SELECT 1', batches))).toHaveLength(2);
  });

  it('may do anything when it is reverted', () => {
    const text = up('SELECT 1').replace(
      /\}$/,
      '  async down(runner) {\n    await runner.query(`UPDATE mcp SET a = 1`);\n  }\n}',
    );
    expect(slowSteps(text)).toEqual([]);
  });
});

describe('the rules', () => {
  it('hold for every migration since they exist', () => {
    const faults = filesSince(FIRST_CHECKED).map((path) => [
      basename(path),
      slowSteps(readFileSync(path, 'utf8')),
    ]);
    expect(faults.filter(([, found]) => found?.length !== 0)).toEqual([]);
  });

  it('find what made requests wait in the ones before', () => {
    const before = filesSince(0).filter((path) => slowSteps(readFileSync(path, 'utf8')).length > 0);
    expect(before.length).toBeGreaterThan(20);
  });
});
