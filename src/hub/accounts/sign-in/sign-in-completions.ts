import { setTimeout as wait } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { ApiError, unavailable } from '../../../common/errors/api-error.js';
import { UnitOfWork } from '../../../storage/database/unit-of-work.js';
import { SignInClaimsRepository } from './sign-in-claims.repository.js';

const LONGEST_WAIT_MS = 10_000;
// Each pause is longer than the one before, so that a provider that is slow does not cost the database.
const FIRST_PAUSE_MS = 50;
const LONGEST_PAUSE_MS = 1000;

/** The result of this caller, or who has completed the sign-in: another one at the same time, or one before. */
export type Completion<T> =
  | { readonly by: 'caller'; readonly result: T }
  | { readonly by: 'other' | 'before' };

/**
 * Completes each sign-in once, on whichever server: a second click sends the same request again, maybe to another server,
 * and a code of the identity provider is valid once.
 */
@Injectable()
export class SignInCompletions {
  constructor(
    private readonly uow: UnitOfWork,
    private readonly claims: SignInClaimsRepository,
  ) {}

  /**
   * Runs `work` for a sign-in that nobody completes. Failures that pass let it be completed later.
   * @throws the errors of `work`; 503 if another caller fails to complete it, or takes too long
   */
  async once<T>(state: string, work: () => Promise<T>): Promise<Completion<T>> {
    const claim = await this.claims.claim(state);
    if (claim === 'finished') return { by: 'before' };
    if (claim === 'running') return this.awaitOther(state);
    try {
      return { by: 'caller', result: await work() };
    } catch (error) {
      const isRefused = error instanceof ApiError && error.kind !== 'unavailable';
      // A claim that stays ends by itself.
      await (isRefused ? this.claims.finish(state) : this.claims.release(state)).catch(() => undefined);
      throw error;
    }
  }

  /** Runs the transaction that completes a sign-in, unless it returns undefined. */
  inTransaction<T>(state: string, work: () => Promise<T | undefined>): Promise<T | undefined> {
    return this.uow.run(async () => {
      const result = await work();
      if (result !== undefined) await this.claims.finish(state);
      return result;
    });
  }

  private async awaitOther(state: string): Promise<Completion<never>> {
    let pause = FIRST_PAUSE_MS;
    for (
      let waited = 0;
      waited < LONGEST_WAIT_MS;
      waited += pause, pause = Math.min(pause * 1.5, LONGEST_PAUSE_MS)
    ) {
      await wait(pause);
      const claim = await this.claims.resultOf(state);
      if (claim === 'finished') return { by: 'other' };
      if (claim === 'claimed') break;
    }
    throw unavailable('the identity provider cannot sign you in right now; try again', 5);
  }
}
