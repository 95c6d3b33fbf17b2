import { Injectable } from '@nestjs/common';
import { unavailable } from '../../../common/errors/api-error.js';
import { SingleFlight } from '../../../common/concurrency/single-flight.js';
import { WorkSlots } from '../../../common/concurrency/work-slots.js';
import type { AuditVerification } from './audit-events.dto.js';
import { ChainVerifier, type ChainReport } from './chain-verifier.service.js';

/** Maximum number of verified events that a request reads again: shorter chains are always read in full. */
export const REREAD_EVENTS = 1000;

const tooMany = (): Error => unavailable('too many audit trails are being verified; try again', 5);

/** Verifies audit chains for requests; concurrent requests for one chain share a check (ADR 37). */
@Injectable()
export class AuditVerificationService {
  private readonly slots = new WorkSlots({ running: 2, waiting: 100 }, tooMany);
  // Full verifications have slots of their own, because those of long chains take long.
  private readonly wholeSlots = new WorkSlots({ running: 1, waiting: 10 }, tooMany);

  private readonly flights = new SingleFlight<ChainReport>((chainId, signal) =>
    this.slots.run(() => this.check(chainId, REREAD_EVENTS, signal), signal),
  );
  private readonly wholeFlights = new SingleFlight<ChainReport>((chainId, signal) =>
    this.wholeSlots.run(() => this.check(chainId, Infinity, signal), signal),
  );

  constructor(private readonly checks: ChainVerifier) {}

  /**
   * Verifies a chain up to its current end; events appended during the verification are not included.
   * @param whole whether to read all events again, including verified ones
   * @throws the reason of the signal when it is aborted; 503 when too many chains are being verified
   */
  async verify(chainId: string, whole: boolean, signal: AbortSignal): Promise<AuditVerification> {
    return verificationOf(await (whole ? this.wholeFlights : this.flights).run(chainId, signal));
  }

  /** Like `verify`, without reading all events again, but with the end of the chain. */
  report(chainId: string, signal: AbortSignal): Promise<ChainReport> {
    return this.flights.run(chainId, signal);
  }

  private check(chainId: string, again: number, signal: AbortSignal): Promise<ChainReport> {
    return this.checks.check(chainId, { again, signal });
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
