import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { DecisionsStore } from './decisions-store.js';
import type { KnownDecision } from './known-decision.js';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'mcp-hub-decisions-'));
});
afterEach(() => rm(folder, { recursive: true }));

const ALLOWED: KnownDecision = {
  isAllowed: true,
  reasons: [],
  source: null,
  surface: null,
  surfaceChanges: 'drop',
  validUntil: '2030-01-01T00:00:00.000Z',
};
const stateOf = (revision: number) => ({
  askedAt: 1,
  askAgainAt: 2,
  seen: { revision, issued_at: '2026-01-01T00:00:00.000Z' },
});

describe('decisions that two runs keep at once', () => {
  // Both asked the hub; the first one got the earlier issue.
  const runs = () => {
    const folders = { configuration: folder, cache: folder };
    return [1, 2].map(() => new DecisionsStore(folders, { decisions: 'a' })) as [
      DecisionsStore,
      DecisionsStore,
    ];
  };

  it('do not count for the envelope of a newer issue', () => {
    const [first, second] = runs();
    first.keepEnvelope(Buffer.from('earlier'));
    first.keepState(stateOf(1));
    second.keepEnvelope(Buffer.from('later'));
    second.keepState(stateOf(2));
    first.keepKnown('acme/files@1.0.0', ALLOWED, 1);
    expect(second.known('acme/files@1.0.0')).toBeUndefined();
    second.keepKnown('acme/files@1.0.0', ALLOWED, 2);
    expect(first.known('acme/files@1.0.0')).toEqual(ALLOWED);
  });

  it('never make an earlier issue the newest one that was seen', () => {
    const [first, second] = runs();
    second.keepState(stateOf(2));
    first.keepState(stateOf(1));
    expect(second.state()?.seen?.revision).toBe(2);
  });
});
