import type { INestApplication } from '@nestjs/common';
import { DocumentBuilder, SwaggerModule, type OpenAPIObject } from '@nestjs/swagger';
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
  for (const [name, description] of TAGS) options.addTag(name, description);
  const document = SwaggerModule.createDocument(app, options.build(), { include: [RegistryModule] });
  for (const path of Object.values(document.paths)) {
    for (const method of METHODS) if (path[method] !== undefined) complete(path[method]);
  }
  return document;
}

const METHODS = ['get', 'put', 'post', 'delete', 'patch'] as const;

/** Says what the decorators cannot: that an operation needs no credentials, or can do without. */
function complete(operation: OperationObject & { 'x-access'?: { public_when?: string } }): void {
  operation.security ??= [];
  if (operation['x-access']?.public_when !== undefined) operation.security.push({});
  for (const response of Object.values(operation.responses)) {
    if (response !== undefined && 'description' in response && response.description === '')
      response.description = operation.summary ?? '';
  }
}

type OperationObject = NonNullable<OpenAPIObject['paths'][string]['get']>;

const TAGS = [
  ['health', 'Whether the process is alive.'],
  ['login', 'JWTs for local users.'],
  ['catalog', 'Packages that a caller may see.'],
  ['packages', 'Single packages.'],
  ['versions', 'Publishing, resolving and revoking.'],
  ['artifacts', 'Manifests, bundles and evidence.'],
  ['tokens', 'API tokens of the caller.'],
  ['members', 'Members of organizations.'],
] as const;

/** Serves the documents for people (`/docs`) and for programs (`/docs/registry.json`). */
export function serveApiDocuments(app: INestApplication, server: string): void {
  SwaggerModule.setup(DOCUMENTATION_PATH, app, () => registryDocument(app, server), {
    jsonDocumentUrl: `${DOCUMENTATION_PATH}/registry.json`,
    yamlDocumentUrl: `${DOCUMENTATION_PATH}/registry.yaml`,
    customSiteTitle: 'mcp-hub API',
  });
}
