import { randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { hash, verify, type Options } from '@node-rs/argon2';
import { unavailable } from '../../common/errors/api-error.js';
import { WorkSlots } from '../../common/operation/work-slots.js';

// OWASP's recommendation: Argon2id, which is the library's default, with 19 MiB, two passes and one lane.
const OPTIONS: Options = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

// Hashing runs on Node's four pool threads, which file access shares: it may never take them all.
const LIMITS = { running: 2, waiting: 1000, waitingPerClient: 100 };

/** How a password is checked. */
export interface VerifyOptions {
  readonly signal?: AbortSignal;
  /** Whose login it is: each client has a bounded number of them waiting. */
  readonly client?: string;
  /** Runs when it is the check's turn; what it throws ends the check without work. */
  readonly before?: () => Promise<void>;
}

/**
 * Hashes and checks passwords (Argon2id). Logins need no authentication, so the work is bounded: a few at a time, clients
 * in turn, and 503 when too many wait.
 */
@Injectable()
export class PasswordHasher {
  private readonly slots = new WorkSlots(LIMITS, () => unavailable('too many logins at once; try again', 2));
  private decoy: Promise<string> | undefined;

  hash(password: string): Promise<string> {
    return this.slots.run(() => hash(password, OPTIONS));
  }

  /**
   * Whether `password` belongs to `stored`. Without a stored hash it does the same work against one that nothing
   * matches, so that the time does not tell whether a user exists.
   * @throws 503 when too many wait, the signal's reason when it is aborted before the work begins, what `before` throws.
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
      // A failure is this login's, not that of all that follow.
      this.decoy = undefined;
      throw error;
    });
    return this.decoy;
  }
}
