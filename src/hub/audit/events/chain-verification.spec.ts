import { randomUUID } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { CHAIN_START, hashOf, type AuditEvent } from './audit-event.js';
import {
  ChainVerification,
  type BrokenLink,
  type ChainedEvent,
  type ChainEnd,
} from './chain-verification.js';

const CHAIN = randomUUID();

const eventAt = (position: number): AuditEvent => ({
  id: `event-${position}`,
  chainId: CHAIN,
  position,
  orgId: CHAIN,
  occurredAt: new Date(1_767_225_600_000 + position),
  actor: { id: null, type: 'system', name: 'tests' },
  action: 'thing.done',
  resourceType: 'thing',
  resourceId: null,
  details: { n: position },
  ipAddress: '192.0.2.7',
  userAgent: 'tests',
});

const recorded = (event: AuditEvent, previousHash: Buffer): ChainedEvent => ({
  event,
  isWhole: true,
  previousHash,
  hash: hashOf(event, previousHash),
});

function chainOf(length: number): ChainedEvent[] {
  const links: ChainedEvent[] = [];
  for (let position = 1; position <= length; position += 1) {
    links.push(recorded(eventAt(position), links.at(-1)?.hash ?? CHAIN_START));
  }
  return links;
}

const endOf = (links: readonly ChainedEvent[]): ChainEnd => ({
  length: links.length,
  hash: links.at(-1)?.hash ?? CHAIN_START,
});

/** The result of verifying these events in the order of their positions. */
function verify(links: readonly ChainedEvent[], end: ChainEnd): BrokenLink | undefined {
  const verification = new ChainVerification();
  for (const link of [...links].sort((a, b) => a.event.position - b.event.position)) {
    const broken = verification.next(link);
    if (broken !== undefined) return broken;
  }
  return verification.finish(end, null);
}

const at = <T>(items: readonly T[], index: number): T => {
  const item = items[index];
  if (item === undefined) throw new Error('index out of range');
  return item;
};

const length = fc.integer({ min: 1, max: 12 });
/** A chain and the index of one of its events. */
const chainAndIndex = length.chain((n) => fc.tuple(fc.constant(chainOf(n)), fc.nat({ max: n - 1 })));

describe('a chain of audit events', () => {
  it('is valid when unmodified or empty', () => {
    for (const n of [0, 1, 2, 50]) expect(verify(chainOf(n), endOf(chainOf(n)))).toBeUndefined();
  });

  it('is broken at an event with any changed field', () => {
    const changes: Partial<AuditEvent>[] = [
      { id: 'other' },
      { orgId: null },
      { chainId: randomUUID() },
      { occurredAt: new Date(0) },
      { occurredAt: new Date(Number.NaN) },
      { actor: { id: randomUUID(), type: 'system', name: 'tests' } },
      { actor: { id: null, type: 'user', name: 'tests' } },
      { actor: { id: null, type: 'system', name: 'others' } },
      { action: 'thing.undone' },
      { resourceType: 'other' },
      { resourceId: randomUUID() },
      { details: {} },
      { details: { n: Infinity } },
      { ipAddress: '' },
      { userAgent: '' },
    ];
    fc.assert(
      fc.property(chainAndIndex, fc.constantFrom(...changes), ([links, index], change) => {
        const tampered = links.with(index, {
          ...at(links, index),
          event: { ...at(links, index).event, ...change },
        });
        expect(verify(tampered, endOf(links))).toEqual({
          position: index + 1,
          id: change.id ?? `event-${index + 1}`,
          reason: 'changed',
        });
      }),
    );
  });

  it('is broken at an event whose time has a fraction of a millisecond', () => {
    const links = chainOf(3);
    const tampered = links.with(1, { ...at(links, 1), isWhole: false });
    expect(verify(tampered, endOf(links))).toEqual({ position: 2, id: 'event-2', reason: 'changed' });
  });

  it('is broken where an event is missing: in the middle, at the beginning or at the end', () => {
    fc.assert(
      fc.property(chainAndIndex, ([links, index]) => {
        expect(verify(links.toSpliced(index, 1), endOf(links))).toEqual({
          position: index + 1,
          id: null,
          reason: 'missing',
        });
      }),
    );
  });

  it('is broken at the first of two swapped events, with or without their hashes', () => {
    fc.assert(
      fc.property(chainAndIndex, chainAndIndex, fc.boolean(), ([links, one], [, another], withHashes) => {
        const other = another % links.length;
        fc.pre(one !== other);
        const moved = (from: number, to: number): ChainedEvent => {
          const { event, ...hashes } = at(links, from);
          const own = withHashes ? hashes : at(links, to);
          return { ...own, isWhole: true, event: { ...event, position: to + 1 } };
        };
        const tampered = links.with(one, moved(other, one)).with(other, moved(one, other));
        expect(verify(tampered, endOf(links))).toMatchObject({
          position: Math.min(one, other) + 1,
          reason: 'changed',
        });
      }),
    );
  });

  it('is broken after an event that was changed together with its hash', () => {
    const links = chainOf(3);
    const { event, previousHash } = at(links, 1);
    const tampered = links.with(1, recorded({ ...event, action: 'thing.undone' }, previousHash));
    expect(verify(tampered, endOf(links))).toEqual({ position: 3, id: 'event-3', reason: 'unlinked' });
  });

  it('is broken at its last event if it was changed together with its hash', () => {
    const links = chainOf(3);
    const { event, previousHash } = at(links, 2);
    const tampered = links.with(2, recorded({ ...event, action: 'thing.undone' }, previousHash));
    expect(verify(tampered, endOf(links))).toEqual({ position: 3, id: 'event-3', reason: 'not_the_end' });
  });

  it('is broken by an event outside its positions', () => {
    const verification = new ChainVerification();
    for (const link of chainOf(2)) verification.next(link);
    expect(verification.finish(endOf(chainOf(2)), { id: 'late', position: 3 })).toEqual({
      position: 3,
      id: 'late',
      reason: 'outside',
    });
  });

  it('has the number of events that are valid from the first one', () => {
    const verification = new ChainVerification();
    const links = chainOf(4);
    for (const index of [0, 1, 3]) verification.next(at(links, index));
    expect(verification.length).toBe(2);
  });
});
