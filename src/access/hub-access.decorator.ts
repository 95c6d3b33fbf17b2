import { applyDecorators, SetMetadata } from '@nestjs/common';
import { ApiExtension, ApiSecurity } from '@nestjs/swagger';
import { Access } from './access.decorator.js';
import { AccessText } from '../common/openapi/access-text.js';
import type { HubAccessRule } from './hub-access-rule.js';
import { hubAccessText } from './hub-access-text.js';

const HUB_ACCESS = 'hub:access';

/**
 * States who may call an operation of the hub; its guard enforces it. The rule is a part of the OpenAPI document
 * (`x-access`), from which the tests list what is guarded how.
 */
export function HubAccess(rule: HubAccessRule): MethodDecorator {
  const stated = [
    SetMetadata(HUB_ACCESS, rule),
    Access({ kind: 'elsewhere', guard: 'hub' }),
    ApiExtension('x-access', { ...rule }),
    AccessText(hubAccessText(rule)),
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
