import { describe, expect, it } from '@jest/globals';
import { databaseFaults, type DatabaseFacts } from './database-requirements.js';

const GOOD: DatabaseFacts = {
  versionNumber: 170_002,
  version: '17.2',
  encoding: 'UTF8',
  database: 'mcp_hub',
  user: 'hub',
  schema: 'public',
  hasTrigrams: false,
  offersTrigrams: true,
  mayCreateExtensions: true,
  mayCreateTables: true,
  ownsTables: true,
  hiddenTrigrams: null,
  readsMigrations: true,
  unreadable: [],
  unwritable: [],
};
const ALL = { migrates: true, writes: true };

describe('databaseFaults', () => {
  it('has none for a database that can be migrated', () => {
    expect(databaseFaults(GOOD, ALL)).toEqual([]);
  });

  it.each([
    [
      { versionNumber: 140_009, version: '14.9' },
      /^PostgreSQL 14\.9 is too old: use PostgreSQL 15 or newer$/,
    ],
    [{ encoding: 'SQL_ASCII' }, /encoding SQL_ASCII: create one with ENCODING 'UTF8'/],
    [{ schema: null, mayCreateTables: false }, /search path of the database user hub has no schema/],
    [{ mayCreateTables: false }, /GRANT CREATE ON SCHEMA public TO hub/],
    [{ ownsTables: false }, /tables do not belong to the database user hub/],
    [{ offersTrigrams: false }, /install the additional modules of PostgreSQL/],
    [{ hasTrigrams: true, hiddenTrigrams: 'ext' }, /ALTER ROLE hub SET search_path = public, ext$/],
    [
      { unreadable: ['c'], unwritable: ['a', 'b', 'c', 'd', 'e'] },
      /may not read and write a, b, c and 2 more: GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA public TO hub$/,
    ],
    [{ mayCreateExtensions: false }, /GRANT CREATE ON DATABASE mcp_hub TO hub/],
  ])('has one line for %j', (facts, line) => {
    expect(databaseFaults({ ...GOOD, ...facts }, ALL)).toEqual([expect.stringMatching(line)]);
  });

  it('needs no rights where nothing has to be migrated, and no right to create an extension that exists', () => {
    const reader = { ...GOOD, mayCreateTables: false, mayCreateExtensions: false, ownsTables: false };
    expect(databaseFaults(reader, { migrates: false, writes: true })).toEqual([]);
    expect(databaseFaults({ ...GOOD, hasTrigrams: true, mayCreateExtensions: false }, ALL)).toEqual([]);
  });

  it('needs no right to write in read-only mode', () => {
    const use = { migrates: false, writes: false };
    expect(databaseFaults({ ...GOOD, unwritable: ['mcp'] }, use)).toEqual([]);
    expect(databaseFaults({ ...GOOD, unreadable: ['mcp'] }, use)).toEqual([
      'the database user hub may not read mcp: GRANT SELECT ON ALL TABLES IN SCHEMA public TO hub',
    ]);
  });
});
