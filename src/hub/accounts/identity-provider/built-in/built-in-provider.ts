import type { IncomingMessage, ServerResponse } from 'node:http';
import type { EventEmitter } from 'node:events';
import { Inject, Injectable } from '@nestjs/common';
import type { NextFunction, Request, RequestHandler, Response } from 'express';
import type { CryptoKey } from 'jose';
import { LocalUsersService } from '../../../../auth/local-users/local-users.service.js';
import { badRequest, unavailable } from '../../../../common/errors/api-error.js';
import { pathOf } from '../../../../common/http/request-path.js';
import { LOGGER, type Logger } from '../../../../common/logging/logger.js';
import { APP_CONFIG, type AppConfig } from '../../../../config/app-config.js';
import { PROVIDER_PATH } from '../../../../config/idp.js';
import { requireRate } from '../../../../auth/rules/rate.js';
import { LOCAL_ISSUER } from '../../../../auth/local-users/local-issuer.js';
import type { IdentityProvider, ProviderDocument } from '../identity-provider.js';
import { inProcessFetch } from './in-process-fetch.js';
import { StoredProviderState } from './stored-provider-state.js';
import { SIGNING_ALGORITHM, SigningKey } from './signing-key.js';
import { PasswordPrompt, type PromptParts } from './password-prompt.js';
import { providerConfiguration, type ProviderParts } from './provider-configuration.js';

/** A started provider. */
interface StartedProvider {
  readonly prompt: PasswordPrompt;
  readonly serve: (req: IncomingMessage, res: ServerResponse) => Promise<void>;
}

/** Loads and configures `oidc-provider`. */
async function startProvider(
  issuer: string,
  parts: ProviderParts,
  promptParts: PromptParts,
  logger: Logger,
): Promise<StartedProvider> {
  const { Provider, interactionPolicy } = await import('oidc-provider');
  const provider = new Provider(issuer, providerConfiguration(parts, interactionPolicy));
  // Lets the provider take the scheme of the public URL from `X-Forwarded-Proto`.
  provider.proxy = true;
  const failed = (error: unknown): void => logger.error({ err: error }, 'the built-in provider failed');
  provider.on('server_error', (_ctx, error) => failed(error));
  (provider as EventEmitter).on('error', failed);
  return { prompt: new PasswordPrompt(provider, promptParts), serve: provider.callback() };
}

// Limits the size of authorization requests, which are stored until the user has entered the password.
const MAX_URL_LENGTH = 4096;
const INTERACTION = /^\/interaction\/([\w-]{1,64})$/;
const ENDPOINTS =
  /^(GET \/(auth(\/[\w-]{1,64})?|jwks|\.well-known\/openid-configuration)|POST \/token(\/revocation)?)$/;
const PUBLIC_FACTS = /^\/(jwks|\.well-known\/openid-configuration)$/;

/**
 * The OpenID provider of an installation without a remote one: its accounts are the local users (hub contract 1). It
 * runs in each server; what a sign-in needs is in the database, and its key is the same where `SESSION_SECRET` is. The hub
 * calls it without the network; browsers use it like any other provider.
 */
@Injectable()
export class BuiltInProvider implements IdentityProvider {
  readonly storedIssuer = LOCAL_ISSUER;
  readonly fetch = inProcessFetch((req, res) => void this.serveInside(req, res));
  /** Its library makes them by the clock of this process. */
  readonly now = Date.now;
  private readonly key: SigningKey | undefined;
  private started: Promise<StartedProvider> | undefined;

  constructor(
    @Inject(APP_CONFIG) private readonly config: AppConfig,
    @Inject(LOGGER) private readonly logger: Logger,
    private readonly users: LocalUsersService,
    private readonly state: StoredProviderState,
  ) {
    const seed = config.idp?.builtInKey;
    this.key = seed === undefined ? undefined : new SigningKey(seed);
  }

  document(): Promise<ProviderDocument> {
    const { issuer = '' } = this.config.idp ?? {};
    return Promise.resolve({
      issuer,
      authorization_endpoint: `${issuer}/auth`,
      token_endpoint: `${issuer}/token`,
      jwks_uri: `${issuer}/jwks`,
      revocation_endpoint: `${issuer}/token/revocation`,
      id_token_signing_alg_values_supported: [SIGNING_ALGORITHM],
      token_endpoint_auth_methods_supported: ['client_secret_basic'],
      authorization_response_iss_parameter_supported: true,
    });
  }

  async findKey(algorithm: string, keyId: string | undefined): Promise<CryptoKey | undefined> {
    const { key } = this;
    if (key === undefined || algorithm !== SIGNING_ALGORITHM) return undefined;
    return keyId === undefined || keyId === key.jwk.kid ? key.verifier() : undefined;
  }

  /** Serves requests relative to its path; calls `next` if the hub uses another provider or none. */
  handler(): RequestHandler {
    return (req: Request, res: Response, next: NextFunction) => {
      if (this.key === undefined) next();
      else this.serve(req, res, next).catch(next);
    };
  }

  private async serve(req: Request, res: Response, next: NextFunction): Promise<void> {
    requireRate(req);
    if (req.url.length > MAX_URL_LENGTH)
      throw badRequest('the address', `must have at most ${MAX_URL_LENGTH} characters`);
    const interaction = INTERACTION.exec(req.path)?.[1];
    const isPrompt = interaction !== undefined && ['GET', 'POST'].includes(req.method);
    if (!isPrompt && !ENDPOINTS.test(`${req.method} ${req.path}`)) {
      next();
      return;
    }
    // A sign-in is stored as soon as it begins.
    if (this.config.readOnly && !PUBLIC_FACTS.test(req.path))
      throw unavailable('nobody can sign in while the service is in read-only mode', 60);
    const { prompt, serve } = await this.start();
    this.usePublicUrl(req, req.url);
    if (isPrompt) await prompt.handle(interaction, req, res);
    else await serve(req, res);
  }

  /** Serves a request of the hub itself, by the public URL. */
  private async serveInside(req: IncomingMessage, res: ServerResponse): Promise<void> {
    const { serve } = await this.start();
    req.url = req.url?.slice(`${this.publicPath}${PROVIDER_PATH}`.length);
    this.usePublicUrl(req, req.url ?? '');
    await serve(req, res);
  }

  /** Makes the provider build URLs from the public URL, not from the host and path of the request (ADR 14). */
  private usePublicUrl(req: IncomingMessage & { originalUrl?: string }, url: string): void {
    const { host, protocol } = new URL(this.config.http.publicUrl);
    req.headers.host = host;
    req.headers['x-forwarded-proto'] = protocol.slice(0, -1);
    delete req.headers['x-forwarded-host'];
    req.originalUrl = `${this.publicPath}${PROVIDER_PATH}${url}`;
  }

  private get publicPath(): string {
    return pathOf(this.config.http.publicUrl);
  }

  /** Starts at the first request: most of its code and memory is needed only then. */
  private start(): Promise<StartedProvider> {
    const { key, users, state, logger } = this;
    const { idp, http } = this.config;
    if (key === undefined || idp?.client === undefined) throw new Error('there is no built-in provider');
    const { issuer, audience, client } = idp;
    const { publicUrl } = http;
    this.started ??= startProvider(
      issuer,
      { publicUrl, audience, client, key, users, state },
      { publicUrl, users },
      logger,
    );
    return this.started;
  }
}
