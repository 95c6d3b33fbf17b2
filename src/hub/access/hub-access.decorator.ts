import { applyDecorators, SetMetadata } from '@nestjs/common';
import { ApiExtension, ApiSecurity } from '@nestjs/swagger';
import { Access } from '../../auth/access.decorator.js';
import type { Permission } from './roles.js';

const HUB_ACCESS = 'hub:access';

/** Who may call an operation of the hub. */
export type HubAccessRule =
  /** Anybody; credentials are not looked at. `because` says why that is right. */
  | { readonly kind: 'open'; readonly because: string }
  /** Anybody; who sends credentials means them, and may see more. */
  | { readonly kind: 'public' }
  /** Users; `then` says what the service checks further. */
  | { readonly kind: 'user'; readonly then: string }
  /**
   * Those who hold a permission in the organization of the path (`orgId`): members by their role, service tokens by
   * `admin:org`, or `read:org` for `mcp:read`. For those outside, the organization does not exist. `then` says what the
   * service checks further.
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

/**
 * States who may call an operation of the hub; its guard enforces it. The rule is a part of the OpenAPI document
 * (`x-access`), from which the tests list what is guarded how.
 */
export function HubAccess(rule: HubAccessRule): MethodDecorator {
  const stated = [
    SetMetadata(HUB_ACCESS, rule),
    Access({ kind: 'elsewhere', guard: 'hub' }),
    ApiExtension('x-access', { ...rule }),
  ];
  return rule.kind === 'open'
    ? applyDecorators(...stated)
    : applyDecorators(
        ...stated,
        ApiSecurity('bearer'),
        ...(rule.kind === 'service_token' ? [] : [ApiSecurity('session')]),
      );
}

/** The rule of a handler of the hub; undefined for those of other APIs. */
export const hubAccessRuleOf = (handler: object): HubAccessRule | undefined =>
  Reflect.getMetadata(HUB_ACCESS, handler) as HubAccessRule | undefined;
