import { expect, it } from '@jest/globals';
import { whileAdmitted } from './while-admitted.js';

async function* pieces(): AsyncGenerator<string> {
  yield 'one';
  await Promise.resolve();
  yield 'two';
}

async function read(check: () => Promise<void>): Promise<string[]> {
  const found: string[] = [];
  for await (const piece of whileAdmitted(pieces(), check)) found.push(piece);
  return found;
}

it('writes everything while the check passes', async () => {
  expect(await read(() => Promise.resolve())).toEqual(['one', 'two']);
});

it('fails at the end of a text whose caller has lost the rights meanwhile, however short it is', async () => {
  await expect(read(() => Promise.reject(new Error('revoked')))).rejects.toThrow('revoked');
});
