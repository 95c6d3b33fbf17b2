import type { ApiClient, ApiResponse, Method } from '../support/api-client.js';
import { digestOf, publishRequest } from '../support/builders.js';
import type { Operation } from '../support/openapi-contract.js';

export const BYTES = Buffer.from('{"matrix":true}');

/** Values of parameters in paths, by their names. */
export type Parameters = Readonly<Record<string, string>>;

export const PARAMETERS: Parameters = {
  org: 'matrix',
  name: 'files',
  version: '1.0.0',
  digest: digestOf(BYTES),
  kind: 'sbom',
  token_id: `mcp_${'a'.repeat(20)}`,
  username: 'nobody',
};

const QUERIES: Readonly<Record<string, string>> = {
  resolveVersion: '?ref=1.0.0',
  presignUpload: '?kind=bundle',
};

const BODIES: Readonly<Record<string, (parameters: Parameters) => object>> = {
  login: () => ({ username: 'nobody', password: 'no such password' }),
  // A different version than in other requests, which must not depend on each other.
  publishVersion: ({ org, name }) => publishRequest(`${org}/${name}`, '3.0.0'),
  changeVersionStatus: () => ({ status: 'revoked' }),
  certifyVersion: () => ({
    level: 1,
    global_score: 50,
    snapshot_id: 'snapshot',
    evaluated_at: '2026-01-31T12:00:00Z',
  }),
  presignUpload: () => ({}),
  createToken: ({ org }) => ({ description: '', scopes: ['token:create'], resources: [`org/${org}/`] }),
  addMember: ({ username }) => ({ username, role: 'member' }),
};

export const fill = (template: string, parameters = PARAMETERS): string =>
  template.replace(/\{(\w+)\}/g, (_whole, name: string) => parameters[name] ?? '');

/** Sends a request of the registry that only the access rule of its operation, or what it is about, could refuse. */
export function send(
  caller: ApiClient,
  operation: Operation,
  method = operation.method,
  parameters = PARAMETERS,
): Promise<ApiResponse> {
  const { operationId, path } = operation;
  const target = fill(path, parameters) + (QUERIES[operationId] ?? '');
  const body = BODIES[operationId];
  if (method === 'PUT' && body === undefined) {
    const type = path.endsWith('/bundle') ? 'application/octet-stream' : 'application/json';
    return caller.put(target, new Uint8Array(BYTES), type);
  }
  return caller.send(method as Method, target, { json: body?.(parameters) });
}
