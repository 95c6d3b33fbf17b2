import type { AuditEvent } from '../../audit/events/audit-event.js';
import {
  BEFORE_FIRST,
  ChainVerification,
  type ChainedEvent,
  type ChainEnd,
} from '../../audit/events/chain-verification.js';
import type { CheckpointStatement, SealStatement } from '../../audit/events/audit-statements.js';
import type { Breaks } from './breaks.js';
import type { ExportHeader } from './export-lines.js';
import type { SnapshotChainsVerification } from './snapshot-chains-verification.js';

/** A checkpoint with where it comes from. */
export interface NamedCheckpoint {
  readonly statement: CheckpointStatement;
  /** Such as the name of a file. */
  readonly source: string;
}

// Thousands of years of daily checkpoints.
const MAX_CHECKPOINTS = 1_000_000;

/** Verifies seals, checkpoints and audit events of an export against each other. */
export class AuditTrailVerification {
  readonly counts = { events: 0, seals: 0, analyses: 0, checkpoints: 0, unchecked: 0 };
  private start: ChainEnd = BEFORE_FIRST;
  private readonly sealed = new Map<number, string>();
  private readonly checkpoints = new Map<number, NamedCheckpoint[]>();
  private chain: ChainVerification | undefined;
  private isBroken = false;

  constructor(
    private readonly header: ExportHeader,
    private readonly snapshots: SnapshotChainsVerification,
    private readonly breaks: Breaks,
  ) {}

  /** The end of the verified part of the chain. */
  get end(): ChainEnd {
    return this.chain?.end ?? this.start;
  }

  /** Where the events of the export start: before the first one. */
  get sealedLength(): number {
    return this.start.length;
  }

  /** Verifies the next seal; undefined for one that is not signed. */
  seal(seal: SealStatement | undefined): void {
    this.counts.seals += 1;
    const where = `seal ${this.counts.seals}`;
    const reason = seal === undefined ? 'it is not signed by one of the keys' : this.sealBreak(seal);
    if (reason !== undefined || seal === undefined) {
      this.breaks.add(where, reason ?? '');
      return;
    }
    this.start = { length: seal.last_position, hash: Buffer.from(seal.last_hash, 'hex') };
    this.sealed.set(seal.last_position, seal.last_hash);
  }

  private sealBreak(seal: SealStatement): string | undefined {
    if (seal.chain_id !== this.header.audit.chain_id) return 'it is of another chain';
    const follows =
      seal.ordinal === this.counts.seals &&
      seal.first_position === this.start.length + 1 &&
      seal.last_position === this.start.length + seal.count &&
      seal.previous_hash === this.start.hash.toString('hex');
    return follows ? undefined : 'it does not follow the one before';
  }

  /** Adds a checkpoint to compare with; undefined for one that is not signed. */
  checkpoint(statement: CheckpointStatement | undefined, source: string, line?: null): void {
    const where = `checkpoint ${source}`;
    const reason = this.checkpointBreak(statement);
    if (statement === undefined || reason !== undefined) {
      this.breaks.add(where, reason ?? '', line);
      return;
    }
    const others = this.checkpoints.get(statement.length) ?? [];
    this.checkpoints.set(statement.length, [...others, { statement, source }]);
  }

  private checkpointBreak(statement: CheckpointStatement | undefined): string | undefined {
    if (statement === undefined) return 'it is not signed by one of the keys';
    if (statement.chain_id !== this.header.audit.chain_id) return 'it is of another chain';
    if (this.checkpoints.size >= MAX_CHECKPOINTS) return 'there are too many';
    if (statement.consistent) return undefined;
    const { position, reason } = statement.broken_at ?? { position: 0, reason: 'unknown' };
    return `the hub has signed that the chain was broken at position ${position} (${reason})`;
  }

  /** Verifies the next event. */
  event(chained: ChainedEvent): void {
    this.counts.events += 1;
    const { event, hash } = chained;
    this.compare(event.position, hash.toString('hex'));
    if (this.isBroken) return;
    this.chain ??= new ChainVerification(this.start);
    const broken = this.chain.next(chained);
    if (broken !== undefined) this.break(broken.position, broken.reason);
    else if (event.action === 'mcp.analyzed') this.analysis(event);
  }

  /** Verifies that the chain ends where the export says, and that it reaches all checkpoints. */
  finish(): void {
    this.breaks.line = null;
    const { audit, generated_at: generatedAt } = this.header;
    const end = { length: audit.length, hash: Buffer.from(audit.head_hash, 'hex') };
    const broken = (this.chain ?? new ChainVerification(this.start)).finish(end, null);
    if (broken !== undefined && !this.isBroken) this.break(broken.position, broken.reason);
    for (const [position, hash] of this.sealed) this.compare(position, hash);
    for (const [length, checkpoints] of this.checkpoints) {
      for (const { statement, source } of checkpoints) {
        // Of a state after the export, or within a sealed month.
        if (length <= this.start.length || statement.signed_at > generatedAt) this.counts.unchecked += 1;
        else if (length === 0) this.counts.checkpoints += 1;
        else if (length > audit.length) {
          this.breaks.add(
            `checkpoint ${source}`,
            `the chain ends at ${audit.length}, before its ${length} events`,
          );
        } else this.breaks.add(`checkpoint ${source}`, `the event at its position ${length} is missing`);
      }
    }
  }

  /** Compares the event at a position with the checkpoints there, which are then done. */
  private compare(position: number, hash: string): void {
    for (const { statement, source } of this.checkpoints.get(position) ?? []) {
      this.counts.checkpoints += 1;
      if (statement.head_hash === hash) continue;
      this.breaks.add(
        `checkpoint ${source}`,
        `audit event ${position} is another one than when it was signed`,
      );
    }
    this.checkpoints.delete(position);
  }

  private analysis({ position, resourceId, details }: AuditEvent): void {
    const named = { id: String(details['snapshot_id']), hash: String(details['snapshot_hash']) };
    if (this.snapshots.has(resourceId, details['position'], named)) this.counts.analyses += 1;
    else this.breaks.add(`audit event ${position}`, `the export lacks snapshot ${named.id}, which it names`);
  }

  private break(position: number, reason: string): void {
    this.isBroken = true;
    this.breaks.add(`audit event ${position}`, reason);
  }
}
