import { globSync, readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';

/** Files that may read the clock of their process, and why. */
const MAY: Readonly<Record<string, string>> = {
  'src/common/values/clock.ts': 'corrects it',
  'src/storage/database/database-clock.ts': 'compares it with that of the database',
  'src/storage/artifacts/filesystem-artifact-store.ts': 'compares it with times of files of the same machine',
  'src/cli/hub/hub-client.ts': 'reads a header of a response that has just arrived',
  'src/hub/accounts/identity-provider/built-in/built-in-provider.ts':
    'judges what a library of the same process made',
  'src/hub/accounts/identity-provider/built-in/stored-provider-state.ts': 'converts times of that library',
};

const READS = /\bnew Date\(\s*\)|\bDate\.now\b|\bDate\(\)/;
const withoutComments = (text: string): string => text.replace(/\/\*[\s\S]*?\*\/|\/\/.*$/gm, '');

describe('the clock of a process', () => {
  it('is read where it is compared with nothing that is stored, and nowhere else (ADR 112)', () => {
    const files = globSync('src/**/*.ts', { exclude: ['**/*.spec.ts'] });
    const readers = files.filter((file) => READS.test(withoutComments(readFileSync(file, 'utf8'))));
    expect(readers.sort()).toEqual(Object.keys(MAY).sort());
    expect(files.length).toBeGreaterThan(500);
  });

  it('makes no times of tokens in a library', () => {
    const files = globSync('src/**/*.ts', { exclude: ['**/*.spec.ts'] });
    const makers = files.filter((file) =>
      /\.(?:setIssuedAt|setNotBefore)\(\s*\)|\.setExpirationTime\(\s*['"`]/.test(readFileSync(file, 'utf8')),
    );
    expect(makers).toEqual([]);
  });
});
