import type { EventLoopShare } from '../../../common/operation/event-loop-share.js';
import {
  BEFORE_FIRST,
  ChainVerification,
  isAsRecorded,
  type BrokenLink,
  type ChainedEvent,
  type ChainEnd,
  type PositionedEvent,
} from './chain-verification.js';

// Number of events in memory at a time.
const BATCH = 100;
// Number of events hashed without yielding to the event loop (ADR 37).
const PIECE = 10;
// Number of events between two saves of the progress.
const SAVED_AFTER = 1000;

/** Verification progress of a chain. */
export interface ChainProgress {
  /** The verified end: all events up to it are verified. */
  readonly verified: ChainEnd;
  /** How far the verified events were read again in the current pass. */
  readonly reread: ChainEnd;
  /** When the current pass started. */
  readonly passStartedAt: Date | null;
  /** All events up to the verified end were read at or after this time. */
  readonly completeSince: Date | null;
}

/** The progress of a chain that was never verified. */
export const UNVERIFIED: ChainProgress = {
  verified: BEFORE_FIRST,
  reread: BEFORE_FIRST,
  passStartedAt: null,
  completeSince: null,
};

/** The stored end of a chain, with an event outside its positions, if there is one. */
export interface StoredEnd extends ChainEnd {
  readonly outside: PositionedEvent | null;
}

/** The result of a check. */
export interface VerificationResult {
  /** Position from which on this check read all events; before it, it may have read a part of the verified ones. */
  readonly from: number;
  /** Number of valid events from the first one. */
  readonly events: number;
  readonly broken?: BrokenLink;
}

/** Dependencies of a check. */
export interface VerificationParts {
  /** Reads up to `count` events at positions above `after` and up to `upTo`, in order. */
  readonly read: (after: number, upTo: number, count: number) => Promise<ChainedEvent[]>;
  /** Saves the progress of a long check; called regularly. */
  readonly save: (progress: ChainProgress) => Promise<void>;
  readonly share: EventLoopShare;
  /** Where the events start: what is before is sealed (ADR 68). */
  readonly start?: ChainEnd;
  /** Aborts the check. */
  readonly signal: AbortSignal;
  readonly now: () => Date;
}

/**
 * One incremental check of a chain (ADR 37). It reads the events appended since the verified end, and the next part of
 * the verified events, so that repeated passes cover all of them. The cost depends on the number of appended events and
 * on the reread budget, not on the length of the chain. Neither the verified end nor the pass moves beyond a broken
 * position, so that every later check reports it until it is repaired.
 */
export class IncrementalVerification {
  private done = 0;
  private readonly start: ChainEnd;

  /** @param current the progress before the check, which the check updates */
  constructor(
    private readonly parts: VerificationParts,
    private current: ChainProgress,
  ) {
    this.start = parts.start ?? BEFORE_FIRST;
    const { verified, reread } = current;
    // Whoever sealed the events has verified them.
    if (verified.length < this.start.length) this.current = { ...current, verified: this.start };
    if (reread.length < this.start.length) this.current = { ...this.current, reread: this.start };
  }

  get progress(): ChainProgress {
    return this.current;
  }

  /** Number of events that this check read. */
  get eventsRead(): number {
    return this.done;
  }

  /**
   * @param again how many verified events to read again, in addition to as many as were appended, so that a pass
   * completes however many events are appended. Infinity starts a new pass and reads everything.
   * @throws the reason of the signal when it is aborted
   */
  async run(end: StoredEnd, again: number): Promise<VerificationResult> {
    const { verified } = this.current;
    if (end.length < verified.length) return cutOff(end);
    const from = this.startPass(again === Infinity);
    const old = new ChainVerification(from);
    const upTo = Math.min(verified.length, from.length + again + end.length - verified.length);
    const broken = await this.walk(old, upTo, (reread) => ({ ...this.current, reread }));
    if (broken !== undefined) {
      this.current = { ...this.current, reread: old.end };
      return { from: from.length + 1, events: old.length, broken };
    }
    if (old.length < verified.length) return this.goOnFromCheckpoint(old.end, end);
    // The pass reached the verified end and continues to the end of the chain.
    if (!old.end.hash.equals(verified.hash)) {
      const rewritten = { position: verified.length, id: old.lastId, reason: 'changed' } as const;
      return { from: from.length + 1, events: verified.length - 1, broken: rewritten };
    }
    return this.goOn(old, end, from.length + 1, (to) => ({
      verified: to,
      reread: to,
      passStartedAt: this.current.passStartedAt,
      completeSince: this.current.passStartedAt,
    }));
  }

  /** Where the pass continues; a pass that reached the verified end starts over. */
  private startPass(restart: boolean): ChainEnd {
    const { verified, reread, passStartedAt } = this.current;
    if (!restart && passStartedAt !== null && reread.length < verified.length) return reread;
    this.current = { ...this.current, reread: this.start, passStartedAt: this.parts.now() };
    return this.start;
  }

  private async goOnFromCheckpoint(reread: ChainEnd, end: StoredEnd): Promise<VerificationResult> {
    this.current = { ...this.current, reread };
    const { verified } = this.current;
    const from = verified.length + 1;
    const broken = await this.breakAtVerifiedEnd(verified);
    if (broken !== undefined) return { from, events: verified.length - 1, broken };
    return this.goOn(new ChainVerification(verified), end, from, (to) => ({ ...this.current, verified: to }));
  }

  /** Checks the event at the verified end, whose hash is stored separately. */
  private async breakAtVerifiedEnd({ length: position, hash }: ChainEnd): Promise<BrokenLink | undefined> {
    const [link] = await this.parts.read(position - 1, position, 1);
    if (link === undefined) return { position, id: null, reason: 'missing' };
    if (isAsRecorded(link) && link.hash.equals(hash)) return undefined;
    return { position, id: link.event.id, reason: 'changed' };
  }

  private async goOn(
    verification: ChainVerification,
    end: StoredEnd,
    from: number,
    progressAt: (to: ChainEnd) => ChainProgress,
  ): Promise<VerificationResult> {
    const broken =
      (await this.walk(verification, end.length, progressAt)) ?? verification.finish(end, end.outside);
    if (broken !== undefined) return { from, events: verification.length, broken };
    this.current = progressAt(verification.end);
    return { from, events: verification.length };
  }

  private async walk(
    verification: ChainVerification,
    upTo: number,
    progressAt: (to: ChainEnd) => ChainProgress,
  ): Promise<BrokenLink | undefined> {
    let saved = verification.length;
    while (verification.length < upTo) {
      this.parts.signal.throwIfAborted();
      const links = await this.parts.read(verification.length, upTo, BATCH);
      if (links.length === 0) return { position: verification.length + 1, id: null, reason: 'missing' };
      for (let start = 0; start < links.length; start += PIECE) {
        const piece = links.slice(start, start + PIECE);
        const broken = await this.parts.share.run(() => firstBreak(verification, piece));
        if (broken !== undefined) return broken;
      }
      this.done += links.length;
      if (verification.length - saved >= SAVED_AFTER) {
        saved = verification.length;
        this.current = progressAt(verification.end);
        await this.parts.save(this.current);
      }
    }
    return undefined;
  }
}

function firstBreak(verification: ChainVerification, links: readonly ChainedEvent[]): BrokenLink | undefined {
  for (const link of links) {
    const broken = verification.next(link);
    if (broken !== undefined) return broken;
  }
  return undefined;
}

/** The result for a chain that ends before its verified end. */
function cutOff({ length, outside }: StoredEnd): VerificationResult {
  const position = length + 1;
  const broken: BrokenLink =
    outside?.position === position
      ? { ...outside, reason: 'outside' }
      : { position, id: null, reason: 'missing' };
  return { from: position, events: length, broken };
}
