import { describe, expect, it } from '@jest/globals';
import { pairsIn } from './config-pairs.js';
import { growth, IN_PROPORTION, repeated } from '../../../test/support/growth.js';
import { textFile } from '../../../test/support/text-files.js';

const pairs = (path: string, ...lines: readonly string[]): string[] =>
  [...pairsIn(textFile(path, lines.join('\n')))].map(({ name, value, line }) => `${line} ${name} ${value}`);

describe('the pairs of a file', () => {
  it.each<[string, readonly string[], readonly string[]]>([
    [
      '.env',
      ['PASSWORD=a#b # note', 'export TOKEN="x y"', "KEY='z'", 'EMPTY='],
      ['1 PASSWORD a#b', '2 TOKEN x y', '3 KEY z'],
    ],
    ['.env.production', ['# TOKEN=no', 'TOKEN=yes'], ['2 TOKEN yes']],
    ['.npmrc', ['//registry.vendor.net/:_authToken=abcd'], ['1 _authToken abcd']],
    ['app.toml', ['[db]', 'password = "abc" # note'], ['2 password abc']],
    ['application.properties', ['spring.datasource.password: xyz'], ['1 spring.datasource.password xyz']],
    [
      'Dockerfile',
      ['ENV API_KEY abc', 'ENV A_TOKEN=x B_TOKEN="y z"', 'RUN login --password=no'],
      ['1 API_KEY abc', '2 A_TOKEN x', '2 B_TOKEN y z'],
    ],
    [
      'c.yaml',
      ['db:', '  password: "abc" # note', 'api_key:', '  default: foo'],
      ['2 password abc', '4 api_key foo'],
    ],
    [
      'pod.yaml',
      ['env:', '  - name: API_KEY', '    value: v1', '  - TOKEN=w2'],
      ['2 name API_KEY', '3 API_KEY v1', '4 TOKEN w2'],
    ],
    ['a.json', ['{"x": 1,', ' "password": "abcd"}'], ['2 password abcd']],
    ['a.jsonc', ['{', '  // what clients send', '  "token": "abcd", // note', '}'], ['3 token abcd']],
  ])('%s', (path, lines, expected) => {
    expect(pairs(path, ...lines)).toEqual(expected);
  });

  it.each([
    '.env.example',
    'config/sample.yaml',
    'locales/en.json',
    'package.json',
    'package-lock.json',
    'openapi.yaml',
    'readme.txt',
  ])('are none in %s', (path) => {
    expect(pairs(path, '{"password": "abcd"}', 'password: abcd', 'PASSWORD=abcd')).toEqual([]);
  });

  it('are read in linear time', () => {
    const nested = (length: number): string[] =>
      Array.from({ length }, (_, number) => `${' '.repeat(number % 900)}token:`);
    expect(growth((length) => pairs('.env', `TOKEN=${repeated('a ', length)}`), 200_000)).toBeLessThan(
      IN_PROPORTION,
    );
    expect(growth((length) => pairs('a.yaml', ...nested(length)), 4000)).toBeLessThan(IN_PROPORTION);
  });
});
