import type { Permission } from './roles.js';

/** Who may call an operation of the hub. */
export type HubAccessRule =
  /** Anybody; credentials are not looked at. `because` says why that is right. */
  | { readonly kind: 'open'; readonly because: string }
  /** Anybody; who sends credentials means them, and may see more. */
  | { readonly kind: 'public' }
  /** Users; the service limits them further to those, or to that, which `then` names. */
  | { readonly kind: 'user'; readonly then: string }
  /**
   * Those who hold a permission in the organization of the path (`orgId`): members by their role, service tokens by
   * `admin:org`, or `read:org` for `mcp:read`. For those outside, the organization does not exist. The service
   * limits them further to that which `then` names.
   */
  | {
      readonly kind: 'organization';
      readonly permission: Permission;
      readonly enterprise?: boolean;
      readonly then?: string;
    }
  /** Service tokens with a scope on their own organization. */
  | { readonly kind: 'service_token'; readonly scope: 'ci:org'; readonly enterprise?: boolean }
  /** Administrators of the whole platform. */
  | { readonly kind: 'platform_admin' };
