import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { Injectable } from '@nestjs/common';
import { EventLoopShare } from '../../../common/operation/event-loop-share.js';
import { hexOf, type Sha256Digest } from '../../../common/values/sha256-digest.js';
import { currentDate } from '../../../common/values/clock.js';
import { UnitOfWork } from '../../../storage/database/unit-of-work.js';
import { systemActor } from '../../audit/events/actor.js';
import { AuditService } from '../../audit/events/audit.service.js';
import { HubObjects } from '../../platform/objects/hub-objects.js';
import { HubSigner } from '../../platform/signing/hub-signer.js';
import { signStatement } from '../../platform/signing/statement.js';
import {
  EvaluationSealsRepository,
  type EvaluationPosition,
  type SealableEvaluation,
} from './evaluation-seals.repository.js';
import { endOfMonth, monthOf } from './months.js';

/** The media type of a seal of evaluations. */
export const EVALUATION_SEAL_PAYLOAD = 'application/vnd.mcp-hub.evaluation-seal+json';

const ACTOR = systemActor('retention');

const BATCH = 50;
// A longer month is sealed in parts, each in one transaction.
const MAX_RECORDS = 10_000;
const MAX_BYTES = 128 * 1024 * 1024;

/** Evaluations that follow each other within a month. */
interface Part {
  readonly month: string;
  readonly count: number;
  readonly last: EvaluationPosition;
  readonly digest: Sha256Digest;
}

/**
 * Seals old months of recorded evaluations (ADR 68): stores them as an object, and replaces the rows by a signed seal that
 * names it, in one transaction. Two servers can do it at the same time.
 */
@Injectable()
export class EvaluationSealer {
  private readonly share = new EventLoopShare();

  constructor(
    private readonly uow: UnitOfWork,
    private readonly seals: EvaluationSealsRepository,
    private readonly objects: HubObjects,
    private readonly signer: HubSigner,
    private readonly audit: AuditService,
  ) {}

  /**
   * Seals all months of an organization that ended at `before` or earlier.
   * @throws the reason of the signal when it is aborted
   */
  async sealOld(orgId: string, before: Date, signal: AbortSignal): Promise<void> {
    for (;;) {
      const ordinal = (await this.seals.lastOrdinal(orgId)) + 1;
      const part = await this.part(orgId, before, signal);
      if (part === undefined) return;
      const lines = Readable.from(this.lines(orgId, part, signal), { objectMode: false });
      const { key } = await this.objects.put(orgId, 'audit', lines, { digest: part.digest, signal });
      await this.record(orgId, ordinal, part, key);
    }
  }

  private record(orgId: string, ordinal: number, part: Part, recordsKey: string): Promise<void> {
    const { month, count, last, digest } = part;
    const sealedAt = currentDate();
    const statement = {
      organization_id: orgId,
      ordinal,
      month,
      count,
      last_evaluation: last.id,
      evaluations_sha256: hexOf(digest),
      sealed_at: sealedAt.toISOString(),
    };
    const envelope = signStatement(this.signer, EVALUATION_SEAL_PAYLOAD, statement);
    return this.uow.run(async () => {
      await this.objects.reference([recordsKey]);
      // Another server was first; the next round finds out what is left.
      if (
        !(await this.seals.insert({ orgId, ordinal, month, records: count, recordsKey, envelope, sealedAt }))
      )
        return;
      const deleted = await this.seals.deleteUpTo(orgId, last);
      if (deleted !== count)
        throw new Error(`${deleted} evaluations of ${orgId} instead of ${count} were left`);
      await this.audit.record({
        orgId,
        actor: ACTOR,
        action: 'evaluation.sealed',
        resourceId: null,
        details: { month, evaluations: count, evaluations_sha256: digest },
      });
    });
  }

  /** The oldest month, or its first part. */
  private async part(orgId: string, before: Date, signal: AbortSignal): Promise<Part | undefined> {
    const [first] = await this.seals.next(orgId, null, before, 1);
    if (first === undefined) return undefined;
    const end = endOfMonth(monthOf(first.createdAt));
    const hash = createHash('sha256');
    let [count, bytes] = [0, 0];
    let last: EvaluationPosition | null = null;
    for (;;) {
      signal.throwIfAborted();
      const limit = Math.min(BATCH, MAX_RECORDS - count);
      const next: SealableEvaluation[] =
        limit > 0 && bytes < MAX_BYTES ? await this.seals.next(orgId, last, end, limit) : [];
      if (next.length === 0) break;
      for (const evaluation of next) {
        const line = `${evaluation.line}\n`;
        await this.share.run(() => hash.update(line));
        bytes += Buffer.byteLength(line);
        count += 1;
        last = evaluation;
      }
    }
    if (last === null) return undefined;
    const digest = `sha256:${hash.digest('hex')}` as Sha256Digest;
    return { month: monthOf(first.createdAt), count, last, digest };
  }

  private async *lines(orgId: string, part: Part, signal: AbortSignal): AsyncGenerator<string> {
    let last: EvaluationPosition | null = null;
    for (let left = part.count; left > 0;) {
      signal.throwIfAborted();
      const next: SealableEvaluation[] = await this.seals.next(
        orgId,
        last,
        endOfMonth(part.month),
        Math.min(BATCH, left),
      );
      // Another server has sealed them; the digest does not match, and nothing is stored.
      if (next.length === 0) return;
      for (const { line } of next) yield `${line}\n`;
      left -= next.length;
      last = next.at(-1) ?? null;
    }
  }
}
