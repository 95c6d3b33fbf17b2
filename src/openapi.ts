import type { INestApplication } from '@nestjs/common';
import { DocumentBuilder, SwaggerModule, type OpenAPIObject } from '@nestjs/swagger';
import { HubModule } from './hub/hub.module.js';
import { RegistryModule } from './registry/registry.module.js';

const DOCUMENTATION_PATH = 'docs';

/** The OpenAPI 3.0 document of the registry, from the decorators of its controllers. `server` is the path of its API. */
export function registryDocument(app: INestApplication, server = '/'): OpenAPIObject {
  const options = new DocumentBuilder()
    .setTitle('mcp-hub registry API')
    .setDescription(
      'Publishes, resolves and hands out versioned MCP server packages, addressed by SHA-256. ' +
        'The extension `x-access` of each operation says who may call it.',
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
        'The extension `x-access` of each operation says who may call it.',
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
  return finished(app, options, HubModule, HUB_TAGS);
}

/** The documents by the names of their files. */
export const API_DOCUMENTS = { registry: registryDocument, v1: hubDocument } as const;

type Tags = readonly (readonly [name: string, description: string])[];

function finished(
  app: INestApplication,
  options: DocumentBuilder,
  module: new () => object,
  tags: Tags,
): OpenAPIObject {
  for (const [name, description] of tags) options.addTag(name, description);
  const document = SwaggerModule.createDocument(app, options.build(), { include: [module] });
  for (const path of Object.values(document.paths)) {
    for (const method of METHODS) if (path[method] !== undefined) complete(path[method]);
  }
  return document;
}

const METHODS = ['get', 'put', 'post', 'delete', 'patch'] as const;

/** Says what the decorators cannot: that an operation needs no credentials, or can do without. */
function complete(
  operation: OperationObject & { 'x-access'?: { public_when?: string; kind?: string } },
): void {
  operation.security ??= [];
  const rule = operation['x-access'];
  if (rule?.public_when !== undefined || rule?.kind === 'public') operation.security.push({});
  for (const response of Object.values(operation.responses)) {
    if (response !== undefined && 'description' in response && response.description === '')
      response.description = operation.summary ?? '';
  }
}

type OperationObject = NonNullable<OpenAPIObject['paths'][string]['get']>;

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

/**
 * Serves the documents for people (`/docs` of the registry, `/docs/hub` of the hub) and for programs
 * (`/docs/registry.json`, `/docs/v1.json`, and the same as YAML).
 */
export function serveApiDocuments(app: INestApplication, server: string): void {
  const serve = (path: string, name: keyof typeof API_DOCUMENTS): void => {
    SwaggerModule.setup(path, app, () => API_DOCUMENTS[name](app, server), {
      jsonDocumentUrl: `${DOCUMENTATION_PATH}/${name}.json`,
      yamlDocumentUrl: `${DOCUMENTATION_PATH}/${name}.yaml`,
      customSiteTitle: 'mcp-hub API',
    });
  };
  serve(`${DOCUMENTATION_PATH}/hub`, 'v1');
  serve(DOCUMENTATION_PATH, 'registry');
}
