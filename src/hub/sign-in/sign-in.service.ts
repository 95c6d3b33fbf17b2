import { Inject, Injectable } from '@nestjs/common';
import { ApiError, unavailable } from '../../common/errors/api-error.js';
import { APP_CONFIG, type AppConfig } from '../../config/app-config.js';
import { UnitOfWork } from '../../storage/database/unit-of-work.js';
import { HubUsersService, type IdentifiedUser } from '../identity/hub-users.service.js';
import { verifiedEmailOf, type UserClaims } from '../identity/user-claims.js';
import { actorNameOf } from '../audit/actor.js';
import { SessionsService } from '../sessions/sessions.service.js';
import { OpenIdClient, SignInRefused } from './openid-client.js';
import { SignInRefusals } from './sign-in-refusals.js';
import { newTransaction, TransactionSeal, type SignInTransaction } from './sign-in-transaction.js';

/** A sign-in that continues at the identity provider. */
export interface StartedSignIn {
  readonly url: string;
  readonly state: string;
  /** The encrypted transaction, for a cookie. */
  readonly sealed: string;
}

/** The browser's request to the callback. */
export interface ProviderAnswer {
  readonly state: string;
  /** Query string of the callback. */
  readonly query: string;
  readonly sealed: string | undefined;
  /** The browser's current session. */
  readonly session: string | undefined;
}

/** A completed sign-in. */
export interface SignedIn {
  readonly session: string;
  readonly returnTo: string;
}

/** Signs users in with a browser (hub contract 1). */
@Injectable()
export class SignInService {
  private readonly seal: TransactionSeal | undefined;

  constructor(
    private readonly provider: OpenIdClient,
    private readonly users: HubUsersService,
    private readonly sessions: SessionsService,
    private readonly refusals: SignInRefusals,
    private readonly uow: UnitOfWork,
    @Inject(APP_CONFIG) private readonly config: AppConfig,
  ) {
    const secret = config.idp?.client?.sessionSecret;
    this.seal = secret === undefined ? undefined : new TransactionSeal(secret);
  }

  /** @throws 503 when the provider cannot be reached or none is configured */
  async start(returnTo: string): Promise<StartedSignIn> {
    const seal = this.requireSeal();
    const transaction = newTransaction(returnTo);
    const url = await this.provider.authorizationUrl(transaction);
    return { url, state: transaction.state, sealed: await seal.seal(transaction) };
  }

  /** @throws 400 and 403, both recorded; 503 */
  async complete({ state, query, sealed, session }: ProviderAnswer): Promise<SignedIn> {
    const transaction = sealed === undefined ? undefined : await this.requireSeal().open(sealed, state);
    if (transaction === undefined) throw await this.notUnderWay();
    const claims = await this.userOf(query, transaction);
    const user = await this.users.findOrCreate(claims);
    const started = user.status === 'ACTIVE' ? await this.createSession(user, claims, session) : undefined;
    if (started === undefined) {
      await this.refusals.record('user_suspended', { id: user.id, type: 'user', name: actorNameOf(user) });
      const state = user.status === 'DELETED' ? 'deleted' : 'suspended';
      throw new ApiError('forbidden', `your account is ${state}; ask an administrator of the platform`);
    }
    return { session: started, returnTo: transaction.returnTo };
  }

  /** Returns the id of a new session; undefined if the user is no longer active. */
  private createSession(
    user: IdentifiedUser,
    claims: UserClaims,
    replaced: string | undefined,
  ): Promise<string | undefined> {
    return this.uow.run(async () => {
      const change = await this.users.signIn(user, claims);
      if (change === undefined) return undefined;
      const signedIn = { id: user.id, ...change.after };
      const id = await this.sessions.create(signedIn, verifiedEmailOf(claims), replaced);
      await this.users.recordSignIn(user, change, claims);
      return id;
    });
  }

  /**
   * Records and returns the refusal of a callback without a pending sign-in: never started in this browser, expired or
   * already used.
   */
  async notUnderWay(): Promise<ApiError> {
    await this.refusals.record('no_pending_sign_in');
    const text =
      'this sign-in was not started in this browser, took longer than ten minutes, or is already complete';
    return new ApiError('bad_request', text, { field: 'state' });
  }

  signOut(session: string | undefined): Promise<void> {
    return this.sessions.end(session);
  }

  private async userOf(query: string, transaction: SignInTransaction): Promise<UserClaims> {
    try {
      return await this.provider.userOf(query, transaction);
    } catch (error) {
      if (!(error instanceof SignInRefused)) throw error;
      await this.refusals.record(error.byProvider ? 'refused_by_provider' : 'invalid_provider_response');
      if (error.byProvider) throw new ApiError('forbidden', 'the identity provider has not signed you in');
      throw new ApiError('bad_request', 'the answer of the identity provider could not be verified', {
        field: 'code',
      });
    }
  }

  /** Signing in writes to the database and needs an identity provider. */
  private requireSeal(): TransactionSeal {
    if (this.config.readOnly) throw unavailable('the service is in read-only mode; sign in later', 60);
    if (this.seal !== undefined) return this.seal;
    throw new ApiError(
      'unavailable',
      'nobody can sign in here: IDP_DOMAIN and IDP_CLIENT_ID are not configured',
    );
  }
}
