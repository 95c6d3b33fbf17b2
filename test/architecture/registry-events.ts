import { randomUUID } from 'node:crypto';
import type { ApiClient, ApiResponse } from '../support/api-client.js';
import {
  artifactPath,
  aVersion,
  bundleOf,
  digestOf,
  manifestOf,
  packagePath,
  publish,
  uploadBundle,
} from '../support/builders.js';
import { PASSWORD } from '../support/credentials.js';
import type { TestApp } from '../support/test-app.js';

/** Where requests to the registry are made. */
export interface RegistryScene {
  readonly t: TestApp;
  /** Administrator of the registry. */
  readonly caller: ApiClient;
  /** Slug of an organization of both APIs. */
  readonly org: string;
  /** A package that does not exist yet. */
  readonly id: string;
}

type Prepared = () => Promise<ApiResponse>;

const VERSION = '1.0.0';
const TOKEN = { description: 'ci', scopes: ['mcp:resolve'], resources: ['org/'] };

const put = ({ caller, org }: RegistryScene, text: string, part: string): Promise<ApiResponse> =>
  caller.put(artifactPath(org, digestOf(text), part), new Uint8Array(Buffer.from(text)), 'application/json');

const person = async ({ t }: RegistryScene): Promise<string> =>
  (await t.actors.user(`member-${randomUUID().slice(0, 8)}`)).username;

/** The last request of each operation that changes something, after those that it needs. */
export const REGISTRY_REQUESTS: Readonly<Record<string, (scene: RegistryScene) => Promise<Prepared>>> = {
  'POST /v1/auth/login': async (scene) => {
    const username = await person(scene);
    return () => scene.t.actors.anonymous.post('/v1/auth/login', { username, password: PASSWORD });
  },
  'POST /v1/tokens': ({ caller }) => Promise.resolve(() => caller.post('/v1/tokens', TOKEN)),
  'DELETE /v1/tokens/{token_id}': async ({ caller }) => {
    const { body } = await caller.post('/v1/tokens', TOKEN);
    return () => caller.delete(`/v1/tokens/${body.token_id}`);
  },
  'POST /v1/org/{org}/members': async (scene) => {
    const username = await person(scene);
    return () => scene.caller.post(`/v1/org/${scene.org}/members`, { username, role: 'member' });
  },
  'DELETE /v1/org/{org}/members/{username}': async (scene) => {
    const username = await person(scene);
    await scene.caller.post(`/v1/org/${scene.org}/members`, { username, role: 'member' });
    return () => scene.caller.delete(`/v1/org/${scene.org}/members/${username}`);
  },
  'POST /v1/org/{org}/mcps/{name}/publish': ({ caller, id }) =>
    Promise.resolve(() => publish(caller, id, VERSION)),
  'POST /v1/org/{org}/mcps/{name}/versions/{version}/status': async ({ caller, id }) => {
    await aVersion(caller, id, VERSION).uploaded();
    return () => caller.post(`${packagePath(id)}/versions/${VERSION}/status`, { status: 'published' });
  },
  'DELETE /v1/org/{org}/mcps/{name}/versions/{version}': async ({ caller, id }) => {
    await publish(caller, id, VERSION);
    return () => caller.delete(`${packagePath(id)}/versions/${VERSION}`);
  },
  'PUT /v1/org/{org}/mcps/{name}/versions/{version}/certification': async ({ t, caller, id }) => {
    await publish(caller, id, VERSION);
    const certifier = await t.actors.bearer({ sub: 'certifier', scopes: ['admin:publish'] });
    const json = {
      level: 2,
      global_score: 87,
      snapshot_id: randomUUID(),
      evaluated_at: '2026-01-31T12:00:00.000Z',
    };
    return () => certifier.send('PUT', `${packagePath(id)}/versions/${VERSION}/certification`, { json });
  },
  'PUT /v1/org/{org}/artifacts/{digest}/bundle': async ({ caller, id, org }) => {
    await publish(caller, id, VERSION);
    return () => uploadBundle(caller, org, bundleOf(id, VERSION));
  },
  'PUT /v1/org/{org}/artifacts/{digest}/manifest': (scene) =>
    Promise.resolve(() => put(scene, JSON.stringify(manifestOf(scene.id, VERSION)), 'manifest')),
  'PUT /v1/org/{org}/artifacts/{digest}/evidence/{kind}': (scene) =>
    Promise.resolve(() => put(scene, JSON.stringify({ id: scene.id }), 'evidence/sbom')),
};
