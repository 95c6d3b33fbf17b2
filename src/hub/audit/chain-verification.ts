import { CHAIN_START, hashOf, type AuditEvent } from './audit-event.js';

/** An event as it is stored, with the links of its chain. */
export interface ChainedEvent {
  readonly event: AuditEvent;
  /** Nothing is stored that `event` does not show, such as a part of a millisecond. */
  readonly isWhole: boolean;
  readonly previousHash: Buffer;
  readonly hash: Buffer;
}

/** The end of a chain, as it is kept apart from the events. */
export interface ChainEnd {
  readonly length: number;
  readonly hash: Buffer;
}

/** An event that is in a place. */
export interface PositionedEvent {
  readonly id: string;
  readonly position: number;
}

export const BREAKS = [
  /** There is no event in a place where there has been one. */
  'missing',
  /** The event is not the one that was recorded there: it was changed, or moved. */
  'changed',
  /** The event does not follow the one before it. */
  'unlinked',
  /** The event is the last one, but not the one with which the chain ends. */
  'not_the_end',
  /** The event is in a place that the chain does not have: after its end, or before its beginning. */
  'outside',
] as const;
export type Break = (typeof BREAKS)[number];

/** The first place where a chain does not hold. */
export interface BrokenLink {
  readonly position: number;
  /** Of the event that is there now, if one is. */
  readonly id: string | null;
  readonly reason: Break;
}

/** What comes before the first event of a chain. */
export const BEFORE_FIRST: ChainEnd = { length: 0, hash: CHAIN_START };

/**
 * Goes along a chain of audit events and finds the first place where it is not as it was recorded (hub contract 13). It
 * keeps one hash, however long the chain is.
 */
export class ChainVerification {
  private last: { readonly id: string | null; readonly hash: Buffer };
  private checked: number;

  /** @param start what has been verified before; the next event must follow it */
  constructor(start: ChainEnd = BEFORE_FIRST) {
    this.last = { id: null, hash: start.hash };
    this.checked = start.length;
  }

  /** How many events from the first on are as they were recorded. */
  get length(): number {
    return this.checked;
  }

  /** The end of what has been verified. */
  get end(): ChainEnd {
    return { length: this.checked, hash: this.last.hash };
  }

  /** The last event that was looked at. */
  get lastId(): string | null {
    return this.last.id;
  }

  /** Checks the next event in the order of positions, which begin with 1; answers what is wrong. */
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
   * Compares what has been seen with the end that is kept apart.
   * @param outside an event in a place that the chain does not have, if there is one
   */
  finish(end: ChainEnd, outside: PositionedEvent | null): BrokenLink | undefined {
    const { length: position } = this;
    if (position < end.length) return { position: position + 1, id: null, reason: 'missing' };
    if (!this.last.hash.equals(end.hash)) return { position, id: this.last.id, reason: 'not_the_end' };
    return outside === null ? undefined : { ...outside, reason: 'outside' };
  }
}

/** Whether an event is the one that its hash was computed of. */
export function isAsRecorded({ event, isWhole, previousHash, hash }: ChainedEvent): boolean {
  try {
    return isWhole && hashOf(event, previousHash).equals(hash);
  } catch {
    // A time without end, a number that no JSON of ours has: nobody has recorded that.
    return false;
  }
}
