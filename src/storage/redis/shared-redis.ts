import type { OnApplicationShutdown } from '@nestjs/common';
import type { Redis } from 'ioredis';
import { asError } from '../../common/errors/as-error.js';
import type { Logger } from '../../common/logging/logger.js';
import type { Metrics } from '../../common/operation/metrics.js';
import type { RedisUse } from './redis-connection.js';

/** How long a request waits for Redis. Afterwards no other does, until Redis is there again. */
const PATIENCE_MS = 250;

/**
 * The Redis that the servers of an installation share, with a connection for each use. None is opened before somebody
 * needs it: a command has none. The log says once that Redis is away, and once that it is back, whichever connection
 * notices, and without the URL, which may hold a password.
 */
export class SharedRedis implements OnApplicationShutdown {
  private readonly connections: Redis[] = [];
  private readonly away = new Set<Redis>();
  private requests: RequestConnection | undefined;

  /** @param prefix of all keys */
  constructor(
    private readonly open: (use: RedisUse) => Redis,
    readonly prefix: string,
    private readonly logger: Logger,
    metrics: Metrics,
  ) {
    metrics.observe('redis_connected', 'Whether Redis can be reached', () => Number(this.isReady()));
  }

  /** A connection of the caller's own, who also closes it. */
  connect(use: RedisUse): Redis {
    const connection = this.open(use);
    this.connections.push(connection);
    connection.on('error', (error: Error & { code?: string }) => {
      this.lost(connection, error.code ?? error.message);
    });
    connection.on('ready', () => this.found(connection));
    return connection;
  }

  /** The answer to a command of a request; undefined when Redis is away, refuses, or does not answer soon. */
  async ask<T>(command: (redis: Redis) => Promise<T>): Promise<T | undefined> {
    this.requests ??= new RequestConnection(this.connect('requests'));
    const { requests } = this;
    if (!(await requests.isUsable())) return undefined;
    try {
      const answer = await inTime(command(requests.connection));
      this.found(requests.connection);
      return answer;
    } catch (thrown) {
      const error = asError(thrown);
      this.lost(requests.connection, error.message);
      if (error.name !== 'ReplyError') requests.giveUp();
      return undefined;
    }
  }

  onApplicationShutdown(): void {
    this.requests?.connection.disconnect();
  }

  private isReady(): boolean {
    return this.connections.length > 0 && this.connections.every(({ status }) => status === 'ready');
  }

  private lost(connection: Redis, code: string): void {
    if (this.away.size === 0) this.logger.warn({ code }, 'Redis is away');
    this.away.add(connection);
  }

  private found(connection: Redis): void {
    if (this.away.delete(connection) && this.away.size === 0) this.logger.info('Redis is back');
  }
}

/** The connection on which requests wait, and whether it is worth waiting. */
class RequestConnection {
  private usable = false;
  private readonly started: Promise<void>;

  constructor(readonly connection: Redis) {
    connection.on('ready', () => (this.usable = true));
    connection.on('close', () => (this.usable = false));
    const decided = new Promise<void>((resolve) => {
      for (const event of ['ready', 'close']) connection.once(event, resolve);
    });
    this.started = inTime(decided).catch(() => undefined);
  }

  /** The first ones wait for the connection a moment, so that they are served like all that follow. */
  async isUsable(): Promise<boolean> {
    await this.started;
    return this.usable;
  }

  /** A Redis that does not answer may never do so on this connection. */
  giveUp(): void {
    if (!this.usable) return;
    this.usable = false;
    this.connection.disconnect(true);
  }
}

/** @throws when the answer takes too long; one that has arrived while the process was busy is in time */
async function inTime<T>(answer: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => {
      setImmediate(() => reject(new Error(`no answer within ${PATIENCE_MS} ms`)));
    }, PATIENCE_MS);
  });
  try {
    return await Promise.race([answer, late]);
  } finally {
    clearTimeout(timer);
  }
}
