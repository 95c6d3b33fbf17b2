import { describe, expect, it } from '@jest/globals';
import { commandLine, commandWords, launchRequest } from './launch-text.ts';

describe('a command in a line', () => {
  it.each([
    [['npx', '-y', '@acme/files@{version}', '/srv/files'], 'npx -y @acme/files@{version} /srv/files'],
    [['run', 'two words', ''], 'run "two words" ""'],
    [['run', 'a"b\\c d'], 'run "a\\"b\\\\c d"'],
  ])('of the words %j is %j, and the other way around', (words, line) => {
    expect(commandLine(words)).toBe(line);
    expect(commandWords(line)).toEqual(words);
  });
});

describe('launch settings of a form', () => {
  it('leave out empty lines, and take a version after an address', () => {
    expect(
      launchRequest({ commands: '\n', urls: 'https://a.example/mcp\n https://b.example v1 ', images: '' }),
    ).toEqual({
      commands: [],
      urls: ['https://a.example/mcp', { url: 'https://b.example', version: 'v1' }],
      images: [],
    });
  });
});
