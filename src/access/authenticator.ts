import type { TokenCredential } from './api-tokens/api-token-secret.js';
import type { RegistryPrincipal } from './registry-principal.js';

/** A local user's name and password, as they send them. */
export interface PasswordCredential {
  readonly username: string;
  readonly password: string;
}

/** KeyedMutex credentials into principals, each mode in its way. @throws 401 for those that do not hold */
export abstract class Authenticator {
  /** A bearer JWT. */
  abstract byJwt(jwt: string): Promise<RegistryPrincipal>;

  /** An API token that was made in the same mode. */
  abstract byApiToken(credential: TokenCredential): Promise<RegistryPrincipal>;

  /** A name and password; `signal` takes it back while it waits for its turn. */
  abstract byPassword(credential: PasswordCredential, signal: AbortSignal): Promise<RegistryPrincipal>;
}
