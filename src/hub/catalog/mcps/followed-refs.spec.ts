import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import {
  isBranchName,
  isPreviewBranches,
  meaningOf,
  shownPreviewBranches,
  storedPreviewBranches,
  type FollowedRefs,
} from './followed-refs.js';

const WHOLE: FollowedRefs = { name: 'acme/files', path: '', branch: '', previewBranches: [] };
const FOLDER: FollowedRefs = { ...WHOLE, path: 'servers/files' };
const MAIN = 'refs/heads/main';

const tag = (source: FollowedRefs, name: string): string | undefined => {
  const meaning = meaningOf(source, `refs/tags/${name}`, MAIN);
  return meaning.kind === 'release' ? meaning.semver : undefined;
};

describe('a tag', () => {
  it.each([
    '',
    'v',
    'v1',
    'v1.2',
    '1.2',
    'v01.2.3',
    'latest',
    'nightly-1.2.3',
    'release-1.2.3',
    'vv1.2.3',
    'V1.2.3',
    'v1.2.3 ',
    'v1.2.3-',
  ])('named %j is no version', (name) => {
    expect(tag(WHOLE, name)).toBeUndefined();
    expect(tag(FOLDER, name)).toBeUndefined();
  });

  it.each([
    ['v1.2.3', '1.2.3'],
    ['1.2.3', '1.2.3'],
    ['v1.2.3-rc.1', '1.2.3-rc.1'],
    ['1.2.3+5', '1.2.3+5'],
  ])('named %s is the version %s of everything in the repository', (name, version) => {
    expect(tag(WHOLE, name)).toBe(version);
    expect(tag(FOLDER, name)).toBe(version);
  });

  it.each([
    'files@1.2.3',
    '@acme/files@1.2.3',
    'servers/files@1.2.3',
    'servers/files/v1.2.3',
    'files/v1.2.3',
  ])('named %s is a version of the MCP in that folder, and of no other', (name) => {
    expect(tag(FOLDER, name)).toBe('1.2.3');
    expect(tag(WHOLE, name)).toBeUndefined();
    expect(tag({ ...FOLDER, path: 'servers/other' }, name)).toBeUndefined();
  });

  it('with the last part of the folder alone is a version if that is the slug, too', () => {
    expect(tag({ ...FOLDER, name: 'acme/mail' }, 'files@1.2.3')).toBeUndefined();
    expect(tag({ ...FOLDER, name: 'acme/mail' }, 'servers/files/1.2.3')).toBe('1.2.3');
    expect(tag({ ...WHOLE, path: 'other/files' }, 'servers/files/1.2.3')).toBeUndefined();
  });
});

describe('a branch', () => {
  const kind = (source: Partial<FollowedRefs>, ref: string, defaultBranch: string | null = MAIN): string =>
    meaningOf({ ...WHOLE, ...source }, ref, defaultBranch).kind;

  it('other than the followed one is nothing', () => {
    for (const ref of [
      'refs/heads/other',
      'refs/heads/Main',
      'refs/heads/x/main',
      'refs/pull/1/head',
      'main',
      '',
    ])
      expect(kind({}, ref)).toBe('nothing');
    expect(kind({ branch: 'release/2' }, MAIN)).toBe('nothing');
  });

  it('is unknown as long as nobody has said which the default branch is', () => {
    expect(kind({}, MAIN, null)).toBe('unknown');
    expect(kind({ previewBranches: ['*'] }, MAIN, null)).toBe('unknown');
    expect(kind({ branch: 'main' }, MAIN, null)).toBe('branch');
    expect(kind({ branch: 'main' }, 'refs/heads/other', null)).toBe('nothing');
  });

  it('is followed if it is the default branch, or the one that the source names', () => {
    expect(kind({}, MAIN)).toBe('branch');
    expect(kind({}, 'HEAD')).toBe('branch');
    expect(kind({ branch: 'release/2' }, 'refs/heads/release/2')).toBe('branch');
  });

  it('is a preview if the source has previews of it', () => {
    const previewBranches = ['feature/*', 'next'];
    expect(kind({ previewBranches }, 'refs/heads/feature/a/b')).toBe('preview');
    expect(kind({ previewBranches }, 'refs/heads/next')).toBe('preview');
    expect(kind({ previewBranches }, 'refs/heads/features')).toBe('nothing');
    expect(kind({ previewBranches: ['*'] }, MAIN)).toBe('branch');
    expect(kind({ previewBranches: ['*'] }, 'refs/tags/nightly')).toBe('nothing');
  });
});

describe('the name of a branch', () => {
  it.each([
    ...[
      '',
      '-x',
      '/x',
      'x/',
      'x//y',
      '.x',
      'x/.y',
      'a..b',
      'x.',
      'x.lock',
      'x.lock/y',
      'x@{0}',
      'HEAD',
      'refs/heads/x',
    ],
    ...[
      'a b',
      'a\nb',
      'a~b',
      'a^',
      'a:b',
      'a?',
      'a[b',
      'a\\b',
      'a;id',
      '$(id)',
      'é',
      'a'.repeat(201),
      1,
      null,
      ['x'],
    ],
  ])('is not %j', (name) => {
    expect(isBranchName(name)).toBe(false);
  });

  it.each(['main', 'release/2.x', 'a_b', 'dependabot/npm_and_yarn/x-1.2.3', 'a'.repeat(200)])(
    'is %s',
    (name) => {
      expect(isBranchName(name)).toBe(true);
    },
  );
});

describe('the branches with previews', () => {
  it.each<[unknown]>([
    ['true'],
    [1],
    [null],
    [{}],
    [[1]],
    [['']],
    [['-x']],
    [['main', '']],
    [Array.from({ length: 21 }, (_no, index) => `b${index}`)],
  ])('are not %j', (value) => {
    expect(isPreviewBranches(value)).toBe(false);
  });

  it('are shown as they were given', () => {
    const given = fc.oneof(
      fc.boolean(),
      fc.uniqueArray(fc.constantFrom('a', 'b/*', '*-c'), { minLength: 1 }),
    );
    fc.assert(
      fc.property(given, (value) => {
        expect(isPreviewBranches(value)).toBe(true);
        expect(shownPreviewBranches(storedPreviewBranches(value))).toEqual(value);
      }),
    );
    expect(shownPreviewBranches(storedPreviewBranches([]))).toBe(false);
  });
});
