import { execFileSync } from 'node:child_process';
import { expect, it } from '@jest/globals';
import { V8_FLAGS } from './open-pglite.js';

it.each(V8_FLAGS)('V8 has the flag %s', (flag) => {
  const [name = ''] = flag.split('=');
  const known = execFileSync(process.execPath, ['--v8-options'], { encoding: 'utf8' });
  expect(known).toMatch(new RegExp(`^ +${name} \\(`, 'm'));
});
