import { beforeAll } from '@jest/globals';
import type { ApiClient, ApiResponse, Method } from '../support/api-client.js';
import { makeHubObjects, type HubObjects } from '../support/hub-objects.js';
import {
  exampleOf,
  HUB_OPERATIONS,
  OPERATIONS,
  type Json,
  type Operation,
} from '../support/openapi-contract.js';
import { useHub } from '../support/suite.js';
import { BODIES, pathTo } from './hub-operations.js';

export const nameOf = ({ method, path }: Operation): string => `${method} ${path}`;

/** The operations of both APIs with a JSON body, except webhooks, whose bodies are those of their senders. */
export const JSON_OPERATIONS = [...OPERATIONS, ...HUB_OPERATIONS].filter(
  ({ requestBody, path }) => schemaOfBody(requestBody) !== undefined && !path.includes('/webhooks/'),
);

function schemaOfBody(body: Operation['requestBody']): Json | undefined {
  return body?.content?.['application/json']?.schema;
}

/** The schema of the JSON body of an operation. */
export const bodySchemaOf = ({ requestBody }: Operation): Json => schemaOfBody(requestBody) ?? {};

export const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The field that an error names: in its details, or as the first word of the hub's message. Undefined for other answers. */
export const fieldOf = ({ status, body }: ApiResponse): string | undefined => {
  if (status !== 400) return undefined;
  const { message, error } = body as { message?: string; error?: { details?: { field?: string } } | string };
  return isObject(error) ? error.details?.field : message?.split(' ', 1)[0];
};

const REGISTRY_PATH: Readonly<Record<string, string>> = {
  org: 'acme',
  name: 'files',
  version: '1.2.3',
  digest: `sha256:${'0b'.repeat(32)}`,
};

/** Requests to all operations, by callers who may make them, about objects that exist. */
export class OperationRequests {
  callers!: Readonly<Record<'owner' | 'platform' | 'service' | 'registry', ApiClient>>;
  private objects!: HubObjects;

  async start({ t, actors }: Awaited<ReturnType<typeof useHub>>): Promise<void> {
    const org = await actors.organization();
    const platform = await actors.user();
    await t.rows(`UPDATE hub_user SET role = 'PLATFORM_ADMIN' WHERE id = $1`, [platform.id]);
    const service = await actors.serviceToken(org.id, [`ci:org:${org.id}`]);
    this.callers = {
      owner: actors.lasting(org.owner),
      platform: actors.lasting(platform),
      service,
      registry: await t.actors.admin(),
    };
    this.objects = await makeHubObjects(t, org.id);
  }

  /** A valid body of an operation; names in it are new ones each time. */
  bodyOf(operation: Operation): unknown {
    return BODIES[nameOf(operation)]?.(this.objects) ?? exampleOf(operation.api, operation.requestBody);
  }

  send(operation: Operation, json: unknown): Promise<ApiResponse> {
    const path =
      operation.api === 'registry'
        ? operation.path.replace(/\{(\w+)\}/g, (_all, name: string) => REGISTRY_PATH[name] ?? 'x')
        : pathTo(operation.path, this.objects);
    return this.callerOf(operation).send(operation.method as Method, path, { json });
  }

  private callerOf({ api, access }: Operation): ApiClient {
    if (api === 'registry') return this.callers.registry;
    const { kind } = access;
    if (kind === 'platform_admin') return this.callers.platform;
    return kind === 'service_token' ? this.callers.service : this.callers.owner;
  }
}

/** A hub, a registry and requests to all their operations: `const requests = await useOperationRequests();`. */
export async function useOperationRequests(): Promise<OperationRequests> {
  const hub = await useHub({ RATE_LIMIT_ENTERPRISE: '100000' });
  const requests = new OperationRequests();
  beforeAll(() => requests.start(hub));
  return requests;
}
