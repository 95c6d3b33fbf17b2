import { randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { hash, verify, type Options } from '@node-rs/argon2';
import { unavailable } from '../../common/errors/api-error.js';
import { WorkSlots } from '../../common/concurrency/work-slots.js';

// OWASP's recommendation: Argon2id, which is the library's default, with 19 MiB, two passes and one lane.
const OPTIONS: Options = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

// Hashing runs on Node's four pool threads, which file access shares, so it must never occupy all of them.
const LIMITS = { running: 2, waiting: 1000, waitingPerClient: 100 };

/** Options of a password check. */
export interface VerifyOptions {
  readonly signal?: AbortSignal;
  /** Client of the login; the number of queued logins per client is bounded. */
  readonly client?: string;
  /** Runs when the check leaves the queue; an error it throws ends the check before any hashing. */
  readonly before?: () => Promise<void>;
}

/**
 * Hashes and checks passwords (Argon2id). Logins need no authentication, so the work is bounded: a few run at a time,
 * clients are served round-robin, and too many queued logins are answered with 503.
 */
@Injectable()
export class PasswordHasher {
  private readonly slots = new WorkSlots(LIMITS, () => unavailable('too many logins at once; try again', 2));
  private decoy: Promise<string> | undefined;

  hash(password: string): Promise<string> {
    return this.slots.run(() => hash(password, OPTIONS));
  }

  /**
   * Whether `password` matches the hash `stored`. Without a stored hash it does the same work with a decoy hash, so
   * that timing does not reveal whether a user exists.
   * @throws 503 when too many are queued, the signal's reason when it is aborted before the work starts, the error of
   * `before`.
   */
  async verify(
    stored: string | undefined,
    password: string,
    { signal, client, before }: VerifyOptions = {},
  ): Promise<boolean> {
    const decoy = await this.decoyHash();
    const fits = await this.slots.run(
      async () => {
        await before?.();
        return verify(stored ?? decoy, password);
      },
      signal,
      client,
    );
    return fits && stored !== undefined;
  }

  private decoyHash(): Promise<string> {
    this.decoy ??= this.hash(randomBytes(32).toString('base64url')).catch((error: unknown) => {
      // A failure affects this login only; the next one tries again.
      this.decoy = undefined;
      throw error;
    });
    return this.decoy;
  }
}
