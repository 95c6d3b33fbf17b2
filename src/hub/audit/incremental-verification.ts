import type { EventLoopShare } from '../../common/operation/event-loop-share.js';
import {
  BEFORE_FIRST,
  ChainVerification,
  isAsRecorded,
  type BrokenLink,
  type ChainedEvent,
  type ChainEnd,
  type PositionedEvent,
} from './chain-verification.js';

// Events in memory at a time.
const BATCH = 100;
// Hashed without a pause (ADR 37).
const PIECE = 10;
// Between two times that progress is saved.
const SAVED_AFTER = 1000;

/** How far a chain has been verified. */
export interface ChainProgress {
  /** The checkpoint: everything up to it has been verified. */
  readonly verified: ChainEnd;
  /** How far that part has been read again in the current pass. */
  readonly reread: ChainEnd;
  /** When the pass began. */
  readonly passStartedAt: Date | null;
  /** Everything up to the checkpoint was read at or after this moment. */
  readonly completeSince: Date | null;
}

/** Nothing of a chain has been verified. */
export const UNVERIFIED: ChainProgress = {
  verified: BEFORE_FIRST,
  reread: BEFORE_FIRST,
  passStartedAt: null,
  completeSince: null,
};

/** The end of a chain, with an event in a place that it does not have, if there is one. */
export interface StoredEnd extends ChainEnd {
  readonly outside: PositionedEvent | null;
}

/** What a check of a chain has found. */
export interface VerificationResult {
  /** From here on everything was read in this check. */
  readonly from: number;
  /** How many events from the first on are as they were recorded. */
  readonly events: number;
  readonly broken?: BrokenLink;
}

/** What a check works with. */
export interface VerificationParts {
  /** Events in the order of their positions, after one position and up to another, `count` at most. */
  readonly read: (after: number, upTo: number, count: number) => Promise<ChainedEvent[]>;
  /** Keeps the progress of a long check, now and then. */
  readonly save: (progress: ChainProgress) => Promise<void>;
  readonly share: EventLoopShare;
  /** Ends the check early. */
  readonly signal: AbortSignal;
  readonly now: () => Date;
}

/**
 * One check of a chain (ADR 37). It reads what has been added since the last checkpoint, and of what was verified before
 * the next part, so that passes over the old part follow each other. The cost depends on how much was added and how much
 * is to be read again, not on the length of the chain. A break that is found is found again by every later check until
 * it is mended, because neither the checkpoint nor the pass goes beyond it.
 */
export class IncrementalVerification {
  private done = 0;

  /** @param current how far the chain has been verified before; afterwards, how far it has been verified now */
  constructor(
    private readonly parts: VerificationParts,
    private current: ChainProgress,
  ) {}

  get progress(): ChainProgress {
    return this.current;
  }

  /** How many events this check has read. */
  get eventsRead(): number {
    return this.done;
  }

  /**
   * @param again how many events of the old part are read again, apart from as many as are new: thus a pass ends however
   * much is added meanwhile. Infinity begins a new pass and reads everything.
   * @throws the reason of the signal when it is aborted
   */
  async run(end: StoredEnd, again: number): Promise<VerificationResult> {
    const { verified } = this.current;
    if (end.length < verified.length) return cutOff(end);
    const from = this.beginPass(again === Infinity);
    const old = new ChainVerification(from);
    const upTo = Math.min(verified.length, from.length + again + end.length - verified.length);
    const broken = await this.walk(old, upTo, (reread) => ({ ...this.current, reread }));
    if (broken !== undefined) {
      this.current = { ...this.current, reread: old.end };
      return { from: from.length + 1, events: old.length, broken };
    }
    if (old.length < verified.length) return this.goOnFromCheckpoint(old.end, end);
    // The pass has come to the checkpoint, and goes on to the end of the chain.
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

  /** Where the pass goes on; at the beginning of the chain when it has come to the checkpoint. */
  private beginPass(anew: boolean): ChainEnd {
    const { verified, reread, passStartedAt } = this.current;
    if (!anew && passStartedAt !== null && reread.length < verified.length) return reread;
    this.current = { ...this.current, reread: BEFORE_FIRST, passStartedAt: this.parts.now() };
    return BEFORE_FIRST;
  }

  private async goOnFromCheckpoint(reread: ChainEnd, end: StoredEnd): Promise<VerificationResult> {
    this.current = { ...this.current, reread };
    const { verified } = this.current;
    const from = verified.length + 1;
    const broken = await this.checkpointBreak(verified);
    if (broken !== undefined) return { from, events: verified.length - 1, broken };
    return this.goOn(new ChainVerification(verified), end, from, (to) => ({ ...this.current, verified: to }));
  }

  /** What is wrong with the event at the checkpoint, whose hash is kept apart from it. */
  private async checkpointBreak({ length: position, hash }: ChainEnd): Promise<BrokenLink | undefined> {
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

/** Of a chain that ends before its checkpoint. */
function cutOff({ length, outside }: StoredEnd): VerificationResult {
  const position = length + 1;
  const broken: BrokenLink =
    outside?.position === position
      ? { ...outside, reason: 'outside' }
      : { position, id: null, reason: 'missing' };
  return { from: position, events: length, broken };
}
