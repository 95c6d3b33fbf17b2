import { forbidden } from '../common/errors/api-error.js';
import { unauthorized } from '../common/errors/unauthorized.js';
import type { ResourcePattern } from './resource-pattern.js';
import { SERVICE_PUBLISH_SCOPE, type Scope, type ServiceScope } from './scopes.js';

/** How a caller has authenticated. */
export type PrincipalKind = 'anonymous' | 'user' | 'api_token';

/** What a principal may do: scopes, on the resources that every one of its pattern lists matches. */
export interface Authority {
  readonly scopes: ReadonlySet<string>;
  /**
   * Lists of patterns. A resource is granted when each list has a pattern that matches it: a token has its own list and
   * its owner's present one, so that it never reaches beyond either.
   */
  readonly grants: readonly (readonly ResourcePattern[])[];
}

interface PrincipalProperties extends Authority {
  readonly kind: PrincipalKind;
  readonly subject: string;
  readonly tokenRowId?: string;
  readonly publicTokenId?: string;
  readonly tokenExpiresAt?: Date;
  /** Absent for a credential whose authority does not change. */
  readonly renew?: () => Promise<RegistryPrincipal>;
}

/** Who makes a request, and with what authority. Made once per request by authentication, handed to every service. */
export class RegistryPrincipal implements Authority {
  static readonly ANONYMOUS = new RegistryPrincipal({
    kind: 'anonymous',
    subject: '',
    scopes: new Set(),
    grants: [],
  });

  readonly kind: PrincipalKind;
  /** `sub`: the user behind the request, also behind an API token. */
  readonly subject: string;
  readonly scopes: ReadonlySet<string>;
  readonly grants: readonly (readonly ResourcePattern[])[];
  /** Row of the API token that was used, if one was. */
  readonly tokenRowId: string | undefined;
  /** The public half of that API token, `mcp_…`. */
  readonly publicTokenId: string | undefined;
  /** When that API token ends. */
  readonly tokenExpiresAt: Date | undefined;
  /** Reads what the same credential may do by now. @throws 401 when it has ended */
  readonly renew: () => Promise<RegistryPrincipal>;

  constructor(properties: PrincipalProperties) {
    this.kind = properties.kind;
    this.subject = properties.subject;
    this.scopes = properties.scopes;
    this.grants = properties.grants;
    this.tokenRowId = properties.tokenRowId;
    this.publicTokenId = properties.publicTokenId;
    this.tokenExpiresAt = properties.tokenExpiresAt;
    this.renew = properties.renew ?? (() => Promise.resolve(this));
  }

  get isAnonymous(): boolean {
    return this.kind === 'anonymous';
  }

  /** The hub, which may publish and certify everything and do nothing else (registry contract 6). */
  get isService(): boolean {
    return this.scopes.has(SERVICE_PUBLISH_SCOPE);
  }

  /** Whether the resource patterns reach a resource, whatever the scopes. */
  reaches(resource: string): boolean {
    return (
      this.grants.length > 0 &&
      this.grants.every((patterns) => patterns.some((pattern) => pattern.matches(resource)))
    );
  }

  /** Whether the resource patterns reach everything that `pattern` matches. */
  covers(pattern: ResourcePattern): boolean {
    return (
      this.grants.length > 0 && this.grants.every((patterns) => patterns.some((own) => own.covers(pattern)))
    );
  }

  /** Whether `scope` is held for `resource`. */
  can(scope: Scope | ServiceScope, resource: string): boolean {
    if (this.isService && (scope === 'mcp:publish' || scope === SERVICE_PUBLISH_SCOPE)) return true;
    return this.scopes.has(scope) && this.reaches(resource);
  }

  /** @throws 401 for anonymous callers, 403 for others, when `scope` is not held for `resource`. */
  require(scope: Scope, resource: string): void {
    if (this.can(scope, resource)) return;
    throw this.isAnonymous ? unauthorized('missing') : forbidden({ scope, resource });
  }
}
