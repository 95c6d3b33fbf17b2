import type { TokenCredential } from '../api-tokens/api-token-secret.js';
import type { RegistryPrincipal } from './registry-principal.js';

/** A local user's name and password, as sent. */
export interface PasswordCredential {
  readonly username: string;
  readonly password: string;
}

/** Turns credentials into principals, with one implementation per mode. @throws 401 for invalid credentials */
export abstract class Authenticator {
  /** A bearer JWT. */
  abstract byJwt(jwt: string): Promise<RegistryPrincipal>;

  /** An API token created in the same mode. */
  abstract byApiToken(credential: TokenCredential): Promise<RegistryPrincipal>;

  /** A name and password; `signal` cancels the check while it is queued. */
  abstract byPassword(credential: PasswordCredential, signal: AbortSignal): Promise<RegistryPrincipal>;
}
