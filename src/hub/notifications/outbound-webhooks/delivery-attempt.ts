import { Inject, Injectable } from '@nestjs/common';
import { LOGGER, type Logger } from '../../../common/logging/logger.js';
import { RepeatedFailures } from '../../../common/logging/repeated-failures.js';
import { Meters, type Counter } from '../../../common/operation/meters.js';
import { DeliveryClock } from './delivery-clock.js';
import { DeliveryResults } from './delivery-results.js';
import type { ClaimedDelivery } from './outbound-deliveries.repository.js';
import { WebhookSender } from './webhook-sender.js';

const OUTCOMES = { outcome: ['delivered', 'failed', 'dead'] } as const;

/** One attempt of a delivery: sends it and records the result. */
@Injectable()
export class DeliveryAttempt {
  private readonly outcomes: Counter<typeof OUTCOMES>;
  private readonly unreached: RepeatedFailures;
  private readonly unrecorded: RepeatedFailures;

  constructor(
    private readonly sender: WebhookSender,
    private readonly results: DeliveryResults,
    private readonly clock: DeliveryClock,
    @Inject(LOGGER) logger: Logger,
    meters: Meters,
  ) {
    this.unreached = new RepeatedFailures(logger, { what: 'a webhook was not reached', level: 'info' });
    this.unrecorded = new RepeatedFailures(logger, {
      what: 'results of deliveries were not recorded',
      then: 'they are repeated',
    });
    this.outcomes = meters.counter(
      'outbound_deliveries',
      'Attempts to send an event to a webhook; dead are those after which it is not tried again',
      OUTCOMES,
    );
  }

  /**
   * Never rejects. If the result cannot be recorded, the delivery is sent again when its claim ends: it arrives at
   * least once.
   */
  async run(claimed: ClaimedDelivery, stopping: AbortSignal): Promise<void> {
    const { id: deliveryId, webhookId, attempt } = claimed;
    try {
      const result = await this.sender.send(claimed, this.clock.now(), stopping);
      const outcome = await this.results.record(claimed, result, this.clock.now());
      this.unrecorded.worked();
      if (outcome === undefined) return;
      this.outcomes.add({ outcome });
      const { status = null, error } = result.kind === 'failed' ? result : { error: undefined };
      if (outcome === 'delivered') this.unreached.worked(webhookId);
      else
        this.unreached.failed({ deliveryId, webhookId, attempt, status, reason: error, outcome }, webhookId);
    } catch (error) {
      this.unrecorded.failed({ err: error, deliveryId, webhookId });
    }
  }
}
