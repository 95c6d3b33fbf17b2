import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, it } from '@jest/globals';
import { collectStartupGarbage } from './startup-garbage.js';

const dropped = (): WeakRef<object> => new WeakRef({ left: 'behind' });

it('collects what nobody holds, and offers that to nobody else', async () => {
  const held = { in: 'use' };
  const [garbage, kept] = [dropped(), new WeakRef(held)];
  // Both are held to the end of the turn in which they were made.
  await nextTurn();
  collectStartupGarbage();
  expect(garbage.deref()).toBeUndefined();
  expect(kept.deref()).toBe(held);
  expect(globalThis).not.toHaveProperty('gc');
});
