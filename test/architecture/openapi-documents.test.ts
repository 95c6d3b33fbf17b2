import { describe, expect, it } from '@jest/globals';
import { openApiDocument } from '../support/prepared.js';

type Json = Record<string, unknown>;

interface OpenApiDocument {
  readonly paths: Record<string, Record<string, Json>>;
  readonly components: Record<string, Record<string, Json>>;
}

const DOCUMENTS = (['registry', 'v1'] as const).map((name): [string, OpenApiDocument] => [
  name,
  openApiDocument(name) as OpenApiDocument,
]);

const operationsIn = ({ paths }: OpenApiDocument): [string, Json][] =>
  Object.values(paths).flatMap((methods) =>
    Object.values(methods).map((operation): [string, Json] => [
      operation['operationId'] as string,
      operation,
    ]),
  );

/** Every object within a node, with its path. */
function* objectsIn(node: unknown, path = ''): Generator<[string, Json]> {
  if (typeof node !== 'object' || node === null) return;
  if (!Array.isArray(node)) yield [path, node as Json];
  for (const [key, child] of Object.entries(node)) yield* objectsIn(child, `${path}/${key}`);
}

/** The paths of matching objects in a document, except in examples. */
const pathsOf = (node: unknown, fits: (object: Json, path: string) => boolean): string[] =>
  [...objectsIn(node)]
    .filter(([path, object]) => !/\/examples?(\/|$)/.test(path) && fits(object, path))
    .map(([path]) => path);

const refersTo = (section: string, node: unknown): boolean =>
  String((node as Json)['$ref']).startsWith(`#/components/${section}/`);

describe.each(DOCUMENTS)('docs/openapi/%s.yaml', (name, document) => {
  it('has id, summary and description of every operation', () => {
    const operations = operationsIn(document);
    const silent = operations.filter(
      ([, { operationId, summary, description }]) => ![operationId, summary, description].every(Boolean),
    );
    expect(silent.map(([id]) => id)).toEqual([]);
    expect(new Set(operations.map(([id]) => id)).size).toBe(operations.length);
  });

  it('describes the properties of every object', () => {
    expect(
      pathsOf(
        document,
        (schema) =>
          schema['type'] === 'object' &&
          !('properties' in schema || 'additionalProperties' in schema || 'allOf' in schema),
      ),
    ).toEqual([]);
  });

  it('has no default in the schema of a body, which would make the field required in generated types', () => {
    expect(
      pathsOf(document.components['schemas'], (schema) => 'type' in schema && 'default' in schema),
    ).toEqual([]);
  });

  it('describes every error as JSON', () => {
    const answers = operationsIn(document).flatMap(([id, { responses }]) =>
      Object.entries(responses as Record<string, Json>).map(([status, response]) => ({
        id,
        status,
        response,
      })),
    );
    const types = [
      ...answers.filter(({ status, response }) => Number(status) >= 400 && !refersTo('responses', response)),
      ...Object.entries(document.components['responses'] ?? {}).map(([id, response]) => ({ id, response })),
    ].flatMap(({ response }) => Object.keys(response['content'] as Json));
    // The sign-in pages are for browsers.
    expect(new Set(types)).toEqual(new Set(['application/json', ...(name === 'v1' ? ['text/html'] : [])]));
  });

  it('accepts null wherever it says nullable, to a reader that follows OpenAPI 3.0.3 to the letter', () => {
    const refuses = (schema: Json): boolean =>
      !('type' in schema) ||
      ['$ref', 'allOf', 'oneOf', 'anyOf'].some((composed) => composed in schema) ||
      (Array.isArray(schema['enum']) && !schema['enum'].includes(null));
    expect(pathsOf(document, (schema) => schema['nullable'] === true && refuses(schema))).toEqual([]);
  });

  it('describes each header once', () => {
    const paths = pathsOf(document.paths, (_object, path) => path.endsWith('/headers'));
    expect(paths.length).toBeGreaterThan(0);
    const headers = [...objectsIn(document)]
      .filter(([path]) => /\/headers\/[^/]+$/.test(path) && !/^\/components\/(headers|schemas)\//.test(path))
      .filter(([, header]) => !refersTo('headers', header))
      .map(([path]) => path.split('/').at(-1));
    expect(headers).toEqual([...new Set(headers)]);
  });

  it('stays small enough to read', () => {
    const limit = { registry: 100_000, v1: 660_000 }[name] ?? 0;
    expect(JSON.stringify(document).length).toBeLessThan(limit);
  });
});

describe('docs/openapi/registry.yaml', () => {
  it('documents 429 for operations that accept a password, and for no others', () => {
    const operations = operationsIn(openApiDocument('registry') as OpenApiDocument);
    const takesPasswords = ([id, { security = [] }]: [string, Json]): boolean =>
      id === 'login' || (security as Json[]).some((scheme) => 'basic' in scheme);
    const announced = operations.filter(([, { responses }]) => '429' in (responses as Json));
    expect(announced).toEqual(operations.filter(takesPasswords));
    expect(announced.length).toBeGreaterThan(1);
    expect(announced.length).toBeLessThan(operations.length);
  });
});

describe('docs/openapi/v1.yaml', () => {
  const v1 = openApiDocument('v1') as OpenApiDocument;

  it('documents the rate limit headers for every response of the hub API', () => {
    const shared = v1.components['responses'] ?? {};
    const answerOf = (response: Json): Json | undefined =>
      refersTo('responses', response) ? shared[String(response['$ref']).split('/').at(-1) ?? ''] : response;
    const without = Object.entries(v1.paths)
      .filter(([path]) => path.startsWith('/api/v1/'))
      .flatMap(([path, methods]) =>
        Object.values(methods).flatMap(({ responses }) =>
          Object.entries(responses as Record<string, Json>)
            .filter(
              ([, response]) => !('X-RateLimit-Reset' in ((answerOf(response)?.['headers'] ?? {}) as Json)),
            )
            .map(([status]) => `${path} ${status}`),
        ),
      );
    expect(without).toEqual([]);
  });

  it.each(['CreateMcpRequest', 'ChangeMcpRequest'])(
    'accepts the id of an organization, or null, in %s',
    (schema) => {
      const properties = (v1.components['schemas']?.[schema] as { properties?: Json } | undefined)
        ?.properties;
      const orgId = properties?.['org_id'];
      expect(orgId).toMatchObject({ type: 'string', format: 'uuid', nullable: true });
    },
  );
});
