import { randomUUID } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { EventLoopShare } from '../../../common/operation/event-loop-share.js';
import { CHAIN_START, hashOf, type AuditEvent } from './audit-event.js';
import {
  IncrementalVerification,
  UNVERIFIED,
  type ChainProgress,
  type VerificationResult,
} from './incremental-verification.js';
import type { ChainedEvent, ChainEnd } from './chain-verification.js';

const CHAIN = randomUUID();

/** Runs the work without pauses: these tests are about which events are read. */
class NoPauses extends EventLoopShare {
  override run<T>(piece: () => T): Promise<T> {
    return Promise.resolve(piece());
  }
}

const eventAt = (position: number, action: string): AuditEvent => ({
  id: `event-${position}`,
  chainId: CHAIN,
  position,
  orgId: CHAIN,
  occurredAt: new Date(1_767_225_600_000 + position),
  actor: { id: null, type: 'system', name: 'tests' },
  action,
  resourceType: 'thing',
  resourceId: null,
  details: { n: position },
  ipAddress: '192.0.2.7',
  userAgent: 'tests',
});

const linked = (event: AuditEvent, previousHash: Buffer): ChainedEvent => ({
  event,
  isWhole: true,
  previousHash,
  hash: hashOf(event, previousHash),
});

/** An in-memory chain that can be appended to, tampered with and checked repeatedly. */
class Chain {
  private links: ChainedEvent[] = [];
  private end: ChainEnd = { length: 0, hash: CHAIN_START };
  private progress: ChainProgress = UNVERIFIED;
  private clock = 0;
  eventsRead = 0;

  get length(): number {
    return this.end.length;
  }

  get verified(): number {
    return this.progress.verified.length;
  }

  append(count: number): void {
    for (let n = 0; n < count; n += 1) {
      const link = linked(eventAt(this.end.length + 1, 'thing.done'), this.end.hash);
      this.links.push(link);
      this.end = { length: this.end.length + 1, hash: link.hash };
    }
  }

  /** Edits an event without updating hashes. */
  edit(position: number): void {
    this.links = this.links.map((link) =>
      link.event.position === position
        ? { ...link, event: { ...link.event, action: `thing.undone-${Math.random()}` } }
        : link,
    );
  }

  remove(position: number): void {
    this.links = this.links.filter(({ event }) => event.position !== position);
  }

  /** Rewrites the chain from an event on, with consistent hashes and end. */
  rewrite(position: number): void {
    for (let at = position; at <= this.end.length; at += 1) {
      const previous = this.links[at - 2]?.hash ?? CHAIN_START;
      this.links[at - 1] = linked(eventAt(at, at === position ? 'thing.undone' : 'thing.done'), previous);
    }
    this.end = { length: this.end.length, hash: this.links.at(-1)?.hash ?? CHAIN_START };
  }

  /** Removes the last events and adjusts the end of the chain. */
  truncate(length: number): void {
    this.links = this.links.slice(0, length);
    this.end = { length, hash: this.links.at(-1)?.hash ?? CHAIN_START };
  }

  async check(again: number): Promise<VerificationResult & { readonly completeSince: number }> {
    this.clock += 1;
    const check = new IncrementalVerification(
      {
        read: (after, upTo, count) => {
          const found = this.links.filter(({ event }) => event.position > after && event.position <= upTo);
          return Promise.resolve(found.slice(0, count));
        },
        save: () => Promise.resolve(),
        share: new NoPauses(),
        signal: new AbortController().signal,
        now: () => new Date(this.clock),
      },
      this.progress,
    );
    const checked = await check.run({ ...this.end, outside: null }, again);
    this.progress = check.progress;
    this.eventsRead = check.eventsRead;
    return { ...checked, completeSince: check.progress.completeSince?.getTime() ?? 0 };
  }
}

const AGAIN = 5;
const growth = fc.array(fc.nat({ max: 12 }), { minLength: 1, maxLength: 12 });

/** A chain that was checked after each batch of appended events. */
async function checked(steps: readonly number[]): Promise<Chain> {
  const chain = new Chain();
  for (const count of steps) {
    chain.append(count);
    await chain.check(AGAIN);
  }
  return chain;
}

/** The number of checks until tampering is detected, at most `limit`; undefined if it is not. */
async function checksUntilFound(chain: Chain, limit: number): Promise<number | undefined> {
  for (let n = 1; n <= limit; n += 1) {
    if ((await chain.check(AGAIN)).broken !== undefined) return n;
  }
  return undefined;
}

describe('consecutive checks of a chain', () => {
  it('find a growing chain valid within their read budget', async () => {
    await fc.assert(
      fc.asyncProperty(growth, async (steps) => {
        const chain = new Chain();
        for (const count of steps) {
          chain.append(count);
          const before = chain.verified;
          const { broken, events, from } = await chain.check(AGAIN);
          expect(broken).toBeUndefined();
          expect(events).toBe(chain.length);
          expect(chain.verified).toBe(chain.length);
          expect(from).toBeLessThanOrEqual(before + 1);
          // The new events, as many again, the reread window and the event at the verified end.
          expect(chain.eventsRead).toBeLessThanOrEqual(2 * count + AGAIN + 1);
        }
        expect(await chain.check(Infinity)).toMatchObject({ from: 1, events: chain.length });
      }),
    );
  });

  it('immediately detect an event edited or removed after the verified end', async () => {
    await fc.assert(
      fc.asyncProperty(
        growth,
        fc.integer({ min: 1, max: 20 }),
        fc.nat(),
        fc.boolean(),
        async (steps, added, where, removed) => {
          const chain = await checked(steps);
          const position = chain.length + 1 + (where % added);
          chain.append(added);
          if (removed) chain.remove(position);
          else chain.edit(position);
          for (const again of [AGAIN, AGAIN, Infinity, AGAIN]) {
            expect((await chain.check(again)).broken).toMatchObject({
              position,
              reason: removed ? 'missing' : 'changed',
            });
          }
        },
      ),
    );
  });

  it('detect an event edited or removed before the verified end within one pass, and in every later check', async () => {
    await fc.assert(
      fc.asyncProperty(growth, fc.nat(), fc.boolean(), async (steps, where, removed) => {
        const chain = await checked([...steps, 1]);
        const position = 1 + (where % chain.length);
        if (removed) chain.remove(position);
        else chain.edit(position);
        const passes = 2 * Math.ceil(chain.length / AGAIN);
        expect(await checksUntilFound(chain, passes)).toBeDefined();
        const expected = { position, reason: removed ? 'missing' : 'changed' };
        expect((await chain.check(AGAIN)).broken).toMatchObject(expected);
        chain.append(7);
        expect((await chain.check(AGAIN)).broken).toMatchObject(expected);
        expect((await chain.check(Infinity)).broken).toMatchObject(expected);
        expect((await chain.check(AGAIN)).broken).toMatchObject(expected);
      }),
    );
  });

  it('immediately detect an event edited or removed before the verified end in a full check', async () => {
    await fc.assert(
      fc.asyncProperty(growth, fc.nat(), fc.boolean(), async (steps, where, removed) => {
        const chain = await checked([...steps, 1]);
        const position = 1 + (where % chain.length);
        if (removed) chain.remove(position);
        else chain.edit(position);
        expect((await chain.check(Infinity)).broken).toMatchObject({ position });
      }),
    );
  });

  it('immediately detect a rewritten chain with consistent hashes, by the verified end', async () => {
    await fc.assert(
      fc.asyncProperty(growth, fc.nat(), fc.constantFrom(AGAIN, Infinity), async (steps, where, again) => {
        const chain = await checked([...steps, 1]);
        chain.rewrite(1 + (where % chain.length));
        chain.append(where % 3);
        const first = await chain.check(again);
        expect(first.broken).toBeDefined();
        expect((await chain.check(AGAIN)).broken).toBeDefined();
      }),
    );
  });

  it('detect a chain truncated before the verified end', async () => {
    await fc.assert(
      fc.asyncProperty(growth, fc.nat(), async (steps, where) => {
        const chain = await checked([...steps, 1]);
        const length = where % chain.length;
        chain.truncate(length);
        expect(await chain.check(AGAIN)).toMatchObject({
          events: length,
          broken: { position: length + 1, reason: 'missing' },
        });
      }),
    );
  });

  it('find the chain valid again once the event is restored', async () => {
    const chain = await checked([30]);
    const whole = new Chain();
    whole.append(30);
    chain.edit(8);
    expect(await checksUntilFound(chain, 12)).toBeDefined();
    Object.assign(chain, { links: (whole as unknown as { links: ChainedEvent[] }).links });
    for (let n = 0; n < 12; n += 1) expect((await chain.check(AGAIN)).broken).toBeUndefined();
  });

  it('report the start of the last complete pass as the time since which all events were read', async () => {
    const chain = new Chain();
    chain.append(12);
    const complete: number[] = [];
    for (let n = 1; n <= 7; n += 1) complete.push((await chain.check(AGAIN)).completeSince);
    // The first check reads everything; the following passes take three checks each and complete at their ends.
    expect(complete).toEqual([1, 1, 1, 2, 2, 2, 5]);
  });

  it('complete a pass even while many events are appended', async () => {
    const chain = new Chain();
    chain.append(20);
    await chain.check(AGAIN);
    let since = 0;
    for (let n = 0; n < 12; n += 1) {
      chain.append(40);
      since = (await chain.check(AGAIN)).completeSince;
    }
    expect(since).toBeGreaterThan(1);
  });
});

describe('a long check', () => {
  it('saves its progress regularly, even while it reads verified events again', async () => {
    const links: ChainedEvent[] = [];
    for (let at = 1; at <= 2500; at += 1) {
      links.push(linked(eventAt(at, 'thing.done'), links.at(-1)?.hash ?? CHAIN_START));
    }
    const end = { length: 2500, hash: links.at(-1)?.hash ?? CHAIN_START };
    const saved: [number, number][] = [];
    const check = new IncrementalVerification(
      {
        read: (after, upTo, count) => Promise.resolve(links.slice(after, Math.min(upTo, after + count))),
        save: ({ verified, reread }) => {
          saved.push([verified.length, reread.length]);
          return Promise.resolve();
        },
        share: new NoPauses(),
        signal: new AbortController().signal,
        now: () => new Date(0),
      },
      { ...UNVERIFIED, verified: end, reread: end },
    );
    expect(await check.run({ ...end, outside: null }, Infinity)).toMatchObject({ from: 1, events: 2500 });
    expect(saved).toEqual([
      [2500, 1000],
      [2500, 2000],
    ]);
  });
});

describe('an aborted check', () => {
  it('keeps its progress, and the next check resumes from it', async () => {
    const links: ChainedEvent[] = [];
    for (let at = 1; at <= 3500; at += 1) {
      links.push(linked(eventAt(at, 'thing.done'), links.at(-1)?.hash ?? CHAIN_START));
    }
    const controller = new AbortController();
    const saved: number[] = [];
    let read = 0;
    const check = (progress: ChainProgress, signal: AbortSignal): IncrementalVerification =>
      new IncrementalVerification(
        {
          read: (after, upTo, count) => {
            read += 1;
            if (read === 25) controller.abort(new Error('gone'));
            return Promise.resolve(links.slice(after, Math.min(upTo, after + count)));
          },
          save: ({ verified }) => {
            saved.push(verified.length);
            return Promise.resolve();
          },
          share: new NoPauses(),
          signal,
          now: () => new Date(0),
        },
        progress,
      );
    const end = { length: 3500, hash: links.at(-1)?.hash ?? CHAIN_START, outside: null };
    const first = check(UNVERIFIED, controller.signal);
    await expect(first.run(end, AGAIN)).rejects.toThrow('gone');
    expect(saved).toEqual([1000, 2000]);
    expect(first.progress.verified.length).toBe(2000);
    const second = check(first.progress, new AbortController().signal);
    expect(await second.run(end, AGAIN)).toMatchObject({ events: 3500, from: 2001 });
    expect(second.eventsRead).toBeLessThan(1500 + 1500 + 2 * AGAIN);
  });
});
