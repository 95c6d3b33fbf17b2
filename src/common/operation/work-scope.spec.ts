import { describe, expect, it } from '@jest/globals';
import { asWork, currentWork, inWork } from './work-scope.js';

describe('work', () => {
  it('is known to what it starts, and to nothing else', async () => {
    expect(currentWork()).toBeUndefined();
    const about = await asWork({ job: 'cleanup' }, async () => {
      await Promise.resolve();
      return currentWork()?.about;
    });
    expect(about).toEqual({ job: 'cleanup' });
    expect(currentWork()).toBeUndefined();
  });

  it('ends as what it runs does', async () => {
    expect(await asWork({}, () => Promise.resolve(1))).toBe(1);
    await expect(asWork({}, () => Promise.reject(new Error('it failed')))).rejects.toThrow('it failed');
    await expect(
      asWork({}, () => {
        throw new Error('it failed at once');
      }),
    ).rejects.toThrow('it failed at once');
  });

  it('ends when an error in it was not handled, also while it would never end', async () => {
    const work = asWork({}, async () => {
      await Promise.resolve();
      currentWork()?.fail(new Error('nobody handled it'));
      await new Promise(() => undefined);
    });
    await expect(work).rejects.toThrow('nobody handled it');
  });

  it('within other work is the inner one', () => {
    const works: unknown[] = [];
    const work = (name: string) => ({ about: { name }, fail: () => undefined });
    inWork(work('outer'), () => inWork(work('inner'), () => works.push(currentWork()?.about)));
    expect(works).toEqual([{ name: 'inner' }]);
  });
});
