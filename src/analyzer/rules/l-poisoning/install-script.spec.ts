import { describe, expect, it } from '@jest/globals';
import { commandsOf } from './install-script.js';

const commands = (scripts: Readonly<Record<string, string>>): readonly string[] =>
  commandsOf(
    { name: 'postinstall', command: scripts['postinstall'] ?? '' },
    { scripts: new Map(Object.entries(scripts)) },
  );

describe('the commands of a script at installation', () => {
  it('are those of each script once, however often it is called', () => {
    const calls = 'npm run a & npm run postinstall & '.repeat(80);
    expect(commands({ postinstall: calls, a: calls })).toHaveLength(2);
  });

  it('are those of scripts that others call, however many stand between', () => {
    expect(
      commands({ postinstall: 'npm run a', a: 'npm run b', b: 'yarn c', c: 'npm run d', d: 'node e', f: '' }),
    ).toEqual(['npm run a', 'npm run b', 'yarn c', 'npm run d', 'node e']);
  });

  it('are its own where it calls what is not there', () => {
    expect(commands({ postinstall: 'npm run a' })).toEqual(['npm run a']);
  });
});
