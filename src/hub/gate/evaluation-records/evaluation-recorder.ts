import { Injectable } from '@nestjs/common';
import { UnitOfWork } from '../../../storage/database/unit-of-work.js';
import { OrganizationEvents } from '../../notifications/outbound-webhooks/organization-events.js';
import { EvaluationsRepository, type EvaluationRecord } from './evaluations.repository.js';

// With names and versions of maximum length, the data fits into an event.
const MAX_NOTIFIED = 50;

/** Records evaluations, and notifies the organization of those that failed (hub contract 35). */
@Injectable()
export class EvaluationRecorder {
  constructor(
    private readonly evaluations: EvaluationsRepository,
    private readonly events: OrganizationEvents,
    private readonly uow: UnitOfWork,
  ) {}

  async record(evaluation: EvaluationRecord): Promise<void> {
    if (evaluation.passed) {
      await this.evaluations.insert(evaluation);
      return;
    }
    await this.uow.run(async () => {
      await this.evaluations.insert(evaluation);
      await this.events.add(evaluation.orgId, 'gate.failed', failure(evaluation));
    });
  }
}

/** The data of an event about an evaluation that failed. */
const failure = ({
  id,
  environment,
  tokenId,
  servers,
  denied,
  policiesApplied,
  items,
}: EvaluationRecord): object => ({
  evaluation_id: id,
  environment,
  token_id: tokenId,
  servers,
  denied,
  policies_applied: policiesApplied,
  denied_servers: items
    .filter(({ result }) => result === 'DENIED')
    .slice(0, MAX_NOTIFIED)
    .map(({ name, version, reason, policy }) => ({
      name,
      version,
      reason: reason ?? null,
      matched_policy: policy ?? null,
    })),
});
