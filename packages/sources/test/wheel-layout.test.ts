import { describe, expect, it } from '@jest/globals';
import { installedFiles } from '../src/pypi/wheel-layout.js';

const INFO = 'demo-1.0.dist-info/METADATA';
const placesOf = (...paths: string[]): string[] => [
  ...installedFiles(new Map([INFO, ...paths].map((path) => [path, path]))).keys(),
];

describe('the files of a wheel', () => {
  it('lie where they are installed', () => {
    expect(placesOf('demo/a.py', 'demo-1.0.data/purelib/demo/b.py', 'demo-1.0.data/scripts/demo')).toEqual([
      INFO,
      'demo/a.py',
      'demo/b.py',
      'demo-1.0.data/scripts/demo',
    ]);
  });

  it.each([
    ['in one place', 'demo/a.py', 'demo-1.0.data/purelib/demo/a.py', /two files in one place: demo\/a\.py/],
    [
      'in one place on some systems',
      'demo/a.py',
      'demo-1.0.data/platlib/Demo/A.py',
      /Two names are one where/,
    ],
    [
      'in one place on some systems, by a prefix',
      'demo/a.py',
      'demo-1.0.data/data/lib/python3/site-packages/demo/a.py.',
      /Two names are one where/,
    ],
    ['within each other', 'demo/a.py', 'demo-1.0.data/purelib/demo/a.py/b.py', /a file within a file/],
    ['within each other, in another order', 'demo-1.0.data/purelib/demo/a/b.py', 'demo/a', /within a file/],
  ])('are refused %s', (_what, one, other, message) => {
    expect(() => placesOf(one, other)).toThrow(message);
  });

  it.each([
    'demo-1.0.data',
    'other.data',
    'other.data/purelib/a.py',
    'demo-1.0.data/purelib',
    'demo-1.0.data/x/a.py',
  ])('are refused with data that pip refuses: %s', (path) => {
    expect(() => placesOf(path)).toThrow(/^the wheel has (?:a data folder|data)/);
  });
});
