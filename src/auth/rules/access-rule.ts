import type { AppConfig } from '../../config/app-config.js';
import type { ResourceTemplate } from './requested-resource.js';
import type { Permission } from './roles.js';
import type { Scope, ServiceScope } from './scopes.js';
import type { TokenScope } from './service-token-scopes.js';

/** Settings that open an operation to callers without permissions; the service then returns public resources only. */
export type PublicSetting = 'readCatalog' | 'downloadArtifacts';

/** Anyone may call the operation; credentials are ignored. */
export interface OpenRule {
  readonly kind: 'open';
  /** Why the operation is open. */
  readonly because: string;
  /** The mode in which the operation exists; in the other mode it always answers 501. */
  readonly mode?: AppConfig['auth']['mode'];
}

/** Paths of the registry; all others belong to the hub. */
export const REGISTRY_PREFIX = '/v1';

/** Who may call an operation of the registry. */
export type RegistryRule =
  /** Authenticated callers; the service restricts access further as `then` describes. */
  | { readonly kind: 'authenticated'; readonly then: string }
  /** Holders of one of the scopes, on the resource when there is one. */
  | {
      readonly kind: 'scope';
      readonly anyOf: readonly (Scope | ServiceScope)[];
      readonly resource?: ResourceTemplate;
      readonly publicWhen?: PublicSetting;
    };

/** Who may call an operation of the hub. */
export type HubRule =
  /** Anyone; callers with credentials may see more, and invalid credentials are answered with 401. */
  | { readonly kind: 'public' }
  /** Users; the service restricts access further as `then` describes. */
  | { readonly kind: 'user'; readonly then: string }
  /** Users and service tokens; the service restricts access further as `then` describes. */
  | { readonly kind: 'caller'; readonly then: string }
  /**
   * Holders of a permission in the organization of the path (`orgId`): members by their role, service tokens by
   * `admin:org`, or `read:org` for `mcp:read`. For everyone else the organization does not exist. The service restricts
   * access further as `then` describes.
   */
  | {
      readonly kind: 'organization';
      readonly permission: Permission;
      /** Service tokens of the organization with this scope are admitted, too. */
      readonly orScope?: TokenScope;
      readonly enterprise?: boolean;
      readonly then?: string;
    }
  /** Service tokens with a scope on their own organization. */
  | { readonly kind: 'service_token'; readonly scope: TokenScope; readonly enterprise?: boolean }
  /** Administrators of the whole platform. */
  | { readonly kind: 'platform_admin' };

/** Who may call an operation. */
export type AccessRule = OpenRule | RegistryRule | HubRule;

/** A rule of one kind. */
export type RuleOf<Kind extends AccessRule['kind']> = Extract<AccessRule, { kind: Kind }>;

/** Whether a rule belongs to the registry. */
export const isRegistryRule = (rule: AccessRule): rule is RegistryRule =>
  rule.kind === 'authenticated' || rule.kind === 'scope';
