import { describe, expect, it } from '@jest/globals';
import type { PackageFacts } from '../../../packages/package-facts.js';
import { readPackageFacts } from '../../../facts/read-package-facts.js';

const HEAD = '# yarn lockfile v1\n\n';
const facts = (path: string, text: string): PackageFacts =>
  readPackageFacts(new Map([[path, Buffer.from(text)]]));

describe('a yarn.lock that would put its parser into an endless loop', () => {
  it.each([
    '"',
    '"a',
    'a@1:\n  version "1',
    'a" "b',
    'a"b "c"',
    '"a\\"',
    '"a\\\\\\"',
    '"a" "b\\"',
    '5"a',
    '# a\n"',
    '"\r',
    'a # "\n',
    '"a\nb"',
    '""" "',
  ])('is refused: %j', (text) => {
    expect(facts('yarn.lock', HEAD + text).unreadLockfiles).toEqual([
      { path: 'yarn.lock', reason: 'is not a valid yarn.lock' },
    ]);
    expect(facts('yarn.lock', text).unreadLockfiles).toEqual([
      { path: 'yarn.lock', reason: 'is not a valid yarn.lock' },
    ]);
  });

  it('is read if it only lacks the final newline', () => {
    for (const end of ['', '\n', '\n# "the end', '\r\n# the end'])
      expect(facts('yarn.lock', `${HEAD}a@1, "b c@\\"1\\"":\n  version "1.0"${end}`)).toMatchObject({
        lockfiles: [{ dependencies: [{ name: 'a', version: '1.0' }] }],
        unreadLockfiles: [],
      });
  });
});

describe('a lockfile with more entries than any real one', () => {
  const many = Array.from({ length: 100_001 }, (_, at) => at);
  const object = (prefix: string, value: unknown): object =>
    Object.fromEntries(many.map((at) => [`${prefix}${at}`, value]));
  it.each([
    ['yarn.lock', HEAD + many.map((at) => `p${at}@1:\n  version "1"\n`).join('\n')],
    [
      'yarn.lock',
      `__metadata:\n  version: 6\n${many.map((at) => `"p${at}@npm:1":\n  version: 1\n`).join('')}`,
    ],
    [
      'pnpm-lock.yaml',
      `lockfileVersion: '9.0'\npackages:\n${many.map((at) => `  p${at}@1:\n    a: b\n`).join('')}`,
    ],
    ['package-lock.json', JSON.stringify({ packages: object('node_modules/p', { version: '1' }) })],
    ['package-lock.json', JSON.stringify({ dependencies: object('p', { version: '1' }) })],
    ['Pipfile.lock', JSON.stringify({ _meta: {}, default: object('p', { version: '==1' }) })],
    ['poetry.lock', many.map((at) => `[[package]]\nname = "p${at}"\nversion = "1"\n`).join('')],
    ['uv.lock', `version = 1\n${many.map((at) => `[[package]]\nname = "p${at}"\nversion = "1"\n`).join('')}`],
    ['requirements.txt', many.map((at) => `p${at}==1\n`).join('')],
  ])(
    'is reported as a problem: %s',
    (path, text) => {
      const { lockfiles, problems, unreadLockfiles } = facts(path, text);
      expect(lockfiles).toEqual([]);
      expect([...problems, ...unreadLockfiles]).toEqual([
        { path, reason: 'holds more than 100000 dependencies' },
      ]);
    },
    60_000,
  );
});
