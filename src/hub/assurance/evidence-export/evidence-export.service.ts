import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { currentDate } from '../../../common/values/clock.js';
import { AuditEventsReadModel } from '../../audit/events/audit-events.read-model.js';
import { auditEventLine } from '../../audit/events/audit-event-line.js';
import { AuditSealsRepository } from '../../audit/events/audit-seals.repository.js';
import { BEFORE_FIRST, type ChainEnd } from '../../audit/events/chain-verification.js';
import { AuditStatementsRepository } from '../../audit/checkpoints/audit-statements.repository.js';
import { HubSigner } from '../../platform/signing/hub-signer.js';
import { signStatement } from '../../platform/signing/statement.js';
import { CHAIN_WINDOW, SnapshotsReadModel } from '../../catalog/snapshots/snapshots.read-model.js';
import { ExportedSnapshotsReadModel } from './exported-snapshots.read-model.js';
import { EXPORT_FORMAT, EXPORT_PAYLOAD, type ExportHeader, type ExportStatement } from './export-lines.js';
import { snapshotLine } from './snapshot-line.js';

const EVENTS_AT_ONCE = 500;

/** Writes the evidence of an organization in a form that its readers verify without the hub (ADR 68). */
@Injectable()
export class EvidenceExportService {
  constructor(
    private readonly mcps: ExportedSnapshotsReadModel,
    private readonly snapshots: SnapshotsReadModel,
    private readonly events: AuditEventsReadModel,
    private readonly seals: AuditSealsRepository,
    private readonly checkpoints: AuditStatementsRepository,
    private readonly signer: HubSigner,
  ) {}

  /**
   * The lines of an export, in pieces of some lines: a header, the snapshots, seals, checkpoints, the audit events up to
   * those at the start, and the signed end. One batch is in memory at a time, and no transaction is open.
   * @throws when events are sealed meanwhile; the reason of the signal when it is aborted
   */
  async *lines(orgId: string, signal: AbortSignal): AsyncGenerator<string> {
    const hash = createHash('sha256');
    let lines = 0;
    let snapshotChains = 0;
    const written = (values: readonly object[]): string => {
      const text = values.map((value) => `${JSON.stringify(value)}\n`).join('');
      hash.update(text);
      lines += values.length;
      return text;
    };
    // Before the end, so that no event between them is left out.
    const start = await this.seals.startOf(orgId);
    const end: ChainEnd = (await this.events.endOf(orgId)) ?? BEFORE_FIRST;
    const header: ExportHeader = {
      type: 'header',
      format: EXPORT_FORMAT,
      organization_id: orgId,
      generated_at: currentDate().toISOString(),
      audit: { chain_id: orgId, length: end.length, head_hash: end.hash.toString('hex') },
    };
    yield written([header]);
    for await (const mcpId of this.mcpsOf(orgId)) {
      snapshotChains += 1;
      for await (const snapshots of this.chainOf(orgId, mcpId, signal)) yield written(snapshots);
    }
    for await (const proofs of this.proofs(orgId, start, end)) yield written(proofs);
    for await (const events of this.eventsOf(orgId, { start, end }, signal)) yield written(events);
    const statement: ExportStatement = {
      organization_id: header.organization_id,
      generated_at: header.generated_at,
      lines,
      sha256: hash.digest('hex'),
      audit: header.audit,
      snapshot_chains: snapshotChains,
    };
    const envelope = signStatement(this.signer, EXPORT_PAYLOAD, statement);
    yield `${JSON.stringify({ type: 'end', envelope })}\n`;
  }

  private async *mcpsOf(orgId: string): AsyncGenerator<string> {
    let mcps = await this.mcps.mcpsAfter(orgId, null);
    for (let last = mcps.at(-1); last !== undefined; last = mcps.at(-1)) {
      yield* mcps;
      mcps = await this.mcps.mcpsAfter(orgId, last);
    }
  }

  private async *chainOf(orgId: string, mcpId: string, signal: AbortSignal): AsyncGenerator<object[]> {
    let window = await this.snapshots.chainAfter(mcpId, 0, orgId);
    for (let last = window.at(-1); last !== undefined; last = window.at(-1)) {
      signal.throwIfAborted();
      yield window.map(snapshotLine);
      // Most chains are short, and there are thousands.
      if (window.length < CHAIN_WINDOW) return;
      window = await this.snapshots.chainAfter(mcpId, last.position, orgId);
    }
  }

  private async *proofs(chainId: string, start: ChainEnd, { length }: ChainEnd): AsyncGenerator<object[]> {
    let seals = await this.seals.after(chainId, 0);
    for (let last = seals.at(-1); last !== undefined; last = seals.at(-1)) {
      const before = seals.filter(({ lastPosition }) => lastPosition <= start.length);
      yield before.map(({ envelope }) => ({ type: 'seal', envelope }));
      seals = await this.seals.after(chainId, last.ordinal);
    }
    let checkpoints = await this.checkpoints.between(chainId, 0, length);
    for (let last = checkpoints.at(-1); last !== undefined; last = checkpoints.at(-1)) {
      yield checkpoints.map(({ envelope }) => ({ type: 'checkpoint', envelope }));
      checkpoints = await this.checkpoints.between(chainId, last.length, length);
    }
  }

  private async *eventsOf(
    chainId: string,
    { start, end }: Readonly<Record<'start' | 'end', ChainEnd>>,
    signal: AbortSignal,
  ): AsyncGenerator<object[]> {
    let after = start.length;
    while (after < end.length) {
      signal.throwIfAborted();
      const events = await this.events.linksOf(chainId, after, end.length, EVENTS_AT_ONCE);
      // Any other gap is exported as it is found.
      const isGap = events[0]?.event.position !== after + 1;
      if (isGap && (await this.seals.startOf(chainId)).length > start.length) {
        throw new Error('events were sealed during the export');
      }
      yield events.map(auditEventLine);
      const last = events.at(-1);
      if (last === undefined) return;
      after = last.event.position;
    }
  }
}
