import { Injectable } from '@nestjs/common';
import { UnitOfWork } from '../../../storage/database/unit-of-work.js';
import { systemActor } from '../../audit/events/actor.js';
import { AuditService } from '../../audit/events/audit.service.js';
import { delayAfter, pauseAfter, RETRY_MS } from './delivery-schedule.js';
import { OutboundDeliveriesRepository, type ClaimedDelivery } from './outbound-deliveries.repository.js';
import type { DisabledReason } from './outbound-values.js';
import { OutboundWebhooksRepository } from './outbound-webhooks.repository.js';
import type { SendResult } from './webhook-sender.js';

type Failed = Extract<SendResult, { kind: 'failed' }>;

const GONE = 410;

/** What deliveries record in the audit trail. */
const ACTOR = systemActor('webhooks');

/** Records what became of attempts, and disables webhooks that do not work. */
@Injectable()
export class DeliveryResults {
  constructor(
    private readonly uow: UnitOfWork,
    private readonly deliveries: OutboundDeliveriesRepository,
    private readonly webhooks: OutboundWebhooksRepository,
    private readonly audit: AuditService,
  ) {}

  /** What became of the delivery; undefined if the attempt does not count. */
  async record(
    claimed: ClaimedDelivery,
    result: SendResult,
    now: Date,
  ): Promise<'delivered' | 'failed' | 'dead' | undefined> {
    switch (result.kind) {
      case 'delivered':
        return this.succeed(claimed, result.status, now);
      case 'interrupted':
        await this.deliveries.release(claimed);
        return undefined;
      case 'failed':
        return this.fail(claimed, result, now);
    }
  }

  /** Every change locks the webhook before its deliveries. */
  private succeed(claimed: ClaimedDelivery, status: number, now: Date): Promise<'delivered' | undefined> {
    return this.uow.run(async () => {
      if ((await this.deliveries.lockWebhook(claimed.webhookId)) === undefined) return undefined;
      if (!(await this.deliveries.succeed(claimed, status, now))) return undefined;
      await this.deliveries.recover(claimed.webhookId, now);
      return 'delivered';
    });
  }

  private fail(claimed: ClaimedDelivery, result: Failed, now: Date): Promise<'failed' | 'dead' | undefined> {
    const next = result.status === GONE ? undefined : nextAttempt(claimed, now);
    return this.uow.run(async () => {
      const webhook = await this.deliveries.lockWebhook(claimed.webhookId);
      if (webhook === undefined || !(await this.deliveries.fail(claimed, result, next))) return undefined;
      if (result.isOutage) {
        const outages = webhook.outages + 1;
        await this.deliveries.pause(
          claimed.webhookId,
          outages,
          new Date(now.getTime() + pauseAfter(outages)),
        );
      }
      if (next !== undefined) return 'failed';
      const since = claimed.retryUntil.getTime() - RETRY_MS;
      const isFailing = (webhook.lastSuccessAt?.getTime() ?? 0) < since;
      if (result.status === GONE) await this.disable(claimed, 'gone', now);
      else if (isFailing) await this.disable(claimed, 'failing', now);
      return 'dead';
    });
  }

  private async disable(
    { webhookId, orgId, url }: ClaimedDelivery,
    reason: DisabledReason,
    now: Date,
  ): Promise<void> {
    if (!(await this.webhooks.disable(webhookId, reason, now))) return;
    const details = { reason, origin: new URL(url).origin };
    await this.audit.record({
      orgId,
      actor: ACTOR,
      action: 'webhook.disabled',
      resourceId: webhookId,
      details,
    });
  }
}

/** When the next attempt follows, the last one when the time is over; undefined after that. */
function nextAttempt({ attempt, retryUntil }: ClaimedDelivery, now: Date): Date | undefined {
  if (now >= retryUntil) return undefined;
  return new Date(Math.min(now.getTime() + delayAfter(attempt, Math.random()), retryUntil.getTime()));
}
