import type { INestApplication } from '@nestjs/common';
import { DocumentBuilder, SwaggerModule, type OpenAPIObject } from '@nestjs/swagger';
import { describeAccess } from './common/openapi/access-text.js';
import { describeDefaults } from './common/openapi/defaults.js';
import { composeExamples } from './common/openapi/examples.js';
import { operationsOf, type OperationObject } from './common/openapi/operations.js';
import { shareComponents } from './common/openapi/shared-components.js';
import { HubModule } from './hub/hub.module.js';
import { describeRateHeaders } from './hub/rate-limit/rate-headers.js';
import { RegistryModule } from './registry/registry.module.js';

/** The OpenAPI 3.0 document of the registry, from the decorators of its controllers. `server` is the path of its API. */
export function registryDocument(app: INestApplication, server = '/'): OpenAPIObject {
  const options = new DocumentBuilder()
    .setTitle('mcp-hub registry API')
    .setDescription(
      'Publishes, resolves and hands out versioned MCP server packages, addressed by SHA-256. ' +
        'Each operation says who may call it; programs read it in the extension `x-access`.',
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
    .addBasicAuth(
      { type: 'http', scheme: 'basic', description: 'Where auth.oss.enable_basic is on.' },
      'basic',
    );
  return finished(app, options, RegistryModule, TAGS);
}

/** The OpenAPI 3.0 document of the hub. `server` is the path of its API. */
export function hubDocument(app: INestApplication, server = '/'): OpenAPIObject {
  const options = new DocumentBuilder()
    .setTitle('mcp-hub hub API')
    .setDescription(
      'A catalog of analyzed MCP servers, and the organizations that decide which of them may run. ' +
        'Each operation says who may call it; programs read it in the extension `x-access`.',
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
      '__Host-session',
      {
        type: 'apiKey',
        description:
          'A session of a browser, from `/auth/login`. Requests that change something need the Origin of the service.',
      },
      'session',
    );
  return finished(app, options, HubModule, HUB_TAGS, describeRateHeaders);
}

/** The documents by the names of their files. */
export const API_DOCUMENTS = { registry: registryDocument, v1: hubDocument } as const;

type Tags = readonly (readonly [name: string, description: string])[];

function finished(
  app: INestApplication,
  options: DocumentBuilder,
  module: new () => object,
  tags: Tags,
  describeMore: (document: OpenAPIObject) => void = () => undefined,
): OpenAPIObject {
  for (const [name, description] of tags) options.addTag(name, description);
  const document = SwaggerModule.createDocument(app, options.build(), { include: [module] });
  for (const { operation } of operationsOf(document)) complete(operation);
  describeMore(document);
  composeExamples(document);
  describeDefaults(document);
  shareComponents(document);
  return document;
}

/** Says what the decorators cannot: that an operation needs no credentials, or can do without. */
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

const HUB_TAGS: Tags = [
  ['catalog', 'MCP servers, their versions and what analyses have found of them.'],
  ['identity', 'Who you are.'],
  ['sign-in', 'Signing in and out with a browser. These are pages, not calls for programs.'],
  ['organizations', 'Organizations and what belongs to them.'],
  ['policies', 'Which servers an organization lets run, and what they say of a list of servers.'],
  ['members', 'Who belongs to an organization, and who is invited.'],
  ['areas', 'Namespaces of an organization, and who belongs to them.'],
  ['webhooks', 'What other services tell the hub.'],
  ['tokens', 'Service tokens of organizations.'],
  ['audit', 'What has happened in organizations.'],
  [
    'administration',
    'Users, organizations, the catalog and the whole audit trail, for administrators of the platform.',
  ],
];

const TAGS: Tags = [
  ['health', 'Whether the process is alive.'],
  ['login', 'JWTs for local users.'],
  ['catalog', 'Packages that a caller may see.'],
  ['packages', 'Single packages.'],
  ['versions', 'Publishing, resolving and revoking.'],
  ['artifacts', 'Manifests, bundles and evidence.'],
  ['tokens', 'API tokens of the caller.'],
  ['members', 'Members of organizations.'],
];
