import { createHash } from 'node:crypto';
import type { Ed25519PublicJwk } from '../../../common/values/ed25519.js';
import { isObject, type JsonObject } from '../../../common/values/json.js';
import { isUuid } from '../../../common/values/uuid.js';
import { auditEventIn } from '../../audit/events/audit-event-line.js';
import { checkpointIn, sealIn } from '../../audit/events/audit-statements.js';
import { signedStatement } from '../../platform/signing/statement.js';
import { AuditTrailVerification } from './audit-trail-verification.js';
import { Breaks, type ExportBreak } from './breaks.js';
import { EXPORT_FORMAT, EXPORT_PAYLOAD, MAX_LINE_BYTES, type ExportHeader } from './export-lines.js';
import { snapshotIn } from './snapshot-line.js';
import { SnapshotChainsVerification } from './snapshot-chains-verification.js';

/** A signed checkpoint that somebody has kept. */
export interface KeptCheckpoint {
  readonly source: string;
  /** The envelope, or what a file has in its place. */
  readonly envelope: unknown;
}

/** The result of a verification. */
export interface ExportReport {
  readonly valid: boolean;
  readonly organization_id: string | null;
  readonly generated_at: string | null;
  readonly lines: number;
  readonly snapshot_chains: number;
  readonly snapshots: number;
  readonly seals: number;
  readonly audit_events: number;
  /** Number of events of the chain, with sealed ones, and the hash of the last one. */
  readonly audit_length: number;
  readonly audit_head_hash: string;
  /** Number of events about analyses whose snapshots are in the export as they were recorded. */
  readonly analyses: number;
  /**
   * Snapshots that no event of the export names: their events are sealed, of the platform, or from after the start of the
   * export; or somebody has added the snapshots.
   */
  readonly snapshots_without_event: number;
  readonly checkpoints_checked: number;
  /** Checkpoints of sealed months, or from after the export. */
  readonly checkpoints_unchecked: number;
  readonly breaks: readonly ExportBreak[];
  /** Number of all breaks; `breaks` has the first hundred. */
  readonly break_count: number;
}

const ORDER = ['header', 'snapshot', 'seal', 'checkpoint', 'audit_event', 'end'];

const headerIn = (line: JsonObject): ExportHeader | undefined => {
  const { format, organization_id: id, generated_at: at, audit } = line;
  if (format !== EXPORT_FORMAT || !isUuid(id) || typeof at !== 'string' || !isObject(audit)) return undefined;
  const { chain_id: chainId, length, head_hash: head } = audit;
  const isChain =
    chainId === id &&
    Number.isSafeInteger(length) &&
    Number(length) >= 0 &&
    typeof head === 'string' &&
    /^[0-9a-f]{64}$/.test(head);
  return isChain ? (line as unknown as ExportHeader) : undefined;
};

/** Verifies an export line by line with the public keys alone (ADR 68): no network, no database, no configuration. */
export class ExportVerification {
  private readonly breaks = new Breaks();
  private readonly snapshots = new SnapshotChainsVerification(this.breaks);
  private readonly hash = createHash('sha256');
  private lines = 0;
  private header: ExportHeader | undefined;
  private trail: AuditTrailVerification | undefined;
  private step = 0;
  private storedCheckpoints = 0;
  private hasEnd = false;

  constructor(
    private readonly keys: readonly Ed25519PublicJwk[],
    private readonly kept: readonly KeptCheckpoint[] = [],
  ) {}

  /**
   * Reads the next line, without its line feed.
   * @param line undefined for one that is longer than `MAX_LINE_BYTES`
   */
  next(line: Buffer | undefined): void {
    this.lines += 1;
    this.breaks.line = this.lines;
    if (line === undefined || line.length > MAX_LINE_BYTES) {
      this.breaks.add('line', `it is longer than ${MAX_LINE_BYTES} bytes`);
      return;
    }
    const value = parsed(line);
    const type = value?.['type'];
    const step = ORDER.indexOf(String(type));
    if (value === undefined || step < 0) this.breaks.add('line', 'it is not a line of an export');
    else if (step < this.step || (step > 0 && this.header === undefined) || this.hasEnd) {
      this.breaks.add('line', 'it is at the wrong place');
    } else {
      this.step = step;
      this.read(String(type), value, line);
    }
    if (type !== 'end') this.hash.update(line).update('\n');
  }

  /** The result, after the last line. */
  finish(): ExportReport {
    this.breaks.line = null;
    if (this.header === undefined) this.breaks.add('header', 'it is missing');
    this.trail?.finish();
    if (!this.hasEnd) this.breaks.add('end', 'it is missing: the export is cut off, or not signed');
    const { events = 0, seals = 0, analyses = 0, checkpoints = 0, unchecked = 0 } = this.trail?.counts ?? {};
    const { chains, snapshots } = this.snapshots.counts;
    return {
      valid: this.breaks.total === 0,
      organization_id: this.header?.organization_id ?? null,
      generated_at: this.header?.generated_at ?? null,
      lines: this.lines,
      snapshot_chains: chains,
      snapshots,
      seals,
      audit_events: events,
      audit_length: this.trail?.end.length ?? 0,
      audit_head_hash: this.trail?.end.hash.toString('hex') ?? '',
      analyses,
      snapshots_without_event: snapshots - analyses,
      checkpoints_checked: checkpoints,
      checkpoints_unchecked: unchecked,
      breaks: this.breaks.list,
      break_count: this.breaks.total,
    };
  }

  private read(type: string, line: JsonObject, bytes: Buffer): void {
    if (type === 'header') this.readHeader(line);
    else if (type === 'snapshot') this.readSnapshot(line);
    else if (type === 'seal') this.trail?.seal(sealIn(line['envelope'], this.keys));
    else if (type === 'checkpoint') {
      this.storedCheckpoints += 1;
      const statement = checkpointIn(line['envelope'], this.keys);
      this.trail?.checkpoint(statement, `${this.storedCheckpoints} of the export`);
    } else if (type === 'audit_event') this.readEvent(line);
    else this.readEnd(line, bytes);
  }

  private readHeader(line: JsonObject): void {
    this.header = headerIn(line);
    // A second header is not one.
    this.step += 1;
    if (this.header === undefined) {
      this.breaks.add('header', 'it is not that of an export');
      return;
    }
    this.trail = new AuditTrailVerification(this.header, this.snapshots, this.breaks);
    for (const { source, envelope } of this.kept) {
      this.trail.checkpoint(checkpointIn(envelope, this.keys), source, null);
    }
  }

  private readSnapshot(line: JsonObject): void {
    const snapshot = snapshotIn(line);
    if (snapshot === undefined) this.breaks.add('line', 'it is not a snapshot');
    else this.snapshots.next(snapshot);
  }

  private readEvent(line: JsonObject): void {
    const chained = auditEventIn(line);
    if (chained === undefined) this.breaks.add('line', 'it is not an audit event');
    else this.trail?.event(chained);
  }

  private readEnd(line: JsonObject, bytes: Buffer): void {
    this.hasEnd = true;
    // The digest covers the lines before, so that nothing but the signed statement may be here.
    if (!isPlainEnd(line, bytes)) this.breaks.add('end', 'it has more than what was signed');
    const signed = signedStatement(line['envelope'], EXPORT_PAYLOAD, this.keys);
    if (signed === undefined) {
      this.breaks.add('end', 'it is not signed by one of the keys');
      return;
    }
    const { organization_id: id, generated_at: at, audit } = this.header ?? {};
    const expected = {
      organization_id: id,
      generated_at: at,
      lines: this.lines - 1,
      sha256: this.hash.copy().digest('hex'),
      snapshot_chains: this.snapshots.counts.chains,
    };
    for (const [name, value] of Object.entries(expected)) {
      if (signed[name] !== value) this.breaks.add('end', `${name} is not what was signed`);
    }
    const signedChain = isObject(signed['audit']) ? signed['audit'] : {};
    for (const name of ['chain_id', 'length', 'head_hash'] as const) {
      if (signedChain[name] !== audit?.[name]) this.breaks.add('end', `audit.${name} is not what was signed`);
    }
  }
}

/** Whether the last line has its envelope and nothing else, in the form in which exports are written. */
function isPlainEnd(line: JsonObject, bytes: Buffer): boolean {
  const { type, envelope } = line;
  const { payload, signatures } = isObject(envelope) ? envelope : {};
  // A second signature is one that nobody has checked, and its id of the key can be any text.
  if (!Array.isArray(signatures) || signatures.length > 1) return false;
  const plain = signatures.map((each: unknown) => {
    const { keyid, sig } = isObject(each) ? each : {};
    return { keyid, sig };
  });
  const fields = [Object.keys(line), Object.keys(Object(envelope) as object)].flat();
  const allowed = ['type', 'envelope', 'payloadType', 'payload', 'signatures'];
  return (
    fields.every((field) => allowed.includes(field)) &&
    JSON.stringify(plain).length === JSON.stringify(signatures).length &&
    [payload, ...plain.map(({ sig }) => sig)].every(isPlainBase64) &&
    // Doubled keys, which readers take differently, and anything between the values.
    bytes.toString() === JSON.stringify({ type, envelope })
  );
}

/** Whether a text is base64 alone: readers of base64 skip other characters. */
const isPlainBase64 = (value: unknown): boolean =>
  typeof value === 'string' && Buffer.from(value, 'base64').toString('base64') === value;

function parsed(line: Buffer): JsonObject | undefined {
  try {
    const value: unknown = JSON.parse(line.toString('utf8'));
    return isObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}
