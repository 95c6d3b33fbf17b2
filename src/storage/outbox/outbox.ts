import { Inject, Injectable } from '@nestjs/common';
import type { JsonObject } from '../../common/values/json.js';
import { LOGGER, type Logger } from '../../common/logging/logger.js';
import { RepeatedFailures } from '../../common/logging/repeated-failures.js';
import { UnitOfWork } from '../database/unit-of-work.js';
import { MAX_PAYLOAD_BYTES } from './outbox-message.entity.js';
import { OutboxRepository } from './outbox.repository.js';
import type { Topic } from './topics.js';

/** Handles a message in the transaction that removes it; may run again after a failure. */
export type MessageHandler = (payload: JsonObject) => Promise<void>;

/** Thrown by a handler whose message waits for something; that is no failure. */
export class WaitingMessageError extends Error {}

/**
 * Messages from one part of the system to another, written in the transaction of the change that they are about
 * (ADR 56). So a message exists exactly if its change was committed, and is handled exactly once.
 */
@Injectable()
export class Outbox {
  private readonly failures: RepeatedFailures;
  private readonly listeners = new Map<string, () => void>();

  constructor(
    private readonly uow: UnitOfWork,
    private readonly messages: OutboxRepository,
    @Inject(LOGGER) logger: Logger,
  ) {
    this.failures = new RepeatedFailures(logger, {
      what: 'messages were not handled',
      then: 'they are tried again',
      level: 'error',
    });
  }

  /**
   * Adds a message in the running transaction. Messages of a topic with the same key are handled in the order in which
   * they were added, if the transactions that add them exclude each other.
   * @param payload at most 16 KiB as JSON
   */
  async add(topic: string, key: string, payload: JsonObject): Promise<void> {
    if (!this.uow.inTransaction) throw new Error('a message belongs to the transaction of a change');
    const text = JSON.stringify(payload);
    if (Buffer.byteLength(text) > MAX_PAYLOAD_BYTES) throw new Error(`the message to ${topic} is too large`);
    await this.messages.insert(topic, key, text);
    this.uow.afterCommit(() => this.listeners.get(topic)?.());
  }

  /** Calls `wake`, which must not throw, after this process has committed a message of the topic. */
  onAdded(topic: Topic, wake: () => void): void {
    this.listeners.set(topic, wake);
  }

  /**
   * Handles the messages of a topic that are due, each in a transaction of its own, and returns their number. A message
   * whose handler fails is logged and tried again later, indefinitely.
   */
  async handle(topic: string, handler: MessageHandler, signal: AbortSignal): Promise<number> {
    let count = 0;
    while (!signal.aborted) {
      const outcome = await this.handleNext(topic, handler);
      if (outcome === 'none') break;
      if (outcome === 'handled') count += 1;
    }
    return count;
  }

  private async handleNext(
    topic: string,
    handler: MessageHandler,
  ): Promise<'handled' | 'failed' | 'waiting' | 'none'> {
    let id: string | undefined;
    try {
      const outcome = await this.uow.run(async () => {
        id = undefined;
        const message = await this.messages.take(topic);
        if (message === undefined) return 'none';
        id = message.id;
        await handler(message.payload);
        await this.messages.delete(id);
        return 'handled';
      });
      if (id !== undefined) this.failures.worked(topic, id);
      return outcome;
    } catch (error) {
      if (id === undefined) throw error;
      if (error instanceof WaitingMessageError) {
        await this.messages.defer(id);
        return 'waiting';
      }
      const attempts = await this.messages.postpone(id);
      this.failures.failed({ err: error, topic, message: id, attempts }, topic, id);
      return 'failed';
    }
  }
}
