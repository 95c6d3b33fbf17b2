import { applyDecorators, SetMetadata } from '@nestjs/common';
import { ApiExtension, ApiSecurity } from '@nestjs/swagger';
import type { AppConfig } from '../config/app-config.js';
import type { ResourceTemplate } from './requested-resource.js';
import type { Scope } from './scopes.js';

const ACCESS = 'auth:access';

/** Settings that open an operation to callers without authority; the service then shows them public things only. */
export type PublicSetting = 'readCatalog' | 'downloadArtifacts';

/** Who may call an operation. */
export type AccessRule =
  /** Anybody; `because` says why that is right. */
  | {
      readonly kind: 'open';
      readonly because: string;
      /** The mode in which the operation exists; in the other one it is 501, whatever is sent. */
      readonly mode?: AppConfig['auth']['mode'];
    }
  /** Any authenticated caller; `then` says what the service checks further. */
  | { readonly kind: 'authenticated'; readonly then: string }
  /** Holders of one of the scopes, on the resource when there is one. */
  | {
      readonly kind: 'scope';
      readonly anyOf: readonly Scope[];
      readonly resource?: ResourceTemplate;
      readonly publicWhen?: PublicSetting;
    }
  /** Another API’s guard enforces a rule of its own. */
  | { readonly kind: 'elsewhere'; readonly guard: 'hub' };

/** What the OpenAPI document says of a rule. */
const documentationOf = (rule: AccessRule): Record<string, unknown> =>
  rule.kind !== 'scope'
    ? { ...rule }
    : {
        kind: rule.kind,
        any_of: rule.anyOf,
        ...(rule.resource !== undefined && { resource: rule.resource }),
        ...(rule.publicWhen !== undefined && { public_when: rule.publicWhen }),
      };

/**
 * States who may call an operation. Every handler has one: the process does not start otherwise. The rule is a part of
 * the OpenAPI document (`x-access`), from which the tests list what is guarded how.
 */
export function Access(rule: AccessRule): MethodDecorator {
  if (rule.kind === 'elsewhere') return SetMetadata(ACCESS, rule);
  const documented = [SetMetadata(ACCESS, rule), ApiExtension('x-access', documentationOf(rule))];
  if (rule.kind === 'open') return applyDecorators(...documented);
  const alternatives = [ApiSecurity('bearer'), ApiSecurity('token'), ApiSecurity('basic')];
  return applyDecorators(...documented, ...alternatives);
}

/** The rule of a handler; undefined when it has none. */
export const accessRuleOf = (handler: object): AccessRule | undefined =>
  Reflect.getMetadata(ACCESS, handler) as AccessRule | undefined;
