// A program as a user of the registry might write it, compiled against the types that openapi-typescript generates from
// registry.yaml, in a folder with a copy of it. Prints what it downloaded.
import { createHash } from 'node:crypto';
import createClient from 'openapi-fetch';
import type { components, paths } from './registry.js';

const [, , baseUrl = '', username = '', password = ''] = process.argv;

/**
 * The data of a response.
 * @throws with the registry's error message
 */
function must<T>({
  data,
  error,
}: {
  data?: T | undefined;
  error?: components['schemas']['RegistryError'];
}): T {
  if (data === undefined) throw new Error(error?.error.message ?? 'no answer');
  return data;
}

const sha256 = (bytes: Uint8Array): string => `sha256:${createHash('sha256').update(bytes).digest('hex')}`;

const anonymous = createClient<paths>({ baseUrl });
const login = must(await anonymous.POST('/v1/auth/login', { body: { username, password } }));
const lifetime: number = login.expires_in;

const client = createClient<paths>({
  baseUrl,
  headers: { Authorization: `Bearer ${login.access_token}` },
});

const bundle = Buffer.from('a bundle of a generated client');
const digest = sha256(bundle);
const commit = '2fd4e1c67a2d28fced849ee1bb76e7391b93eb12';
const path = { org: 'generated', name: 'files' };

// Fields with defaults are omitted.
const publication: components['schemas']['PublishRequest'] = {
  version: '1.0.0',
  bundle_digest: digest,
  bundle_size_bytes: bundle.length,
  manifest_json: {
    schema_version: 1,
    package: { id: 'generated/files', version: '1.0.0' },
    runtime: { type: 'node', version: '>=22' },
    entrypoint: { command: ['node', 'index.js'] },
  },
  git_sha: commit,
  repo_url: 'https://github.com/generated/files',
  repo_visibility: 'public',
  repo_provider: 'github',
  repo_ref: 'v1.0.0',
  repo_commit: commit,
};
const published = must(
  await client.POST('/v1/org/{org}/mcps/{name}/publish', { params: { path }, body: publication }),
);

const uploaded = must(
  await client.PUT('/v1/org/{org}/artifacts/{digest}/bundle', {
    params: { path: { org: path.org, digest } },
    headers: { 'Content-Type': 'application/octet-stream' },
    body: bundle.toString(),
    bodySerializer: (bytes) => bytes,
  }),
);

const released = must(
  await client.POST('/v1/org/{org}/mcps/{name}/versions/{version}/status', {
    params: { path: { ...path, version: published.version } },
    body: { status: 'published' },
  }),
);

const found = must(
  await client.GET('/v1/org/{org}/mcps/{name}/resolve', { params: { path, query: { ref: '^1.0.0' } } }),
);

const downloaded = must(
  await client.GET('/v1/org/{org}/artifacts/{digest}/bundle', {
    params: { path: { org: path.org, digest: found.resolved.bundle.digest } },
    parseAs: 'arrayBuffer',
  }),
);

const refused = await client.GET('/v1/org/{org}/artifacts/{digest}/bundle', {
  params: { path: { org: path.org, digest: sha256(Buffer.from('nothing')) } },
  parseAs: 'arrayBuffer',
});

console.log(
  JSON.stringify({
    lifetime: lifetime > 0,
    uploaded: uploaded.size_bytes === bundle.length,
    status: released.status,
    version: found.resolved.version,
    intact: sha256(new Uint8Array(downloaded)) === digest,
    refusal: refused.error?.error.code,
  }),
);
