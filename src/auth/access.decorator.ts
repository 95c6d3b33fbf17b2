import { applyDecorators, SetMetadata } from '@nestjs/common';
import { ApiExtension, ApiSecurity } from '@nestjs/swagger';
import type { Scope } from './scopes.js';

const ACCESS = 'auth:access';

/** Settings that open an operation to callers without authority; the service then shows them public things only. */
export type PublicSetting = 'readCatalog' | 'downloadArtifacts';

/** A requested resource with placeholders for path and query parameters, such as `org/{org}/mcp/{name}`. */
export type ResourceTemplate =
  | string
  | {
      /** Used when the query parameter is absent, and when it is present. */
      readonly without: string;
      readonly parameter: string;
      readonly with: string;
    };

/** Who may call an operation. */
export type AccessRule =
  /** Anybody; `because` says why that is right. */
  | { readonly kind: 'open'; readonly because: string }
  /** Any authenticated caller; `then` says what the service checks further. */
  | { readonly kind: 'authenticated'; readonly then: string }
  /** Holders of one of the scopes, on the resource when there is one. */
  | {
      readonly kind: 'scope';
      readonly anyOf: readonly Scope[];
      readonly resource?: ResourceTemplate;
      readonly publicWhen?: PublicSetting;
    };

const describe = (rule: AccessRule): Record<string, unknown> =>
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
  const documented = [SetMetadata(ACCESS, rule), ApiExtension('x-access', describe(rule))];
  if (rule.kind === 'open') return applyDecorators(...documented);
  const alternatives = [ApiSecurity('bearer'), ApiSecurity('token'), ApiSecurity('basic')];
  return applyDecorators(...documented, ...alternatives);
}

/** The rule of a handler; undefined when it has none. */
export const accessRuleOf = (handler: object): AccessRule | undefined =>
  Reflect.getMetadata(ACCESS, handler) as AccessRule | undefined;

type Parameters = Readonly<Record<string, unknown>>;

const fill = (template: string, parameters: Parameters): string =>
  template.replace(/\{(\w+)\}/g, (_whole, name: string) => {
    const value = parameters[name];
    // Anything else than one string is refused by validation later; it must not match a pattern before that.
    return typeof value === 'string' ? value : '';
  });

/** The resource that a request asks for. Path parameters go before query parameters of the same name. */
export function requestedResource(template: ResourceTemplate, path: Parameters, query: Parameters): string {
  const parameters = { ...query, ...path };
  if (typeof template === 'string') return fill(template, parameters);
  return fill(query[template.parameter] === undefined ? template.without : template.with, parameters);
}
