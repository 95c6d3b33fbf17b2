import { applyDecorators, SetMetadata } from '@nestjs/common';
import { ApiExtension, ApiSecurity } from '@nestjs/swagger';
import type { AppConfig } from '../config/app-config.js';
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

/** Parameters of a request. Express takes the query apart whenever it is looked at. */
interface Asked {
  readonly params: Readonly<Record<string, unknown>>;
  readonly query: Readonly<Record<string, unknown>>;
}

/** A template's literal texts and, between them, the names of its placeholders. */
const piecesOf = (template: string): readonly string[] => template.split(/\{(\w+)\}/);

const pieces = new Map<string, readonly string[]>();

function fill(template: string, asked: Asked): string {
  let parts = pieces.get(template);
  if (parts === undefined) pieces.set(template, (parts = piecesOf(template)));
  return parts.reduce((filled, part, index) => filled + (index % 2 === 0 ? part : valueOf(part, asked)), '');
}

/** Path parameters go before query parameters of the same name. */
function valueOf(name: string, asked: Asked): string {
  const value = Object.hasOwn(asked.params, name) ? asked.params[name] : asked.query[name];
  // Anything else than one string is refused by validation later; it must not match a pattern before that.
  return typeof value === 'string' ? value : '';
}

/** The resource that a request asks for. */
export function requestedResource(template: ResourceTemplate, asked: Asked): string {
  if (typeof template === 'string') return fill(template, asked);
  return fill(asked.query[template.parameter] === undefined ? template.without : template.with, asked);
}
