import { expect, it } from '@jest/globals';
import { growth, IN_PROPORTION, repeated } from '../../test/support/growth.js';
import { goVariables } from './go/environment-names.js';
import { javascriptVariables } from './javascript/environment-names.js';
import { pythonVariables } from './python/environment-names.js';

it.each<[string, (text: string) => Iterable<string>, string, string]>([
  ['a class with many words', pythonVariables, 'class a(', 'Settings '],
  ['many classes that do not end', pythonVariables, '', 'class a(\n'],
  ['many lists of names', pythonVariables, 'class S(BaseSettings):\n  x: str = ', 'AliasChoices('],
  ['many lists of options', pythonVariables, '', 'envvar=['],
  ['an empty body', pythonVariables, 'class S(BaseSettings):\n', '  \n'],
  ['empty lines', javascriptVariables, 'f(process.env)', '\n'],
  ['braces', javascriptVariables, '', '{ '],
  ['one name', javascriptVariables, 'f(process.env)', 'A'],
  ['many keys', goVariables, 'SetEnvPrefix("a")', 'viper.GetA'],
])('reads %s in proportion to its length', (_what, read, before, piece) => {
  const work = (much: number): void => {
    for (const name of read(before + repeated(piece, much * 1000))) expect(name.length).toBeGreaterThan(0);
  };
  expect(growth(work, 30)).toBeLessThan(IN_PROPORTION);
});
