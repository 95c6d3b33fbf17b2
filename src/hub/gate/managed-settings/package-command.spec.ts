import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { packageCommand } from './package-command.js';

describe('packageCommand', () => {
  it.each([
    ['npm', 'files', '1.0.0', ['npx', '-y', 'files@1.0.0']],
    ['npm', '@acme/files', '2.0.0-rc.1', ['npx', '-y', '@acme/files@2.0.0-rc.1']],
    ['pypi', 'Acme_files', '1.0.post1', ['uvx', 'Acme_files==1.0.post1']],
    ['pypi', 'files', '1!2.0+local', ['uvx', 'files==1!2.0+local']],
  ] as const)('%s %s %s is %j', (kind, name, version, command) => {
    expect(packageCommand({ kind, name, version })).toEqual(command);
  });

  it('has no command for other sources', () => {
    expect(packageCommand(null)).toBeUndefined();
    expect(packageCommand({ kind: 'upload', key: 'x' })).toBeUndefined();
  });

  it('never has another argument, an option or a version that moves, whatever the name is', () => {
    const part = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.constantFrom('files', '@acme/files', '-y', '--x', '1.0.0', 'latest', '^1.0.0', 'a b', 'a\nb', '%2F'),
    );
    fc.assert(
      fc.property(fc.constantFrom('npm' as const, 'pypi' as const), part, part, (kind, name, version) => {
        const command = packageCommand({ kind, name, version });
        if (command === undefined) return;
        expect(command).toHaveLength(kind === 'npm' ? 3 : 2);
        expect(command.at(-1)).toMatch(/^[@A-Za-z0-9][\w./@-]*?(?:@|==)\d[\w.+!-]*$/);
      }),
    );
  });
});
