import { describe, expect, it } from '@jest/globals';
import { whileAdmitted } from './while-admitted.js';

/** What is read of an export whose pieces, and whose end, come at these times, and how often the rights are checked. */
async function read(times: readonly number[], isAdmitted: (time: number) => boolean) {
  let time = 0;
  let checks = 0;
  async function* pieces(): AsyncGenerator<string> {
    for (const [index, at] of times.entries()) {
      time = at;
      await Promise.resolve();
      if (index < times.length - 1) yield `piece ${index}`;
    }
  }
  const check = async (): Promise<void> => {
    checks += 1;
    await Promise.resolve();
    if (!isAdmitted(time)) throw new Error('revoked');
  };
  const found: string[] = [];
  try {
    for await (const piece of whileAdmitted(pieces(), check, () => time)) found.push(piece);
  } catch (error) {
    found.push((error as Error).message);
  }
  return { found, checks };
}

describe('the text of an export', () => {
  it('is complete while its caller may read it, who is checked at most once a second', async () => {
    expect(await read([0, 999, 1000, 1500, 2000, 2500], () => true)).toEqual({
      found: ['piece 0', 'piece 1', 'piece 2', 'piece 3', 'piece 4'],
      checks: 2,
    });
  });

  it('fails before the next piece when the caller may not', async () => {
    expect((await read([0, 500, 1200, 1300], (time) => time < 100)).found).toEqual([
      'piece 0',
      'piece 1',
      'revoked',
    ]);
  });

  it('fails at its end, so that it is not taken for complete', async () => {
    expect((await read([0, 1000], (time) => time < 100)).found).toEqual(['piece 0', 'revoked']);
  });
});
