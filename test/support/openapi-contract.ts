import { Ajv, type ValidateFunction } from 'ajv';
import formats from 'ajv-formats';
import type { Recording } from '../../src/auth/trail/records.decorator.js';
import { toJsonSchema } from './openapi-schema.js';
import { openApiDocument } from './prepared.js';

export type Json = Record<string, unknown>;

interface MediaObject {
  readonly schema?: Json;
  readonly example?: unknown;
  readonly examples?: Record<string, unknown>;
}

/** The body of a request or response. */
interface BodyObject {
  readonly content?: Record<string, MediaObject>;
}

/** A parameter in the query of an operation. */
export interface QueryParameter {
  readonly name: string;
  readonly required: boolean;
  readonly schema: { readonly enum?: readonly (string | number)[]; readonly type?: string };
}

/** An operation of one of the OpenAPI documents. */
export interface Operation {
  readonly api: ApiName;
  readonly operationId: string;
  readonly method: string;
  /** The path template, such as `/v1/org/{org}/mcps/{name}`. */
  readonly path: string;
  readonly access: Json;
  /** What it records in the audit trail. */
  readonly audit?: Recording;
  readonly query: readonly QueryParameter[];
  readonly requestBody?: BodyObject;
  readonly responses: Record<string, BodyObject>;
}

interface ApiDocument {
  readonly paths: Record<string, Record<string, Json>>;
  readonly components: Json;
}

const DOCUMENTS = {
  registry: openApiDocument('registry') as ApiDocument,
  v1: openApiDocument('v1') as ApiDocument,
} as const;
export type ApiName = keyof typeof DOCUMENTS;

/** A node itself, or the component it refers to. */
function resolved(document: ApiDocument, node: unknown): unknown {
  const { $ref: reference } = node as { $ref?: string };
  if (reference === undefined) return node;
  const steps = reference.split('/').slice(1);
  return steps.reduce<unknown>((whole, step) => (whole as Json)[step], document);
}

/** A schema of an API itself, or the component it refers to. */
export const componentOf = (api: ApiName, schema: Json): Json => resolved(DOCUMENTS[api], schema) as Json;

/** The first example of a JSON body. */
export function exampleOf(api: ApiName, body: BodyObject | undefined): unknown {
  const { example, examples = {} } = body?.content?.['application/json'] ?? {};
  const [first] = Object.values(examples);
  return example ?? (first === undefined ? undefined : (resolved(DOCUMENTS[api], first) as Json)['value']);
}

const queryOf = (document: ApiDocument, { parameters = [] }: Json): QueryParameter[] =>
  (parameters as readonly unknown[])
    .map((parameter) => resolved(document, parameter) as Json)
    .filter((parameter) => parameter['in'] === 'query')
    .map(({ name, required, schema }) => ({
      name: name as string,
      required: required === true,
      schema: (schema ?? {}) as QueryParameter['schema'],
    }));

const operationsIn = (api: ApiName): Operation[] =>
  Object.entries(DOCUMENTS[api].paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      api,
      operationId: operation['operationId'] as string,
      method: method.toUpperCase(),
      path,
      access: operation['x-access'] as Json,
      ...('x-audit' in operation && { audit: operation['x-audit'] as Recording }),
      query: queryOf(DOCUMENTS[api], operation),
      ...('requestBody' in operation && { requestBody: operation['requestBody'] as BodyObject }),
      responses: Object.fromEntries(
        Object.entries(operation['responses'] as Json).map(([status, response]) => [
          status,
          resolved(DOCUMENTS[api], response) as BodyObject,
        ]),
      ),
    })),
  );

/** Every operation of the registry's document. */
export const OPERATIONS: readonly Operation[] = operationsIn('registry');

/** Every operation of the hub's document. */
export const HUB_OPERATIONS: readonly Operation[] = operationsIn('v1');

const ajv = new Ajv({ strict: false, allErrors: true });
formats.default(ajv);
for (const [api, { components }] of Object.entries(DOCUMENTS)) {
  ajv.addSchema(toJsonSchema({ components }) as Json, api);
}
const validators = new Map<string, ValidateFunction>();

/** A schema whose references point into the document of an API. */
const boundTo = (api: ApiName, schema: Json): Json =>
  JSON.parse(JSON.stringify(toJsonSchema(schema)).replaceAll('"#/', `"${api}#/`)) as Json;

/** The problems of a body's examples: there is none, or one does not match its schema. */
export function exampleFaults(api: ApiName, { schema = {}, example, examples = {} }: MediaObject): string[] {
  const values = [
    ...(example === undefined ? [] : [example]),
    ...Object.values(examples).map((given) => (resolved(DOCUMENTS[api], given) as { value: unknown }).value),
  ];
  if (values.length === 0) return ['no example'];
  const validate = ajv.compile(boundTo(api, schema));
  return values
    .filter((value) => !validate(value))
    .map((value) => `${ajv.errorsText(validate.errors)} in ${JSON.stringify(value)}`);
}

// The server accepts a trailing slash everywhere. Names of servers in lists have a slash.
const matcherOf = (path: string): RegExp =>
  new RegExp(`^${path.replace('{serverName}', '[^/]+(?:/[^/]+)?').replace(/\{\w+\}/g, '[^/]+')}/?$`);

// Static segments before parameters: the most specific template wins.
const matchers = [...OPERATIONS, ...HUB_OPERATIONS]
  .sort((a, b) => (a.path.match(/\{/g)?.length ?? 0) - (b.path.match(/\{/g)?.length ?? 0))
  .map((operation) => ({ operation, matches: matcherOf(operation.path) }));

/** The operation of a request; undefined when it is not in the document. */
function operationOf(method: string, path: string): Operation | undefined {
  const wanted = method === 'HEAD' ? 'GET' : method;
  return matchers.find(({ operation, matches }) => operation.method === wanted && matches.test(path))
    ?.operation;
}

/** The path of a request target for the matchers. Only parameters are decoded, and these match any segment. */
function pathOf(target: string): string {
  const [path = ''] = target.split('?');
  // Leading slashes count as one (registry contract 16), and clients of `/v0.1` append it to addresses that have it.
  return path.replace(/^\/+/, '/').replace(/\/+(?:v0\.1\/+)+/, '/v0.1/');
}

/** An operation whose errors have the format that an unknown path gets. */
const neighborOf = (path: string): Operation | undefined => {
  const surface = ['/api/v1/grc/', '/api/v1/', '/v0.1/', '/allow/', '/v1/'].find((start) =>
    path.startsWith(start),
  );
  return matchers.find(({ operation }) => surface !== undefined && operation.path.startsWith(surface))
    ?.operation;
};

const JSON_TYPE = 'application/json';

// Errors without an operation: they have the format of its other errors.
const BEFORE_ROUTING = [431];
const UNROUTED = [404, 405];

/**
 * How a response violates the document; undefined when it conforms.
 * @param target the path of the request as it was sent, and its query
 */
export function contractViolation(
  method: string,
  target: string,
  status: number,
  body: unknown,
  mediaType = JSON_TYPE,
): string | undefined {
  // Preflight requests of browsers are not operations.
  if (method === 'OPTIONS') return undefined;
  const path = pathOf(target);
  const known = operationOf(method, path);
  const isRefused = BEFORE_ROUTING.includes(status) || (known === undefined && UNROUTED.includes(status));
  const operation = known ?? (isRefused ? neighborOf(path) : undefined);
  if (operation === undefined) return isRefused ? undefined : `${method} ${path} is not in the document`;
  const response = operation.responses[isRefused ? '500' : String(status)];
  if (response === undefined) return `${operation.operationId} does not document ${status}`;
  // A response of an undocumented type is validated as the JSON that it should be.
  const schema = (response.content?.[mediaType] ?? response.content?.[JSON_TYPE])?.schema;
  if (schema === undefined || method === 'HEAD' || schema['format'] === 'binary') return undefined;
  const key = `${operation.api} ${operation.operationId} ${status} ${mediaType}`;
  let validate = validators.get(key);
  if (validate === undefined) {
    validate = ajv.compile(boundTo(operation.api, schema));
    validators.set(key, validate);
  }
  return validate(body) ? undefined : `${key}: ${ajv.errorsText(validate.errors)} in ${JSON.stringify(body)}`;
}
