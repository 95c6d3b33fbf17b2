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
};

describe('databaseFaults', () => {
  it('has none for a database that can be migrated', () => {
    expect(databaseFaults(GOOD, true)).toEqual([]);
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
    [{ mayCreateExtensions: false }, /GRANT CREATE ON DATABASE mcp_hub TO hub/],
  ])('has one line for %j', (facts, line) => {
    expect(databaseFaults({ ...GOOD, ...facts }, true)).toEqual([expect.stringMatching(line)]);
  });

  it('needs no rights where nothing has to be migrated, and no right to create an extension that exists', () => {
    const reader = { ...GOOD, mayCreateTables: false, mayCreateExtensions: false, ownsTables: false };
    expect(databaseFaults(reader, false)).toEqual([]);
    expect(databaseFaults({ ...GOOD, hasTrigrams: true, mayCreateExtensions: false }, true)).toEqual([]);
  });
});
