import { CHAIN_START, hashOf, type AuditEvent } from './audit-event.js';

/** An event as stored, with its hashes. */
export interface ChainedEvent {
  readonly event: AuditEvent;
  /** False if the stored time has a fraction of a millisecond, which `event` does not show. */
  readonly isWhole: boolean;
  readonly previousHash: Buffer;
  readonly hash: Buffer;
}

/** The end of a chain, which is stored separately from the events. */
export interface ChainEnd {
  readonly length: number;
  readonly hash: Buffer;
}

/** An event by its position. */
export interface PositionedEvent {
  readonly id: string;
  readonly position: number;
}

export const BREAKS = [
  /** An event is missing at this position. */
  'missing',
  /** The event is not the recorded one: it was changed or moved. */
  'changed',
  /** The event's previous hash is not that of the event before it. */
  'unlinked',
  /** The last event is not the one in the stored end of the chain. */
  'not_the_end',
  /** The event's position is outside the chain: beyond its end, or below 1. */
  'outside',
] as const;
export type Break = (typeof BREAKS)[number];

/** The first broken position of a chain. */
export interface BrokenLink {
  readonly position: number;
  /** Id of the event at that position, if there is one. */
  readonly id: string | null;
  readonly reason: Break;
}

/** The state before the first event of a chain. */
export const BEFORE_FIRST: ChainEnd = { length: 0, hash: CHAIN_START };

/** Verifies a chain event by event and finds the first broken position (hub contract 13). Memory use is constant. */
export class ChainVerification {
  private last: { readonly id: string | null; readonly hash: Buffer };
  private checked: number;

  /** @param start end of the verified part; the next event must follow it */
  constructor(start: ChainEnd = BEFORE_FIRST) {
    this.last = { id: null, hash: start.hash };
    this.checked = start.length;
  }

  /** Number of valid events from the first one. */
  get length(): number {
    return this.checked;
  }

  /** The end of the verified part. */
  get end(): ChainEnd {
    return { length: this.checked, hash: this.last.hash };
  }

  /** Id of the last verified event. */
  get lastId(): string | null {
    return this.last.id;
  }

  /** Verifies the next event, in the order of positions; undefined if it is valid. */
  next(chained: ChainedEvent): BrokenLink | undefined {
    const position = this.checked + 1;
    const { id } = chained.event;
    if (chained.event.position !== position) return { position, id: null, reason: 'missing' };
    if (!isAsRecorded(chained)) return { position, id, reason: 'changed' };
    if (!chained.previousHash.equals(this.last.hash)) return { position, id, reason: 'unlinked' };
    this.last = { id, hash: chained.hash };
    this.checked = position;
    return undefined;
  }

  /**
   * Compares the verified events with the stored end of the chain.
   * @param outside an event outside the chain's positions, if there is one
   */
  finish(end: ChainEnd, outside: PositionedEvent | null): BrokenLink | undefined {
    const { length: position } = this;
    if (position < end.length) return { position: position + 1, id: null, reason: 'missing' };
    if (!this.last.hash.equals(end.hash)) return { position, id: this.last.id, reason: 'not_the_end' };
    return outside === null ? undefined : { ...outside, reason: 'outside' };
  }
}

/** Whether the hash of an event matches its contents. */
export function isAsRecorded({ event, isWhole, previousHash, hash }: ChainedEvent): boolean {
  try {
    return isWhole && hashOf(event, previousHash).equals(hash);
  } catch {
    // An invalid date, or a number that is not JSON: never recorded by this program.
    return false;
  }
}
