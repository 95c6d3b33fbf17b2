import type { OnApplicationShutdown } from '@nestjs/common';
import type { Redis } from 'ioredis';
import { withTimeout } from '../../common/concurrency/with-timeout.js';
import { asError } from '../../common/errors/as-error.js';
import type { Logger } from '../../common/logging/logger.js';
import type { Metrics } from '../../common/operation/metrics.js';
import type { RedisUse } from './redis-connection.js';

/** How long a request waits for Redis. After a timeout, no other request waits until Redis is back. */
const TIMEOUT_MS = 250;
/** A Redis that is full or a replica still answers commands that only read, so that these do not end its outage. */
const REFUSAL_MS = 60_000;
const CHECK_KEY_SECONDS = 60;
// Older servers quote the code inside the message of a script.
const TAKES_NO_WRITES = /\b(OOM|READONLY|MISCONF|NOREPLICAS)\b/;

/**
 * The Redis that the servers of an installation share, with a connection for each use. Connections are opened on first
 * use, so commands open none. Loss and recovery are logged once each, whichever connection notices, and without the
 * URL, which may contain a password.
 */
export class SharedRedis implements OnApplicationShutdown {
  private readonly connections: Redis[] = [];
  private readonly unavailable = new Set<Redis>();
  private requests: RequestConnection | undefined;
  private refusedAt = -Infinity;

  /** @param prefix of all keys */
  constructor(
    private readonly open: (use: RedisUse) => Redis,
    readonly prefix: string,
    private readonly logger: Logger,
    metrics: Metrics,
  ) {
    metrics.observe('redis_connected', 'Whether Redis can be reached', () => Number(this.isReady()));
  }

  /** Opens a connection, which the caller must close. */
  connect(use: RedisUse): Redis {
    const connection = this.open(use);
    this.connections.push(connection);
    connection.on('error', (error: Error & { code?: string }) => {
      this.lost(connection, error.code ?? error.message);
    });
    connection.on('ready', () => this.found(connection));
    return connection;
  }

  /**
   * Runs a command for a request. Returns undefined when Redis is unreachable, returns an error or does not reply in
   * time.
   */
  async tryCommand<T>(command: (redis: Redis) => Promise<T>): Promise<T | undefined> {
    this.requests ??= new RequestConnection(this.connect('requests'));
    const { requests } = this;
    if (!(await requests.isUsable())) return undefined;
    try {
      const answer = await withTimeout(TIMEOUT_MS, () => command(requests.connection));
      this.found(requests.connection);
      return answer;
    } catch (thrown) {
      const error = asError(thrown);
      if (TAKES_NO_WRITES.test(error.message)) this.refusedAt = performance.now();
      this.lost(requests.connection, error.message);
      if (error.name !== 'ReplyError') requests.giveUp();
      return undefined;
    }
  }

  /** Writes something that expires. @throws when Redis is unavailable, full or a replica */
  async requireWrites(): Promise<void> {
    const answer = await this.tryCommand(async (redis) => {
      await redis.set(`${this.prefix}:health`, '', 'EX', CHECK_KEY_SECONDS);
      this.refusedAt = -Infinity;
      return true;
    });
    if (answer === undefined) throw new Error('Redis takes no writes');
  }

  onApplicationShutdown(): void {
    this.requests?.connection.disconnect();
  }

  private isReady(): boolean {
    return this.connections.length > 0 && this.connections.every(({ status }) => status === 'ready');
  }

  private lost(connection: Redis, code: string): void {
    if (this.unavailable.size === 0)
      this.logger.warn({ code: code.replace(/ script: .*/s, '') }, 'Redis is unavailable');
    this.unavailable.add(connection);
  }

  private found(connection: Redis): void {
    if (performance.now() - this.refusedAt < REFUSAL_MS) return;
    if (this.unavailable.delete(connection) && this.unavailable.size === 0) this.logger.info('Redis is back');
  }
}

/** The connection for requests, with a flag for whether it is usable. */
class RequestConnection {
  private usable = false;
  private readonly started: Promise<void>;

  constructor(readonly connection: Redis) {
    connection.on('ready', () => (this.usable = true));
    connection.on('close', () => (this.usable = false));
    const decided = new Promise<void>((resolve) => {
      for (const event of ['ready', 'close']) connection.once(event, resolve);
    });
    this.started = withTimeout(TIMEOUT_MS, () => decided).catch(() => undefined);
  }

  /** The first requests wait briefly for the connection, so that they are served like all later ones. */
  async isUsable(): Promise<boolean> {
    await this.started;
    return this.usable;
  }

  /** Reconnects: a Redis that does not reply in time may never do so on this connection. */
  giveUp(): void {
    if (!this.usable) return;
    this.usable = false;
    this.connection.disconnect(true);
  }
}
