import type { ApiClient, ApiResponse, Method } from './api-client.js';
import {
  componentOf,
  HUB_OPERATIONS,
  OPERATIONS,
  type ApiName,
  type Json,
  type Operation,
} from './openapi-contract.js';

// Fields of responses that authenticate somebody.
const CREDENTIAL = /^(.*_)?(token|secret)$/;

const schemaOf = (operation: Operation, status: string): Json => {
  const schema = operation.responses[status]?.content?.['application/json']?.schema;
  return schema === undefined ? {} : componentOf(operation.api, schema);
};

const propertiesOf = (schema: Json): Record<string, Json> =>
  (schema['properties'] ?? {}) as Record<string, Json>;

/** Whether a response may have a credential. Those of an object in the path, such as a webhook, are not of a person. */
const isGiving = (operation: Operation): boolean =>
  operation.method === 'POST' &&
  [...operation.path.matchAll(/\{(\w+)\}/g)].every(([, name]) => name === 'orgId' || name === 'org') &&
  Object.keys(operation.responses).some(
    (status) =>
      status.startsWith('2') &&
      Object.keys(propertiesOf(schemaOf(operation, status))).some((name) => CREDENTIAL.test(name)),
  );

/** Every operation of both APIs that gives a person a credential: one that is added is among them. */
export const GIVING_OPERATIONS: readonly Operation[] = [...OPERATIONS, ...HUB_OPERATIONS].filter(isGiving);

/** Whoever asks for credentials. */
export interface Asking {
  readonly clients: Readonly<Record<ApiName, ApiClient>>;
  readonly orgId: string;
  readonly org: string;
  /** Values of fields of requests, by their names. */
  readonly fields: Readonly<Record<string, unknown>>;
}

/** Bodies of an operation, from the examples of its schema: one more for each value of a field with a list of values. */
function bodiesOf(operation: Operation, { fields, orgId }: Asking): object[] {
  const schema = operation.requestBody?.content?.['application/json']?.schema;
  if (schema === undefined) return [{}];
  const object = componentOf(operation.api, schema);
  const { required = [] } = object as { required?: string[] };
  const properties = propertiesOf(object);
  const base = Object.fromEntries(
    required.map((name) => [name, fields[name] ?? properties[name]?.['example'] ?? name]),
  );
  const choices = Object.entries(properties).flatMap(([name, property]) =>
    required.includes(name)
      ? []
      : ((property['enum'] ?? []) as unknown[]).map((value) => ({ ...base, [name]: value })),
  );
  const text = JSON.stringify([base, ...choices]);
  // Examples name an organization of the documents.
  return JSON.parse(text.replaceAll(/:org:[0-9a-f-]{36}/g, `:org:${orgId}`)) as object[];
}

/** The Authorization headers that a response makes possible. */
function headersOf({ body }: ApiResponse): string[] {
  const values = Object.entries((body ?? {}) as Record<string, unknown>);
  const texts = values.filter(([name, value]) => CREDENTIAL.test(name) && typeof value === 'string');
  const id = values.find(([name]) => name === 'token_id')?.[1];
  return texts.flatMap(([, value]) => [
    `Bearer ${String(value)}`,
    ...(typeof id === 'string' ? [`Token ${id}:${String(value)}`] : []),
  ]);
}

/** An answer that may have credentials. */
export interface Given {
  readonly operation: Operation;
  readonly status: number;
  readonly headers: readonly string[];
}

/** Asks with every operation that gives credentials. */
export async function* askForCredentials(asking: Asking): AsyncGenerator<Given> {
  for (const operation of GIVING_OPERATIONS) {
    const path = operation.path.replace('{orgId}', asking.orgId).replace('{org}', asking.org);
    for (const json of bodiesOf(operation, asking)) {
      const answer = await asking.clients[operation.api].send(operation.method as Method, path, { json });
      yield { operation, status: answer.status, headers: answer.status < 300 ? headersOf(answer) : [] };
    }
  }
}
