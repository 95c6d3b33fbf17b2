import { randomUUID } from 'node:crypto';
import { globSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { DataSource } from 'typeorm';
import { dataSourceOptions } from '../../src/storage/database/data-source-options.js';
import { DeletedMembers1801364000000 } from '../../src/storage/database/migrations/1801364000000-deleted-members.js';
import { MIGRATIONS } from '../../src/storage/database/migrations/index.js';
import { NewestReport } from '../../src/hub/catalog/newest-versions/newest-report.js';
import type { OpenDatabase } from '../../src/storage/database/embedded-database.js';
import { startTestApp } from '../support/test-app.js';
import { openTestDatabase } from '../support/test-database.js';

let database: OpenDatabase;
let dataSource: DataSource;

beforeAll(async () => {
  const t = await startTestApp();
  // The entities registered by modules.
  const { entities = [] } = t.app.get(DataSource).options;
  await t.close();
  database = await openTestDatabase();
  dataSource = new DataSource({
    ...dataSourceOptions({ server: database.server, poolSize: 1, statementTimeoutMs: 0 }),
    entities,
  });
  await dataSource.initialize();
});

afterAll(async () => {
  await dataSource.destroy();
  await database.close();
});

const tables = async (): Promise<string[]> => {
  const rows: { name: string }[] = await dataSource.query(
    `SELECT table_name AS name FROM information_schema.tables
      WHERE table_schema = 'public' AND table_name <> 'migration' ORDER BY 1`,
  );
  return rows.map(({ name }) => name);
};

async function hasColumn(table: string, column: string): Promise<boolean> {
  const rows: unknown[] = await dataSource.query(
    'SELECT FROM information_schema.columns WHERE table_name = $1 AND column_name = $2',
    [table, column],
  );
  return rows.length > 0;
}

describe('entities', () => {
  it('are all registered by their module', () => {
    const files = globSync('src/**/*.entity.ts');
    expect(dataSource.entityMetadatas).toHaveLength(files.length);
  });
});

describe('migrations', () => {
  it('create exactly the tables, columns, keys and indexes that the entities describe', async () => {
    const { upQueries } = await dataSource.driver.createSchemaBuilder().log();
    expect(upQueries.map(({ query }) => query)).toEqual([]);
  });

  it('fill the columns by which the catalog is filtered for the MCPs that exist', async () => {
    while (await hasColumn('mcp', 'latest_score'))
      await dataSource.undoLastMigration({ transaction: 'each' });
    const [id, commit] = [randomUUID(), 'a'.repeat(40)];
    await dataSource.query(
      `INSERT INTO mcp (id, name, name_key, repo_url, repo_key, source_path, license, visibility, origin, created_at, updated_at)
       VALUES ($1, 'acme/files', 'acme/files', 'https://github.com/acme/files', 'github.com/acme/files', '', 'MIT', 'public',
               'community', now(), now())`,
      [id],
    );
    await dataSource.query(
      `INSERT INTO mcp_version (id, mcp_id, visible_version, commit_hash, status, global_score, certification_level, created_at,
                                updated_at)
       VALUES ($1, $2, 'commit-aaaaaaa-20260101', $3, 'CERTIFIED', 82, 2, now(), now())`,
      [randomUUID(), id, commit],
    );
    await dataSource.runMigrations({ transaction: 'each' });
    expect(await dataSource.query('SELECT latest_score, latest_level FROM mcp')).toEqual([
      { latest_score: 82, latest_level: 2 },
    ]);
    await dataSource.query('DELETE FROM mcp_version');
    await dataSource.query('DELETE FROM mcp');
  });

  it('make the highest released version the newest, as was said before the upgrade', async () => {
    while (await hasColumn('mcp_version', 'release_key'))
      await dataSource.undoLastMigration({ transaction: 'each' });
    const report = new NewestReport((sql, parameters) => dataSource.query(sql, [...parameters]));
    const id = randomUUID();
    await dataSource.query(
      `INSERT INTO mcp (id, name, name_key, repo_url, repo_key, source_path, license, visibility, origin, created_at, updated_at)
       VALUES ($1, 'acme/lines', 'acme/lines', '', '', '', '', 'public', 'community', now(), now())`,
      [id],
    );
    const add = async (
      number: string | null,
      source: object | null,
      { revoked = false, published = null as string | null } = {},
    ): Promise<void> => {
      const versionId = randomUUID();
      await dataSource.query(
        `INSERT INTO mcp_version (id, mcp_id, visible_version, commit_hash, semver, source, status, global_score,
                                  certification_level, revoked_at, created_at, updated_at)
         SELECT $1, $2, 'commit-' || n, repeat(n::text, 40), $3, $4, 'PUBLISHED', 50 + n, 2, CASE WHEN $5 THEN now() END,
                now() + n * interval '1 second', now()
           FROM (SELECT count(*) + 1 AS n FROM mcp_version) counted`,
        [versionId, id, number, source === null ? null : JSON.stringify(source), revoked],
      );
      if (published === null) return;
      await dataSource.query(
        `INSERT INTO publication (version_id, snapshot_id, status, run_after, warnings, plan, published_at, created_at, updated_at)
         VALUES ($1, $1, 'DONE', now(), '[]', $2, now(), now(), now())`,
        [versionId, JSON.stringify({ kind: 'new', version: published })],
      );
    };
    const repository = { kind: 'repository', url: '', path: '', commit: '', ref: 'refs/heads/main' };
    await add(null, repository, { published: '1.5.0' });
    await add('2.0.0', { ...repository, ref: 'refs/tags/v2.0.0' });
    await add('1.9.1', { kind: 'npm', name: 'lines', version: '1.9.1' });
    await add(
      '3.0.0',
      { kind: 'registry', org: 'a', name: 'b', version: '3.0.0', bundle_digest: '' },
      { revoked: true },
    );
    await add(null, { kind: 'pypi', name: 'lines', version: '1.10.post1' });
    await add(null, repository, { published: '0.0.0-commit.fffffff' });
    await add(null, repository);
    const [before] = await report.explain('Acme/Lines');
    const [listed] = (await report.differing(10)).mcps;
    await dataSource.runMigrations({ transaction: 'each' });
    const [after] = await report.explain('acme/lines');
    expect(after).toEqual(before);
    expect(after).toMatchObject({
      newest: { number: '2.0.0', because: 'final release' },
      created_last: { number: null, because: 'commit' },
      differs: true,
      versions: 7,
    });
    expect(after?.others.map(({ number, because }) => `${number} ${because}`)).toEqual([
      '1.10.post1 final release',
      '1.9.1 final release',
      '1.5.0 final release',
      'null commit',
      '0.0.0-commit.fffffff commit',
      '3.0.0 revoked',
    ]);
    expect(listed).toMatchObject({ name: 'acme/lines', newest: after?.newest });
    expect(await dataSource.query('SELECT newest_version_id, latest_score FROM mcp')).toEqual([
      { newest_version_id: after?.newest?.id, latest_score: 52 },
    ]);
    await dataSource.query('DELETE FROM publication');
    await dataSource.query('DELETE FROM mcp_version');
    await dataSource.query('DELETE FROM mcp');
  });

  it('take subjects that were deleted before out of the organizations of the registry, and no others', async () => {
    const org = randomUUID();
    await dataSource.query(
      `INSERT INTO registry_organization (id, slug, slug_key, created_at) VALUES ($1, 'acme', 'acme', now())`,
      [org],
    );
    await dataSource.query(
      `INSERT INTO hub_user (id, issuer, subject, email, email_key, email_verified, name, created_at, updated_at)
       VALUES ($1, 'https://idp.test/', 'idp|boss', '', '', false, '', now(), now())`,
      [randomUUID()],
    );
    for (const [name, age] of [
      ['idp|boss', 2],
      ['idp|gone', 2],
      ['idp|back', 0],
    ]) {
      await dataSource.query(
        `INSERT INTO registry_member (org_id, username, username_key, role, created_at)
         VALUES ($1, $2, $2, 'admin', now() - $3 * interval '1 hour')`,
        [org, name, age],
      );
    }
    await dataSource.query(
      `INSERT INTO deleted_subject
       SELECT sha256(convert_to(E'https://idp.test/\\nidp|' || name, 'UTF8')), now() - interval '1 hour'
         FROM unnest(ARRAY['gone', 'back']) name`,
    );
    const runner = dataSource.createQueryRunner();
    await new DeletedMembers1801364000000().up(runner);
    await runner.release();
    expect(await dataSource.query('SELECT username FROM registry_member ORDER BY 1')).toEqual([
      { username: 'idp|back' },
      { username: 'idp|boss' },
    ]);
    for (const table of ['registry_organization', 'hub_user', 'deleted_subject']) {
      await dataSource.query(`DELETE FROM ${table}`);
    }
  });

  it('can be reverted, one by one, and run again', async () => {
    const before = await tables();
    expect(before).toContain('registry_version');
    for (const _migration of MIGRATIONS) await dataSource.undoLastMigration({ transaction: 'each' });
    expect(await tables()).toEqual([]);
    await dataSource.runMigrations({ transaction: 'each' });
    expect(await tables()).toEqual(before);
  });
});
