import { describe, expect, it } from '@jest/globals';
import { licensesIn } from '../policies/licenses.js';
import { licenseReader } from './version-subject.js';
import type { FoundVersion, NamedServer } from './servers.read-model.js';
import { Lookup } from './lookup.js';

const LICENSE = 'MIT OR Apache-2.0';
const aServer = (index: number, name: string, license = LICENSE): NamedServer => ({
  index,
  name,
  nameKey: name,
  id: `id of ${name}`,
  license,
  origin: 'community',
  own: false,
  withdrawn: false,
  vouched: false,
  platformSource: null,
  boundVersionId: null,
  namedVariables: [],
});
const aVersion = (index: number): FoundVersion => ({
  index,
  id: `version ${index}`,
  visibleVersion: `commit-${index}`,
  semver: null,
  repoUrl: null,
  ambiguous: false,
  isNewest: false,
  newest: null,
  revoked: null,
  status: 'CERTIFIED',
  certificationLevel: 1,
  createdAt: new Date(0),
  snapshot: {
    id: `snapshot ${index}`,
    globalScore: 90,
    critical: 0,
    high: 0,
    medium: 0,
    low: 0,
    surfaceDigest: null,
    classes: [],
    protocolVersions: null,
    controls: {},
    surface: null,
    declared: null,
    start: null,
  },
});

describe('Lookup', () => {
  it('resolves equal items once and parses each license text once', () => {
    const names = ['acme/files', 'Acme/Files', 'acme/mail', 'acme/more'];
    const items = Array.from({ length: 1000 }, (_unused, index) => ({
      name: names[index % names.length] ?? '',
      version: 'latest',
    }));
    const lookup = new Lookup(items, []);
    expect(lookup.servers).toHaveLength(3);
    const wanted = lookup.versionsOf([
      aServer(0, 'acme/files'),
      aServer(1, 'acme/mail'),
      aServer(2, 'acme/more', 'custom'),
    ]);
    expect(wanted).toHaveLength(3);
    const read: string[] = [];
    const licensesOf = licenseReader((text) => {
      read.push(text);
      return licensesIn(text);
    });
    const subjectOf = lookup.resolver([0, 1, 2].map(aVersion), licensesOf);
    const subjects = items.map((item) => subjectOf(item).subject);
    expect(read).toEqual([LICENSE, 'custom']);
    expect(new Set(subjects).size).toBe(3);
    const expected = { kind: 'analyzed', facts: { licenses: ['mit', 'apache-2.0'] } };
    expect(subjects.slice(0, 4)).toMatchObject([
      expected,
      expected,
      expected,
      { kind: 'analyzed', facts: { licenses: null } },
    ]);
  });

  it.each<[string, Partial<NamedServer>[], object]>([
    ['a withdrawn one', [{ withdrawn: true }], { kind: 'withdrawn' }],
    ['several withdrawn ones', [{ withdrawn: true }, { withdrawn: true }], { kind: 'withdrawn' }],
    ['a public one rather than a withdrawn one', [{}, { withdrawn: true }], { kind: 'analyzed' }],
    ['the own one rather than any other', [{ own: true }, { withdrawn: true }], { kind: 'analyzed' }],
    ['two public ones', [{}, {}], { kind: 'ambiguous' }],
  ])('resolves a name to %s', (_what, servers, subject) => {
    const item = { name: 'acme/files', version: 'latest' };
    const lookup = new Lookup([item], []);
    const wanted = lookup.versionsOf(servers.map((change) => ({ ...aServer(0, 'acme/files'), ...change })));
    const resolve = lookup.resolver(wanted.map((_wanted, index) => aVersion(index)));
    expect(resolve(item).subject).toMatchObject(subject);
  });
});
