import { globSync, readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { newestFirst } from '../../src/hub/catalog/version-order/newest-version.js';
import { useTestApp } from '../support/suite.js';

const t = await useTestApp();

const sources = globSync('src/**/*.ts').filter((file) => !/migrations|\.spec\.ts$/.test(file));

/** The statements of a file that read versions of MCPs, from one backtick to the next. */
const statementsOf = (file: string): string[] =>
  readFileSync(file, 'utf8')
    .split('`')
    .filter((text) => /\bmcp_version\b/.test(text));

// What orders versions by their creation, and why that is no answer to which one is the newest.
const BY_CREATION: Readonly<Record<string, string>> = {
  'src/hub/catalog/mcps/mcp-versions.read-model.ts':
    'the list of versions has the order in which they were created',
  'src/hub/ingestion/uploads/pushed-mcps.repository.ts':
    'of several pushes under one number the last is the current one',
  'src/hub/demo/demo.read-model.ts': 'of several versions with one number the last is the current one',
  'src/hub/gate/evaluation/servers.read-model.ts':
    'of several commits with one number or prefix the last is meant',
  'src/hub/analysis/runs/analysis-attempts.repository.ts': 'it orders snapshots',
  'src/hub/catalog/newest-versions/newest-report.ts': 'it says which version was the newest before',
  'src/hub/catalog/newest-versions/newest-versions.repository.ts': 'it orders snapshots',
  'src/hub/catalog/snapshots/snapshots.repository.ts':
    'it orders snapshots, and compares with versions that were there before',
  'src/hub/assurance/posture/current-snapshots.ts': 'it orders snapshots',
  'src/hub/gate/policies/surface-facts.ts': 'it orders snapshots',
};

describe('which version of an MCP is the newest', () => {
  it('is said by the order of one function, of its index and of newest-version.ts', async () => {
    const normal = (sql: string): string =>
      sql
        .replaceAll(/\b(v|mcp_version)\.|[()"]|::text/g, '')
        .replaceAll(/\s+/g, ' ')
        .toLowerCase();
    const order = normal(newestFirst('v'));
    const [fn] = await t.rows<{ body: string }>(
      `SELECT prosrc AS body FROM pg_proc WHERE proname = 'newest_version_of'`,
    );
    expect(normal(fn?.body ?? '')).toContain(`order by ${order} limit 1`);
    const [index] = await t.rows<{ definition: string }>(
      `SELECT indexdef AS definition FROM pg_indexes WHERE indexname = 'mcp_version_newest_idx'`,
    );
    expect(normal(index?.definition ?? '')).toContain(`mcp_id, ${order}`);
  });

  it('is nowhere the one that was created last', () => {
    const others = sources.filter((file) =>
      statementsOf(file).some(
        (sql) =>
          sql.includes('created_at DESC') || /created_at, \w*\.?id\)? <|max\(\w*\.?created_at/.test(sql),
      ),
    );
    expect(others.filter((file) => BY_CREATION[file] === undefined)).toEqual([]);
  });
});
