import { setImmediate as turn } from 'node:timers/promises';
import { describe, expect, it } from '@jest/globals';
import { KeyedMutex } from './keyed-mutex.js';

describe('KeyedMutex', () => {
  it('runs work on one key in order, and work on other keys concurrently', async () => {
    const mutex = new KeyedMutex();
    const lines: string[] = [];
    const work = (key: string, name: string) =>
      mutex.run(key, async () => {
        lines.push(`${name} begins`);
        await turn();
        lines.push(`${name} ends`);
        return name;
      });
    expect(await Promise.all([work('x', 'first'), work('x', 'second'), work('y', 'other')])).toEqual([
      'first',
      'second',
      'other',
    ]);
    expect(lines.filter((line) => !line.startsWith('other'))).toEqual([
      'first begins',
      'first ends',
      'second begins',
      'second ends',
    ]);
    expect(lines.indexOf('other begins')).toBeLessThan(lines.indexOf('first ends'));
  });

  it('continues after a failure, which only its own caller gets', async () => {
    const mutex = new KeyedMutex();
    const failing = mutex.run('x', () => Promise.reject(new Error('it failed')));
    const next = mutex.run('x', () => Promise.resolve('done'));
    await expect(failing).rejects.toThrow('it failed');
    expect(await next).toBe('done');
    expect(await mutex.run('x', () => Promise.resolve('again'))).toBe('again');
  });
});
