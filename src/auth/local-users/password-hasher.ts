import { randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { hash, verify, type Options } from '@node-rs/argon2';
import { unavailable } from '../../common/errors/api-error.js';
import { asError } from '../../common/errors/as-error.js';

// OWASP's recommendation: Argon2id, which is the library's default, with 19 MiB, two passes and one lane.
const OPTIONS: Options = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

// Hashing runs on Node's four pool threads, which file access shares: it may never take them all.
const MAX_PARALLEL = 2;
const MAX_WAITING = 100;

/**
 * Hashes and checks passwords (Argon2id). Logins need no authentication, so the work is bounded: a few at a time, and
 * 503 when too many wait.
 */
@Injectable()
export class PasswordHasher {
  private running = 0;
  private readonly waiting: (() => void)[] = [];
  private decoy: Promise<string> | undefined;

  hash(password: string): Promise<string> {
    return this.limited(() => hash(password, OPTIONS));
  }

  /**
   * Whether `password` belongs to `stored`. Without a stored hash it does the same work against one that nothing
   * matches, so that the time does not tell whether a user exists.
   * @throws 503 when too many wait, the signal's reason when it is aborted before the work begins.
   */
  async verify(stored: string | undefined, password: string, signal?: AbortSignal): Promise<boolean> {
    const decoy = await this.decoyHash();
    const fits = await this.limited(() => verify(stored ?? decoy, password), signal);
    return fits && stored !== undefined;
  }

  private decoyHash(): Promise<string> {
    this.decoy ??= this.hash(randomBytes(32).toString('base64url')).catch((error: unknown) => {
      // A failure is this login's, not that of all that follow.
      this.decoy = undefined;
      throw error;
    });
    return this.decoy;
  }

  private async limited<T>(work: () => Promise<T>, signal?: AbortSignal): Promise<T> {
    signal?.throwIfAborted();
    if (this.running < MAX_PARALLEL) this.running += 1;
    else await this.turn(signal);
    try {
      return await work();
    } finally {
      const next = this.waiting.shift();
      if (next === undefined) this.running -= 1;
      else next();
    }
  }

  /** Waits in line; whoever gives up leaves it, so that the living do not wait for the dead. */
  private turn(signal?: AbortSignal): Promise<void> {
    if (this.waiting.length >= MAX_WAITING) {
      throw unavailable('too many logins at once; try again', 2);
    }
    return new Promise<void>((resolve, reject) => {
      const leave = (): void => {
        this.waiting.splice(this.waiting.indexOf(begin), 1);
        reject(asError(signal?.reason));
      };
      const begin = (): void => {
        signal?.removeEventListener('abort', leave);
        resolve();
      };
      this.waiting.push(begin);
      signal?.addEventListener('abort', leave, { once: true });
    });
  }
}
