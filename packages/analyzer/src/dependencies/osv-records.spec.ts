import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { parseAdvisories } from './advisories.js';
import { affectedVersions, readOsvRecord } from './osv-records.js';

const affected = (name: string, fields: object = {}, ecosystem = 'npm'): object => ({
  package: { ecosystem, name },
  ranges: [{ type: 'SEMVER', events: [{ introduced: '0' }, { fixed: '2.0.0' }] }],
  ...fields,
});

const record = (fields: object = {}): object => ({
  id: 'GHSA-1',
  modified: '2026-01-31T00:00:00Z',
  affected: [affected('lodash')],
  ...fields,
});

describe('readOsvRecord', () => {
  it.each([null, 'x', [], {}, { id: '' }, { id: 'x'.repeat(1000) }, { id: 'A', affected: 5 }])(
    'rejects %j',
    (value) => {
      expect(readOsvRecord(value)).toBeUndefined();
    },
  );

  it('has no packages for withdrawn records and other ecosystems', () => {
    expect(readOsvRecord(record({ withdrawn: '2026-01-01T00:00:00Z' }))?.packages).toEqual([]);
    expect(readOsvRecord(record({ affected: [affected('x', {}, 'RubyGems')] }))?.packages).toEqual([]);
  });

  it('covers an ecosystem when the record is about that one alone', () => {
    const about = (...names: readonly string[]): unknown =>
      readOsvRecord(record({ affected: names.map((name) => affected('x', {}, name)) }))?.covers;
    expect([about('npm', 'npm'), about('PyPI')]).toEqual(['npm', 'PyPI']);
    expect([about('npm', 'PyPI'), about('npm', 'Debian:11'), about('Debian:11'), about()]).toEqual([
      undefined,
      undefined,
      undefined,
      undefined,
    ]);
  });

  it('normalizes names and groups what is about one package', () => {
    const parts = ['Foo_Bar', 'foo.bar'].map((name) => affected(name, {}, 'PyPI'));
    const read = readOsvRecord(record({ affected: [...parts, affected('lodash')] }));
    expect(read?.packages.map(({ ecosystem, name }) => [ecosystem, name])).toEqual([
      ['PyPI', 'foo-bar'],
      ['npm', 'lodash'],
    ]);
    expect(read?.packages[0]?.record['affected']).toHaveLength(2);
  });

  const word = fc.constantFrom('', 'HIGH', 'low', 'constructor', 'x'.repeat(200), 5, null);
  const vector = fc.constantFrom(
    'CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:H/A:H',
    'CVSS:3.1/AV:Z',
    'AV:N/AC:L/Au:N/C:P/I:P/A:P',
    'x'.repeat(600),
    null,
  );
  const rated = {
    severity: fc.array(fc.record({ type: fc.constant('CVSS_V3'), score: vector }), { maxLength: 3 }),
    database_specific: fc.record({ severity: word, url: fc.constant('https://example.com') }),
    ecosystem_specific: fc.record({ severity: word }),
  };
  const version = fc.constantFrom('0', '1.0.0', '2.0.0-rc.1', '2.0', 'main', '');
  const event = fc.record(
    { introduced: version, fixed: version, last_affected: version, limit: fc.constant('*') },
    { requiredKeys: [] },
  );
  const item = fc.record(
    {
      package: fc.record({
        ecosystem: fc.constantFrom('npm', 'PyPI', 'Go', 'Debian:11'),
        name: fc.constantFrom('a', 'A_b', 'a.b', 'constructor', ''),
      }),
      versions: fc.array(fc.oneof(version, fc.constant(5)), { maxLength: 3 }),
      ranges: fc.array(
        fc.record({
          type: fc.constantFrom('SEMVER', 'GIT', 'ECOSYSTEM'),
          events: fc.array(event, { maxLength: 3 }),
        }),
        { maxLength: 3 },
      ),
      ...rated,
    },
    { requiredKeys: [] },
  );
  const alias = fc.constantFrom('CVE-1', 'MAL-2026-1', 'x'.repeat(200), 7);
  const records = fc.record(
    {
      id: fc.constantFrom('A', 'MAL-1', ''),
      modified: fc.constantFrom('2026-01-31T00:00:00Z', 'yesterday', 5),
      withdrawn: fc.constantFrom('2026-01-01T00:00:00Z', ''),
      aliases: fc.oneof(fc.array(alias), fc.constant([...Array<string>(60).fill('CVE-2'), 'MAL-2'])),
      summary: fc.constantFrom('', 'one\ntwo', 'x'.repeat(500)),
      details: fc.constantFrom(' details\nmore', 5),
      affected: fc.array(item, { maxLength: 4 }),
      ...rated,
    },
    { requiredKeys: ['affected'] },
  );

  it('keeps all that comparing needs: the table of the parts is that of the whole', () => {
    fc.assert(
      fc.property(records, (whole) => {
        const read = readOsvRecord(whole);
        const table = parseAdvisories([whole, record()]);
        expect(read === undefined).toBe(table.skipped === 1);
        const parts = (read?.packages ?? []).map(
          (each) => JSON.parse(JSON.stringify(each.record)) as unknown,
        );
        const rebuilt = parseAdvisories([...parts, record()]);
        expect(rebuilt.byPackage).toEqual(table.byPackage);
        expect(table.ecosystems).toEqual(
          new Set(['npm', ...(read?.covers === undefined ? [] : [read.covers])]),
        );
      }),
      { numRuns: 500 },
    );
  });
});

describe('affectedVersions', () => {
  it('compares as an analysis does', () => {
    const [found] = readOsvRecord(record())?.packages ?? [];
    expect(found && affectedVersions(found.record, found, ['1.9.9', '2.0.0', 'main'])).toEqual(['1.9.9']);
  });
});
