import { forbidden } from '../../common/errors/api-error.js';
import { unauthorized } from '../../common/errors/unauthorized.js';
import type { ResourcePattern } from '../rules/resource-pattern.js';
import { SERVICE_PUBLISH_SCOPE, type Scope, type ServiceScope } from '../rules/scopes.js';

/** How a caller has authenticated. */
export type PrincipalKind = 'anonymous' | 'user' | 'api_token';

/** The authority of a principal: scopes, on the resources that all of its pattern lists match. */
export interface Authority {
  readonly scopes: ReadonlySet<string>;
  /**
   * Lists of patterns. A resource is granted if each list has a matching pattern. A token has its own list and its
   * owner's current one, so it never exceeds either.
   */
  readonly grants: readonly (readonly ResourcePattern[])[];
}

interface PrincipalProperties extends Authority {
  readonly kind: PrincipalKind;
  readonly subject: string;
  readonly accountId?: string;
  readonly tokenRowId?: string;
  readonly publicTokenId?: string;
  readonly tokenExpiresAt?: Date;
  /** Absent for a credential whose authority does not change. */
  readonly renew?: () => Promise<RegistryPrincipal>;
}

/**
 * The caller of a request and their authority. Created once per request by authentication and passed to every service.
 */
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
  /** Id of the local user; undefined for subjects of an identity provider. */
  readonly accountId: string | undefined;
  /** Row id of the API token, if one was used. */
  readonly tokenRowId: string | undefined;
  /** The public half of that API token, `mcp_…`. */
  readonly publicTokenId: string | undefined;
  /** When that API token expires. */
  readonly tokenExpiresAt: Date | undefined;
  /** Reads the current authority of the same credential. @throws 401 when it has ended */
  readonly renew: () => Promise<RegistryPrincipal>;

  constructor(properties: PrincipalProperties) {
    this.kind = properties.kind;
    this.subject = properties.subject;
    this.scopes = properties.scopes;
    this.grants = properties.grants;
    this.accountId = properties.accountId;
    this.tokenRowId = properties.tokenRowId;
    this.publicTokenId = properties.publicTokenId;
    this.tokenExpiresAt = properties.tokenExpiresAt;
    this.renew = properties.renew ?? (() => Promise.resolve(this));
  }

  get isAnonymous(): boolean {
    return this.kind === 'anonymous';
  }

  /** The hub, which may publish and certify everything, and nothing else (registry contract 6). */
  get isService(): boolean {
    return this.scopes.has(SERVICE_PUBLISH_SCOPE);
  }

  /** Whether the resource patterns match a resource, regardless of scopes. */
  reaches(resource: string): boolean {
    return (
      this.grants.length > 0 &&
      this.grants.every((patterns) => patterns.some((pattern) => pattern.matches(resource)))
    );
  }

  /** Whether the resource patterns cover everything that `pattern` matches. */
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
