import type { TokenCredential } from './api-tokens/api-token-secret.js';
import type { Principal } from './principal.js';

/** A local user's name and password, as they send them. */
export interface PasswordCredential {
  readonly username: string;
  readonly password: string;
}

/** Turns credentials into principals, each mode in its way. Undefined always means: not valid, for whatever reason. */
export abstract class Authenticator {
  /** A bearer JWT. */
  abstract byJwt(jwt: string): Promise<Principal | undefined>;

  /** An API token that was made in the same mode. */
  abstract byApiToken(credential: TokenCredential): Promise<Principal | undefined>;

  /** A name and password; `signal` takes it back while it waits for its turn. */
  abstract byPassword(credential: PasswordCredential, signal: AbortSignal): Promise<Principal | undefined>;
}
