import { randomUUID } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { LOGGER, type Logger } from '../../../common/logging/logger.js';
import { RepeatedFailures } from '../../../common/logging/repeated-failures.js';
import { Meters, type Counter } from '../../../common/operation/meters.js';
import { currentDate } from '../../../common/values/clock.js';
import { UnitOfWork } from '../../../storage/database/unit-of-work.js';
import { RETRY_MS } from './delivery-schedule.js';
import { OrganizationEventsRepository, type NewEvent } from './organization-events.repository.js';
import { EVENT_TYPES, TEST_EVENT, type EventType } from './outbound-values.js';

/** Most that the data of an event may have as JSON, in bytes. */
const MAX_DATA_BYTES = 262_144;

const retryUntil = (from: Date): Date => new Date(from.getTime() + RETRY_MS);

const DROPPED = { type: EVENT_TYPES } as const;

/**
 * What organizations are notified of. An event is written in the transaction of the change that it is about, so it
 * exists exactly if the change was committed (ADR 73).
 */
@Injectable()
export class OrganizationEvents {
  private readonly dropped: Counter<typeof DROPPED>;
  private readonly full: RepeatedFailures;
  private listener: () => void = () => undefined;

  constructor(
    private readonly uow: UnitOfWork,
    private readonly events: OrganizationEventsRepository,
    @Inject(LOGGER) logger: Logger,
    meters: Meters,
  ) {
    this.full = new RepeatedFailures(logger, {
      what: 'too many events wait for a webhook',
      then: 'further ones are dropped',
    });
    this.dropped = meters.counter(
      'outbound_events_dropped',
      'Events that were not sent to a webhook because too many wait for it',
      DROPPED,
    );
  }

  /** Calls `wake`, which must not throw, after this process has committed an event that is sent to a webhook. */
  onAdded(wake: () => void): void {
    this.listener = wake;
  }

  /** Whether a webhook of an organization asks for a type of events, so that their data is worth reading. */
  async isAskedFor(type: EventType, orgId: string | null): Promise<boolean> {
    return orgId !== null && (await this.askingFor(type, [orgId])).length > 0;
  }

  /** Which of these organizations have a webhook that asks for a type of events, sorted. */
  askingFor(type: EventType, orgIds: readonly string[]): Promise<string[]> {
    return this.events.askingFor(type, orgIds);
  }

  /**
   * Adds an event in the running transaction. Without a webhook that asks for it, nothing is stored.
   * @param data JSON without secrets; at most 256 KiB
   */
  async add(orgId: string, type: EventType, data: object): Promise<void> {
    const { added, dropped } = await this.events.insert(this.newEvent(orgId, type, data));
    this.uow.afterCommit(() => {
      if (dropped > 0) {
        this.dropped.add({ type }, dropped);
        this.full.failed({ orgId, type, webhooks: dropped }, orgId);
      } else if (added > 0) this.full.worked(orgId);
      if (added > 0) this.listener();
    });
  }

  /**
   * Adds an event that tests a webhook of the organization in the running transaction. Returns the id of its delivery;
   * undefined if too many wait for the webhook.
   */
  async addTest(orgId: string, webhookId: string): Promise<string | undefined> {
    const id = await this.events.insertFor(
      webhookId,
      this.newEvent(orgId, TEST_EVENT, { webhook_id: webhookId }),
    );
    if (id !== undefined) this.uow.afterCommit(() => this.listener());
    return id;
  }

  /** Has a delivery of a webhook sent again, with new attempts. False if there is no such delivery. */
  async sendAgain(webhookId: string, deliveryId: string): Promise<boolean> {
    const now = currentDate();
    const isThere = await this.events.sendAgain(webhookId, deliveryId, now, retryUntil(now));
    if (isThere) this.uow.afterCommit(() => this.listener());
    return isThere;
  }

  private newEvent(orgId: string, type: string, value: object): NewEvent {
    if (!this.uow.inTransaction) throw new Error('an event belongs to the transaction of a change');
    const data = JSON.stringify(value);
    if (Buffer.byteLength(data) > MAX_DATA_BYTES)
      throw new Error(`the data of an event ${type} is too large`);
    const at = currentDate();
    return { id: randomUUID(), orgId, type, data, at, retryUntil: retryUntil(at) };
  }
}
