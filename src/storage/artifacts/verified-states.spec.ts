import { describe, expect, it } from '@jest/globals';
import { VerifiedStates } from './verified-states.js';

describe('VerifiedStates', () => {
  it('knows an object in the state in which it was verified, for an hour', () => {
    let now = 0;
    const states = new VerifiedStates(() => now);
    expect(states.has('object', 'one')).toBe(false);
    states.add('object', 'one');
    expect(states.has('object', 'one')).toBe(true);
    expect(states.has('object', 'two')).toBe(false);
    expect(states.has('other', 'one')).toBe(false);
    now = 3_600_000;
    expect(states.has('object', 'one')).toBe(false);
  });

  it('forgets the oldest of more than ten thousand', () => {
    const states = new VerifiedStates();
    for (let n = 0; n <= 10_000; n += 1) states.add(String(n), 'state');
    states.add('1', 'state');
    states.add('new', 'state');
    expect(['0', '1', '2', 'new'].map((object) => states.has(object, 'state'))).toEqual([
      false,
      true,
      false,
      true,
    ]);
  });
});
