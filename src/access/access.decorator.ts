import { applyDecorators, SetMetadata } from '@nestjs/common';
import { ApiExtension, ApiSecurity } from '@nestjs/swagger';
import { AccessText } from '../common/openapi/access-text.js';
import type { AccessRule } from './access-rule.js';
import { accessText } from './access-text.js';

const ACCESS = 'auth:access';

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
  const documented = [
    SetMetadata(ACCESS, rule),
    ApiExtension('x-access', documentationOf(rule)),
    AccessText(accessText(rule)),
  ];
  if (rule.kind === 'open') return applyDecorators(...documented);
  const alternatives = [ApiSecurity('bearer'), ApiSecurity('token'), ApiSecurity('basic')];
  return applyDecorators(...documented, ...alternatives);
}

/** The rule of a handler; undefined when it has none. */
export const accessRuleOf = (handler: object): AccessRule | undefined =>
  Reflect.getMetadata(ACCESS, handler) as AccessRule | undefined;
