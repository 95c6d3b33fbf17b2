import { Injectable } from '@nestjs/common';
import { unavailable } from '../../common/errors/api-error.js';
import { SingleFlight } from '../../common/operation/single-flight.js';
import { WorkSlots } from '../../common/operation/work-slots.js';
import type { AuditVerification } from './audit-events.dto.js';
import { ChainVerifier, type ChainReport } from './chain-verifier.service.js';

/** Chains of up to so many events are read whole by every check. */
export const REREAD_EVENTS = 1000;

const tooMany = (): Error => unavailable('too many audit trails are being verified; try again', 5);

/** Verifies chains of audit events for requests, which share a check when they come together (ADR 37). */
@Injectable()
export class AuditVerificationService {
  private readonly slots = new WorkSlots({ running: 2, waiting: 100 }, tooMany);
  // Apart, because one of a long chain takes its time.
  private readonly wholeSlots = new WorkSlots({ running: 1, waiting: 10 }, tooMany);

  private readonly flights = new SingleFlight<AuditVerification>((chainId, signal) =>
    this.slots.run(() => this.check(chainId, REREAD_EVENTS, signal), signal),
  );
  private readonly wholeFlights = new SingleFlight<AuditVerification>((chainId, signal) =>
    this.wholeSlots.run(() => this.check(chainId, Infinity, signal), signal),
  );

  constructor(private readonly checks: ChainVerifier) {}

  /**
   * Whether a chain is as it was recorded, up to where it ends now: what is added meanwhile is not looked at.
   * @param whole reads everything again, also what was verified before
   * @throws the reason of the signal when it is aborted; 503 when too many chains are being verified
   */
  verify(chainId: string, whole: boolean, signal: AbortSignal): Promise<AuditVerification> {
    return (whole ? this.wholeFlights : this.flights).run(chainId, signal);
  }

  private async check(chainId: string, again: number, signal: AbortSignal): Promise<AuditVerification> {
    return verificationOf(await this.checks.check(chainId, { again, signal }));
  }
}

function verificationOf({ from, events, broken, end, completeSince }: ChainReport): AuditVerification {
  if (broken === undefined) {
    return {
      valid: true,
      events,
      verified_from: from,
      ...(completeSince !== null && { complete_since: completeSince.toISOString() }),
      last_hash: end.hash.toString('hex'),
    };
  }
  const { position, id, reason } = broken;
  return {
    valid: false,
    events,
    verified_from: from,
    broken_at: { position, ...(id !== null && { id }), reason },
  };
}
