import { applyDecorators, SetMetadata, type ExecutionContext } from '@nestjs/common';
import { ApiExtension, ApiSecurity } from '@nestjs/swagger';
import { AccessText } from '../../common/openapi/descriptions.js';
import { isRegistryRule, type AccessRule } from './access-rule.js';
import { accessText } from './access-text.js';

const ACCESS = 'access:rule';

/** The rule in the OpenAPI document. */
const documentationOf = (rule: AccessRule): Record<string, unknown> =>
  rule.kind !== 'scope'
    ? { ...rule }
    : {
        kind: rule.kind,
        any_of: rule.anyOf,
        ...(rule.resource !== undefined && { resource: rule.resource }),
        ...(rule.publicWhen !== undefined && { public_when: rule.publicWhen }),
      };

/** The names of the alternative security schemes. */
function schemesOf(rule: AccessRule): readonly string[] {
  if (rule.kind === 'open') return [];
  if (isRegistryRule(rule)) return ['bearer', 'token', 'basic'];
  return rule.kind === 'service_token' ? ['bearer'] : ['bearer', 'session'];
}

/**
 * Declares who may call an operation. Mandatory for every handler: the process does not start otherwise. The rule is
 * part of the OpenAPI document (`x-access`), which the tests read to check the access of each operation.
 */
export const Access = (rule: AccessRule): MethodDecorator =>
  applyDecorators(
    SetMetadata(ACCESS, rule),
    ApiExtension('x-access', documentationOf(rule)),
    AccessText(accessText(rule)),
    ...schemesOf(rule).map((scheme) => ApiSecurity(scheme)),
  );

/** The rule of a handler; undefined when it has none. */
export const accessRuleOf = (handler: object): AccessRule | undefined =>
  Reflect.getMetadata(ACCESS, handler) as AccessRule | undefined;

/** The rule of the handler of a request. */
export function requestedRule(context: ExecutionContext): AccessRule {
  const rule = accessRuleOf(context.getHandler());
  if (rule === undefined) throw new Error(`${context.getHandler().name} has no @Access rule`);
  return rule;
}
