import { Inject, Injectable } from '@nestjs/common';
import { ApiError, unavailable } from '../../../common/errors/api-error.js';
import { APP_CONFIG, type AppConfig } from '../../../config/app-config.js';
import { HubUsersService, type IdentifiedUser } from '../identity/hub-users.service.js';
import { verifiedEmailOf } from '../identity/user-claims.js';
import { actorNameOf } from '../../audit/events/actor.js';
import { SessionsService } from '../sessions/sessions.service.js';
import { OpenIdClient, SignInRefused, type ProviderUser } from './openid-client.js';
import { SignInCompletions } from './sign-in-completions.js';
import { SignInRefusals } from './sign-in-refusals.js';
import { newTransaction, TransactionSeal, type SignInTransaction } from './transaction-seal.js';

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

/** A browser that returns from a sign-in which is over. */
export type LateReturn = Pick<ProviderAnswer, 'session'> & { readonly returnTo?: string | undefined };

/** A completed sign-in. */
export interface SignedIn {
  /** The new session; undefined if the sign-in was over before, and the browser has a session. */
  readonly session?: string;
  /** Undefined if it is not known any more. */
  readonly returnTo: string | undefined;
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
    private readonly completions: SignInCompletions,
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
  async complete(answer: ProviderAnswer): Promise<SignedIn> {
    const { state, sealed, session } = answer;
    const transaction = sealed === undefined ? undefined : await this.requireSeal().open(sealed, state);
    if (transaction === undefined || transaction.over === true) {
      return this.returnLate({ session, returnTo: transaction?.returnTo });
    }
    const { returnTo } = transaction;
    const id = this.requireSeal().sessionIdOf(transaction);
    const completion = await this.completions.once(state, () => this.finish(id, answer, transaction));
    const isSignedIn =
      completion.by === 'caller' ||
      (completion.by === 'other' && (await this.sessions.callerOf(id)) !== undefined);
    return isSignedIn ? { session: id, returnTo } : this.returnLate({ session, returnTo });
  }

  /**
   * Continues after a sign-in that is over, where the browser has a session: people go back, reload and click twice.
   * @throws 400, recorded, for a browser without a session: the sign-in was never started there, has expired or was used
   */
  async returnLate({ session, returnTo }: LateReturn): Promise<SignedIn> {
    if (session !== undefined && (await this.sessions.callerOf(session)) !== undefined) return { returnTo };
    await this.refusals.record('no_pending_sign_in');
    const text =
      'this sign-in was not started in this browser, took longer than an hour, or is over; sign in again';
    throw new ApiError('bad_request', text, { field: 'state', return_to: returnTo });
  }

  /** The cookie that still says where the user wanted to go when the sign-in is over. */
  async sealOver(sealed: string | undefined, state: string): Promise<string | undefined> {
    const transaction = sealed === undefined ? undefined : await this.seal?.open(sealed, state);
    if (transaction === undefined) return undefined;
    const { returnTo } = transaction;
    return this.seal?.seal({ state, nonce: '', verifier: '', returnTo, over: true });
  }

  /** Creates the session with this id. */
  private async finish(
    id: string,
    { query, session, state }: ProviderAnswer,
    transaction: SignInTransaction,
  ): Promise<void> {
    const provided = await this.userOf(query, transaction);
    const { claims } = provided;
    const user = await this.users.findOrCreate(claims);
    const isStarted =
      user.status === 'ACTIVE' &&
      (await this.completions.inTransaction(state, () => this.createSession(id, user, provided, session)));
    if (isStarted !== true) {
      await this.refusals.record('user_suspended', { id: user.id, type: 'user', name: actorNameOf(user) });
      const status = user.status === 'DELETED' ? 'deleted' : 'suspended';
      throw new ApiError('forbidden', `your account is ${status}; ask an administrator of the platform`);
    }
  }

  /** Creates a session; undefined if the user is no longer active. */
  private async createSession(
    id: string,
    user: IdentifiedUser,
    { claims, refreshToken }: ProviderUser,
    replaced: string | undefined,
  ): Promise<true | undefined> {
    const change = await this.users.signIn(user, claims);
    if (change === undefined) return undefined;
    const signedIn = { id: user.id, ...change.after };
    const result = { verifiedEmail: verifiedEmailOf(claims), refreshToken };
    await this.sessions.create(id, signedIn, result, replaced);
    await this.users.recordSignIn(user, change, claims);
    return true;
  }

  /** Ends the sessions of a browser. */
  async signOut(sessions: readonly string[]): Promise<void> {
    for (const session of sessions) await this.sessions.end(session);
  }

  private async userOf(query: string, transaction: SignInTransaction): Promise<ProviderUser> {
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
