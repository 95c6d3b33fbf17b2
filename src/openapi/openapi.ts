import type { INestApplication, Type } from '@nestjs/common';
import { DocumentBuilder, SwaggerModule, type OpenAPIObject } from '@nestjs/swagger';
import { describeAccess, describeDefaults } from '../common/openapi/descriptions.js';
import { composeExamples } from '../common/openapi/examples.js';
import { rewriteNullable } from '../common/openapi/nullable-schemas.js';
import { operationsOf, type OperationObject } from '../common/openapi/operations.js';
import { describeMalformedRequests } from '../common/openapi/malformed-requests.js';
import { shareComponents } from '../common/openapi/shared-components.js';
import { tagsOf, type Tag } from '../common/openapi/tags.js';
import { HealthModule } from '../health/health.module.js';
import { HUB_MODULES } from '../hub-api.module.js';
import { describeRateHeaders } from '../hub/platform/rate-limit/rate-headers.js';
import { RegistryModule } from '../registry/registry.module.js';

/** The OpenAPI 3.0 document of the registry, from the decorators of its controllers. `server` is the path of its API. */
function registryDocument(app: INestApplication, server = '/'): OpenAPIObject {
  const options = new DocumentBuilder()
    .setTitle('mcp-hub registry API')
    .setDescription(
      'Publishes, resolves and serves versioned MCP server packages, addressed by SHA-256. ' +
        'Each operation says who may call it; the extension `x-access` has the rule for programs.',
    )
    .setVersion('1.0.0')
    .setLicense('MIT', 'https://opensource.org/license/mit')
    .addServer(server, 'This server')
    .addBearerAuth({ type: 'http', scheme: 'bearer', bearerFormat: 'JWT' }, 'bearer')
    .addApiKey(
      {
        type: 'apiKey',
        in: 'header',
        name: 'Authorization',
        description: 'API token: `Token <token_id>:<secret>`',
      },
      'token',
    )
    .addBasicAuth({ type: 'http', scheme: 'basic', description: 'With `auth.oss.enable_basic`.' }, 'basic');
  return finished(app, options, REGISTRY_MODULES, [...tagsOf(HealthModule), ...REGISTRY_TAGS]);
}

/** The OpenAPI 3.0 document of the hub. `server` is the path of its API. */
function hubDocument(app: INestApplication, server = '/'): OpenAPIObject {
  const options = new DocumentBuilder()
    .setTitle('mcp-hub hub API')
    .setDescription(
      'A catalog of analyzed MCP servers, and the organizations that decide which of them may run. ' +
        'Each operation says who may call it; the extension `x-access` has the rule for programs.',
    )
    .setVersion('1.0.0')
    .setLicense('MIT', 'https://opensource.org/license/mit')
    .addServer(server, 'This server')
    .addBearerAuth(
      {
        type: 'http',
        scheme: 'bearer',
        description: 'JWT of the identity provider, or a service token.',
      },
      'bearer',
    )
    .addCookieAuth(
      '__Host-mcp-hub',
      {
        type: 'apiKey',
        description:
          'A session of a browser, from `/auth/login`. Requests that change something need the origin of the service in `Origin`.',
      },
      'session',
    );
  const modules = [HealthModule, ...HUB_MODULES];
  return finished(app, options, modules, modules.flatMap(tagsOf), describeRateHeaders);
}

/** The documents by the names of their files. */
export const API_DOCUMENTS = { registry: registryDocument, v1: hubDocument } as const;

function finished(
  app: INestApplication,
  options: DocumentBuilder,
  modules: readonly Type[],
  tags: readonly Tag[],
  describeMore: (document: OpenAPIObject) => void = () => undefined,
): OpenAPIObject {
  for (const [name, description] of tags) options.addTag(name, description);
  const document = SwaggerModule.createDocument(app, options.build(), { include: [...modules] });
  sortPaths(document);
  for (const { operation } of operationsOf(document)) complete(operation);
  describeMalformedRequests(document);
  describeMore(document);
  composeExamples(document);
  describeDefaults(document);
  rewriteNullable(document);
  shareComponents(document);
  return document;
}

/**
 * Sorts the paths by the tags of their first operations, because the order of the modules is meaningless to readers.
 */
function sortPaths(document: OpenAPIObject): void {
  const tags = (document.tags ?? []).map(({ name }) => name);
  const rank = new Map<string, number>();
  for (const { path, operation } of operationsOf(document)) {
    if (!rank.has(path)) rank.set(path, tags.indexOf(operation.tags?.[0] ?? ''));
  }
  const rankOf = (path: string): number => rank.get(path) ?? tags.length;
  document.paths = Object.fromEntries(
    Object.entries(document.paths).sort(([a], [b]) => rankOf(a) - rankOf(b)),
  );
}

/** Adds what the decorators cannot express: that an operation needs no credentials, or that they are optional. */
function complete(
  operation: OperationObject & { 'x-access'?: { public_when?: string; kind?: string } },
): void {
  describeAccess(operation);
  operation.security ??= [];
  const rule = operation['x-access'];
  if (rule?.public_when !== undefined || rule?.kind === 'public') operation.security.push({});
  for (const response of Object.values(operation.responses)) {
    if (response !== undefined && 'description' in response && response.description === '')
      response.description = operation.summary ?? '';
  }
}

const REGISTRY_MODULES = [HealthModule, RegistryModule];

const REGISTRY_TAGS: readonly Tag[] = [
  ['login', 'JWTs for local users.'],
  ['catalog', 'Packages that a caller may see.'],
  ['packages', 'Single packages.'],
  ['versions', 'Publishing, resolving and revoking.'],
  ['artifacts', 'Manifests, bundles and evidence.'],
  ['tokens', 'API tokens of the caller.'],
  ['members', 'Members of organizations.'],
];
