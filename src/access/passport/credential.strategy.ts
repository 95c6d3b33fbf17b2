import type { Request } from 'express';
import { Strategy } from 'passport-strategy';
import type { RegistryPrincipal } from '../registry-principal.js';

/**
 * A Passport strategy for one form of the Authorization header. `extract` answers the credential when the header has
 * that form; `verify` answers the principal, or rejects with the refusal.
 */
export class CredentialStrategy<T> extends Strategy {
  constructor(
    readonly name: string,
    private readonly extract: (req: Request) => T | undefined,
    private readonly verify: (credential: T, req: Request) => Promise<RegistryPrincipal>,
  ) {
    super();
  }

  override authenticate(req: Request): void {
    const credential = this.extract(req);
    if (credential === undefined) {
      this.fail(401);
      return;
    }
    this.verify(credential, req).then(
      (principal) => this.success(principal),
      (error: unknown) => this.error(error as Error),
    );
  }
}
