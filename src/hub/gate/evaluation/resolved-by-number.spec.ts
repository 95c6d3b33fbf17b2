import { describe, expect, it } from '@jest/globals';
import { releaseKey } from '../../catalog/mcps/release-key.js';
import { resolvedByNumber, type NumberedVersion } from './resolved-by-number.js';

const REGISTRY = {
  kind: 'registry',
  org: 'acme',
  name: 'files',
  version: '1.0.0',
  bundle_digest: '',
} as const;
const IN_REGISTRY = releaseKey('1.0.0', 'registry');
let seconds = 0;
const version = (versionId: string, change: Partial<NumberedVersion> = {}): NumberedVersion => ({
  id: 'server',
  versionId,
  semver: '1.0.0',
  status: 'NOT_CERTIFIED',
  createdAt: new Date((seconds += 1000)),
  isTagMoved: false,
  releaseKey: releaseKey('1.0.0', 'announced'),
  source: null,
  ...change,
});

describe('the version that a number means', () => {
  it.each<[string, NumberedVersion[], string[]]>([
    ['is the only one', [version('a')], ['a']],
    ['is none without a number', [version('a', { semver: null })], []],
    ['is one of each server', [version('a'), version('b', { id: 'other' })], ['a', 'b']],
    ['is none if its tag was moved', [version('a', { isTagMoved: true })], []],
    [
      'is the newest that is analyzed',
      [version('a'), version('b'), version('c', { status: 'FAILED' })],
      ['b'],
    ],
    [
      'is what the registry has',
      [
        version('a', { releaseKey: IN_REGISTRY, source: REGISTRY }),
        version('b'),
        version('c', { releaseKey: IN_REGISTRY }),
      ],
      ['a'],
    ],
    [
      'is none if another one is certified',
      [version('a', { releaseKey: IN_REGISTRY }), version('b', { status: 'CERTIFIED' })],
      [],
    ],
    [
      'is none if the registry has another one under it, which has no number',
      [version('a', { status: 'CERTIFIED' }), version('b', { semver: null, releaseKey: IN_REGISTRY })],
      [],
    ],
    ['is a certified one', [version('a'), version('b', { status: 'PUBLISHED' })], ['b']],
  ])('%s', (_what, versions, expected) => {
    expect([...resolvedByNumber(versions)]).toEqual(expected);
  });
});
