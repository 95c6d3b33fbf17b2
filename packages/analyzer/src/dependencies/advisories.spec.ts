import { describe, expect, it } from '@jest/globals';
import type { ResolvedDependency } from '../packages/package-facts.js';
import { parseAdvisories } from './advisories.js';
import { matchAdvisories, type AdvisoryMatch } from './match-advisories.js';

const dependency = (fields: Partial<ResolvedDependency> = {}): ResolvedDependency => ({
  ecosystem: 'npm',
  name: 'lodash',
  version: '4.17.20',
  source: 'registry',
  direct: true,
  dev: false,
  hashed: true,
  installScript: false,
  lockfile: 'package-lock.json',
  line: 1,
  ...fields,
});

const CRITICAL = { type: 'CVSS_V3', score: 'CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:H/A:H' };

function advisory(fields: object = {}, affected: object = {}): object {
  return {
    id: 'GHSA-1',
    aliases: ['CVE-1'],
    summary: 'Bad things happen',
    affected: [
      {
        package: { ecosystem: 'npm', name: 'lodash' },
        ranges: [{ type: 'SEMVER', events: [{ introduced: '0' }, { fixed: '4.17.21' }] }],
        ...affected,
      },
    ],
    ...fields,
  };
}

const match = (records: unknown, ...dependencies: ResolvedDependency[]): AdvisoryMatch[] =>
  matchAdvisories(parseAdvisories(records), dependencies.length === 0 ? [dependency()] : dependencies);

describe('parseAdvisories rejects', () => {
  it.each([
    ['nothing', undefined, /the top level must be an OSV record, a list of them, or an object/],
    ['a string', 'advisories', /the top level/],
    ['a number', 7, /the top level/],
    ['an object without records', { packages: [] }, /the top level/],
    ['a table that is not a list', { vulns: {} }, /vulns must be a list of OSV records/],
    ['a list without a single OSV record', [1, {}, { id: 5 }], /none of the records has an "id"/],
    ['__proto__', JSON.parse('{"__proto__":{"vulns":[]}}'), /the top level/],
  ])('%s', (_what, document: unknown, message) => {
    expect(() => parseAdvisories(document)).toThrow(message);
  });
});

describe('parseAdvisories', () => {
  it('skips and counts records that are not advisories', () => {
    const records = [
      null,
      'x',
      [],
      { id: '' },
      { id: 'x'.repeat(1000) },
      { id: 'A', affected: 5 },
      advisory(),
    ];
    const { size, skipped } = parseAdvisories(records);
    expect({ size, skipped }).toEqual({ size: 1, skipped: 6 });
  });

  it('tolerates wrong types anywhere in a record', () => {
    const wrong = [null, 5, 'x', [], {}, [null], [{}], { events: 5 }];
    const records = wrong.flatMap((value) => [
      advisory({ aliases: value, summary: value, severity: value, database_specific: value }),
      advisory({}, { package: value }),
      advisory({}, { ranges: value, versions: value }),
      advisory({}, { ranges: [{ events: value }] }),
      advisory({ affected: Array.isArray(value) ? value : [value] }),
    ]);
    expect(() => match(records)).not.toThrow();
  });

  it('accepts a record, a list, and an object with a list', () => {
    for (const document of [advisory(), [advisory()], { vulns: [advisory()] }, { advisories: [advisory()] }])
      expect(match(document)).toHaveLength(1);
  });

  it('leaves out withdrawn advisories and other ecosystems', () => {
    const other = advisory({ id: 'B' }, { package: { ecosystem: 'RubyGems', name: 'lodash' } });
    expect(parseAdvisories([advisory({ withdrawn: '2024-01-01T00:00:00Z' }), other]).size).toBe(0);
  });

  it('looks up each dependency in the table, without iterating over it', () => {
    const advisories = parseAdvisories(
      ['a', 'b', 'c'].map((name) => advisory({ id: name }, { package: { ecosystem: 'npm', name } })),
    );
    const used: unknown[] = [];
    const byPackage = new Proxy(advisories.byPackage, {
      get: (table, name) => {
        used.push(name);
        return name === 'get' ? table.get.bind(table) : undefined;
      },
    });
    const asked = ['b', 'x'].map((name) => dependency({ name }));
    expect(matchAdvisories({ ...advisories, byPackage }, asked).map(({ id }) => id)).toEqual(['b']);
    expect(used).toEqual(['get', 'get']);
  });
});

describe('matchAdvisories does not match', () => {
  it.each([
    ['a fixed version', { version: '4.17.21' }],
    ['another package', { name: 'lodash-es' }],
    ['a name in different case', { name: 'Lodash' }],
    ['another ecosystem', { ecosystem: 'PyPI' as const }],
    ['a dependency from a folder', { source: 'file' as const }],
    ['an invalid version', { version: 'main' }],
    ['a package named constructor', { name: 'constructor' }],
  ])('%s', (_what, fields) => {
    expect(match([advisory()], dependency(fields))).toEqual([]);
  });

  it('Git ranges', () => {
    const ranges = [{ type: 'GIT', repo: 'https://example.org', events: [{ introduced: '0' }] }];
    expect(match([advisory({}, { ranges })])).toEqual([]);
  });

  it('a malicious package of a registry with a dependency from elsewhere', () => {
    const records = [advisory({ id: 'MAL-1' })];
    expect(match(records, dependency({ source: 'git' }))).toEqual([]);
    expect(match(records, dependency())).toHaveLength(1);
  });
});

describe('matchAdvisories', () => {
  it('reports the advisory', () => {
    expect(match([advisory({ severity: [CRITICAL] })])).toEqual([
      {
        dependency: dependency(),
        id: 'GHSA-1',
        aliases: ['CVE-1'],
        summary: 'Bad things happen',
        severity: 'critical',
        cvss: 9.8,
        malicious: false,
        fixedVersions: ['4.17.21'],
      },
    ]);
  });

  it('normalizes the names of Python packages', () => {
    const records = [
      advisory({}, { package: { ecosystem: 'PyPI', name: 'Foo_Bar.baz' }, versions: ['1.0'], ranges: [] }),
    ];
    const found = match(records, dependency({ ecosystem: 'PyPI', name: 'foo-bar-baz', version: '1.0' }));
    expect(found.map(({ id }) => id)).toEqual(['GHSA-1']);
  });

  it('rates a malicious package critical, by its identifier or an alias', () => {
    const low = { database_specific: { severity: 'LOW' } };
    for (const fields of [
      { id: 'MAL-2024-1', ...low },
      { aliases: ['MAL-2024-1'], ...low },
    ])
      expect(match([advisory(fields)])[0]).toMatchObject({ malicious: true, severity: 'critical' });
  });

  it.each([
    [
      'the CVSS 3.1 vector',
      { severity: [{ type: 'CVSS_V4', score: 'CVSS:4.0/x' }, CRITICAL] },
      'critical',
      9.8,
    ],
    ['CVSS 3.0', { severity: [{ score: 'CVSS:3.0/AV:N/AC:L/PR:N/UI:R/S:C/C:L/I:L/A:N' }] }, 'medium', 6.1],
    [
      'CVSS 4',
      { severity: [{ score: 'CVSS:4.0/AV:N/AC:L/AT:N/PR:N/UI:N/VC:H/VI:H/VA:H/SC:N/SI:N/SA:N' }] },
      'critical',
      9.3,
    ],
    ['CVSS 2', { severity: [{ score: 'AV:N/AC:L/Au:N/C:P/I:P/A:P' }] }, 'high', 7.5],
    ['the severity of its database', { database_specific: { severity: 'MODERATE' } }, 'medium', undefined],
    [
      'the severity of its database, despite an invalid vector',
      { database_specific: { severity: 'HIGH' }, severity: [{ score: 'none' }] },
      'high',
      undefined,
    ],
    ['nothing', {}, 'medium', undefined],
    ['an unknown severity', { database_specific: { severity: 'constructor' } }, 'medium', undefined],
    ['a truncated vector', { severity: [{ score: 'CVSS:3.1/AV:N' }] }, 'medium', undefined],
    ['an invalid vector', { severity: [{ score: 'CVSS:3.1/AV:Z/foo' }] }, 'medium', undefined],
    [
      'a very long vector',
      { severity: [{ score: `CVSS:3.1/${'AV:N/'.repeat(100_000)}` }] },
      'medium',
      undefined,
    ],
  ])('rates an advisory by %s', (_what, fields, severity, cvss) => {
    const [found] = match([advisory(fields)]);
    expect([found?.severity, found?.cvss]).toEqual([severity, cvss]);
  });

  it('reports one vulnerability once when several databases list it', () => {
    const records = [
      advisory({ id: 'PYSEC-9', aliases: ['CVE-9'], summary: undefined }),
      advisory({ id: 'GHSA-9', aliases: ['CVE-9'], severity: [CRITICAL], summary: 'Nine' }),
      advisory({ id: 'CVE-9', aliases: ['SNYK-9'] }, { ranges: [], versions: ['4.17.20'] }),
      advisory({ id: 'CVE-8', aliases: ['GHSA-8'] }),
    ];
    const expected = [
      { id: 'CVE-8', aliases: ['GHSA-8'], severity: 'medium' },
      { id: 'CVE-9', aliases: ['GHSA-9', 'PYSEC-9', 'SNYK-9'], severity: 'critical', cvss: 9.8 },
    ];
    expect(match(records)).toMatchObject(expected);
    expect(match([...records].reverse())).toMatchObject(expected);
  });

  it('merges advisories that only a third one connects', () => {
    const records = ['A', 'B'].map((id) => advisory({ id, aliases: [`${id}-alias`] }));
    const third = advisory({ id: 'C', aliases: ['A-alias', 'B-alias'] });
    expect(match([...records, third]).map(({ id, aliases }) => [id, ...aliases])).toEqual([
      ['A', 'A-alias', 'B', 'B-alias', 'C'],
    ]);
  });
});
