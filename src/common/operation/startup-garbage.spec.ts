import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, it } from '@jest/globals';
import { collectStartupGarbage } from './startup-garbage.js';

const dropped = (): WeakRef<object> => new WeakRef({ left: 'behind' });

it('collects unreferenced objects, and leaves no global gc function behind', async () => {
  const held = { in: 'use' };
  const [garbage, kept] = [dropped(), new WeakRef(held)];
  // Objects of both kinds stay alive until the end of the turn in which they were created.
  await nextTurn();
  collectStartupGarbage();
  expect(garbage.deref()).toBeUndefined();
  expect(kept.deref()).toBe(held);
  expect(globalThis).not.toHaveProperty('gc');
});
