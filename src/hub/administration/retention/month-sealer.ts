import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { Injectable } from '@nestjs/common';
import { EventLoopShare } from '../../../common/operation/event-loop-share.js';
import type { Sha256Digest } from '../../../common/values/sha256-digest.js';
import { UnitOfWork } from '../../../storage/database/unit-of-work.js';
import { systemActor } from '../../audit/events/actor.js';
import { auditEventLine } from '../../audit/events/audit-event-line.js';
import { AuditEventsReadModel } from '../../audit/events/audit-events.read-model.js';
import { AuditSealsRepository, type StoredSeal } from '../../audit/events/audit-seals.repository.js';
import { AuditService } from '../../audit/events/audit.service.js';
import {
  BEFORE_FIRST,
  ChainVerification,
  type ChainedEvent,
  type ChainEnd,
} from '../../audit/events/chain-verification.js';
import { HubObjects } from '../../platform/objects/hub-objects.js';
import { endOfMonth, monthOf } from './months.js';
import { SealProofs, UnsealableChainError, type SealedRange } from './seal-proofs.js';

const ACTOR = systemActor('retention');

const BATCH = 500;
// Of events hashed without yielding to the event loop.
const PIECE = 10;
// A longer month is sealed in parts.
const MAX_EVENTS = 200_000;
const MAX_BYTES = 256 * 1024 * 1024;
const DROPPED_AT_ONCE = 1000;

/** What of a chain may be sealed. */
interface SealingBounds {
  /** Months that ended at this time or earlier. */
  readonly before: Date;
  /** The last position. */
  readonly length: number;
}

const lineOf = (event: ChainedEvent): string => `${JSON.stringify(auditEventLine(event))}\n`;

/**
 * Seals old months of audit chains (ADR 68): stores their events as an object, then a signed seal that names it, and
 * only then deletes the rows. Each step can be repeated after a crash, and two servers can do it at the same time.
 */
@Injectable()
export class MonthSealer {
  private readonly share = new EventLoopShare();

  constructor(
    private readonly uow: UnitOfWork,
    private readonly events: AuditEventsReadModel,
    private readonly seals: AuditSealsRepository,
    private readonly proofs: SealProofs,
    private readonly objects: HubObjects,
    private readonly audit: AuditService,
  ) {}

  /**
   * Seals all months of an organization's chain that ended at `before` or earlier, and deletes their events.
   * @throws UnsealableChainError; the reason of the signal when it is aborted
   */
  async sealOld(orgId: string, before: Date, signal: AbortSignal): Promise<void> {
    const checkpoint = await this.proofs.newestCheckpoint(orgId);
    // What is appended meanwhile, such as the events about the seals, is not old.
    const { length } = (await this.events.endOf(orgId)) ?? BEFORE_FIRST;
    if (checkpoint !== undefined) await this.proofs.requireContinued(checkpoint, length);
    while (await this.sealNext(orgId, { before, length }, signal)) await this.drop(orgId, signal);
  }

  /** Seals the oldest month, or its first part; returns whether there was one. */
  private async sealNext(orgId: string, bounds: SealingBounds, signal: AbortSignal): Promise<boolean> {
    const previous = await this.seals.newest(orgId);
    try {
      return await this.sealAfter(previous, orgId, bounds, signal);
    } catch (error) {
      // Another server has sealed these events, and deletes them.
      const newest = await this.seals.newest(orgId);
      if (newest !== undefined && newest.ordinal !== previous?.ordinal) return true;
      throw error;
    }
  }

  private async sealAfter(
    previous: StoredSeal | undefined,
    orgId: string,
    bounds: SealingBounds,
    signal: AbortSignal,
  ): Promise<boolean> {
    if (previous !== undefined && this.seals.genuine(previous) === undefined) {
      throw new UnsealableChainError(`the hub has not signed the newest seal of chain ${orgId}`);
    }
    const start: ChainEnd =
      previous === undefined ? BEFORE_FIRST : { length: previous.lastPosition, hash: previous.lastHash };
    const range = await this.range(orgId, start, bounds, signal);
    if (range === undefined) return false;
    await this.proofs.requireAgreement(orgId, range);
    const lines = Readable.from(this.lines(orgId, range, signal), { objectMode: false });
    const { key } = await this.objects.put(orgId, 'audit', lines, { digest: range.digest, signal });
    await this.record(this.proofs.seal(orgId, (previous?.ordinal ?? 0) + 1, range, key), range);
    return true;
  }

  private record(seal: StoredSeal, { digest }: SealedRange): Promise<void> {
    return this.uow.run(async () => {
      await this.objects.reference([seal.eventsKey]);
      // Another server was first, with the same events.
      if (!(await this.seals.insert(seal))) return;
      await this.audit.record({
        orgId: seal.chainId,
        actor: ACTOR,
        action: 'audit.sealed',
        resourceId: null,
        details: {
          month: seal.month,
          first_position: seal.firstPosition,
          last_position: seal.lastPosition,
          events_sha256: digest,
        },
      });
    });
  }

  /**
   * Deletes the events that the seals of a chain cover, once their objects have been read and compared.
   * @throws UnsealableChainError when an object is not what was sealed; the reason of the signal when it is aborted
   */
  async drop(chainId: string, signal: AbortSignal): Promise<void> {
    let seals = await this.seals.after(chainId, 0);
    for (let last = seals.at(-1); last !== undefined; last = seals.at(-1)) {
      for (const seal of seals) {
        if (await this.seals.hasEvents(seal)) await this.dropSealed(seal, signal);
      }
      seals = await this.seals.after(chainId, last.ordinal);
    }
  }

  private async dropSealed(seal: StoredSeal, signal: AbortSignal): Promise<void> {
    await this.proofs.requireStored(seal);
    let dropped: number;
    do {
      signal.throwIfAborted();
      dropped = await this.seals.dropEvents(seal, DROPPED_AT_ONCE);
    } while (dropped > 0);
  }

  /** The oldest month, or its first part, whose events are verified on the way. */
  private async range(
    chainId: string,
    start: ChainEnd,
    { before, length }: SealingBounds,
    signal: AbortSignal,
  ): Promise<SealedRange | undefined> {
    const [first] = await this.events.linksOf(chainId, start.length, length, 1);
    if (first === undefined) return undefined;
    const month = monthOf(first.event.occurredAt);
    const end = endOfMonth(month);
    if (end > before) return undefined;
    const check = new ChainVerification(start);
    const hash = createHash('sha256');
    let bytes = 0;
    /** Whether the month goes on after these events. */
    const add = (links: readonly ChainedEvent[]): boolean =>
      links.every((link) => {
        const isFull = check.length - start.length >= MAX_EVENTS || bytes >= MAX_BYTES;
        if (isFull || link.event.occurredAt >= end) return false;
        const broken = check.next(link);
        if (broken !== undefined) {
          throw new UnsealableChainError(
            `chain ${chainId} is ${broken.reason} at position ${broken.position}`,
          );
        }
        const line = lineOf(link);
        bytes += Buffer.byteLength(line);
        hash.update(line);
        return true;
      });
    for (let goesOn = true; goesOn;) {
      signal.throwIfAborted();
      const links = await this.events.linksOf(chainId, check.length, length, BATCH);
      goesOn = links.length > 0;
      for (let piece = 0; goesOn && piece < links.length; piece += PIECE) {
        goesOn = await this.share.run(() => add(links.slice(piece, piece + PIECE)));
      }
    }
    return { month, start, end: check.end, digest: `sha256:${hash.digest('hex')}` as Sha256Digest };
  }

  private async *lines(
    chainId: string,
    { start, end }: SealedRange,
    signal: AbortSignal,
  ): AsyncGenerator<string> {
    for (let after = start.length; after < end.length;) {
      signal.throwIfAborted();
      const links = await this.events.linksOf(chainId, after, end.length, BATCH);
      const last = links.at(-1);
      // Another server has sealed and deleted them; the digest does not match, and nothing is stored.
      if (last === undefined) return;
      yield links.map(lineOf).join('');
      after = last.event.position;
    }
  }
}
