import { createHash } from 'node:crypto';
import type { ApiClient, ApiResponse } from './api-client.js';

/** `sha256:<hex>` of bytes. */
export const digestOf = (bytes: Uint8Array | string): string =>
  `sha256:${createHash('sha256').update(bytes).digest('hex')}`;

/** The default bundle of `publishRequest`: different for every version. */
export const bundleOf = (id: string, version: string): Buffer => Buffer.from(`bundle of ${id} ${version}`);

/** A unique Git SHA. */
export const commitOf = (text: string): string => createHash('sha1').update(text).digest('hex');

/** A valid manifest. */
export const manifestOf = (id: string, version: string, extra: object = {}): Record<string, unknown> => ({
  schema_version: 1,
  package: { id, version },
  runtime: { type: 'node', version: '>=22' },
  entrypoint: { command: ['node', 'index.js'] },
  ...extra,
});

/** A valid publish request. */
export function publishRequest(id: string, version: string, change: object = {}): Record<string, unknown> {
  const bundle = bundleOf(id, version);
  return {
    version,
    bundle_digest: digestOf(bundle),
    bundle_size_bytes: bundle.length,
    manifest_json: manifestOf(id, version),
    git_sha: commitOf(`${id}@${version}`),
    repo_url: `https://github.com/${id}`,
    repo_visibility: 'public',
    repo_provider: 'github',
    repo_ref: `v${version}`,
    repo_commit: commitOf(`${id}@${version}`),
    ...change,
  };
}

export const packagePath = (id: string): string => {
  const [org, name] = id.split('/');
  return `/v1/org/${org}/mcps/${name}`;
};

export const artifactPath = (org: string, digest: string, part: string): string =>
  `/v1/org/${org}/artifacts/${digest}/${part}`;

const must = (response: ApiResponse, status = 200): ApiResponse => {
  if (response.status !== status)
    throw new Error(`expected ${status}, got ${response.status}: ${response.text}`);
  return response;
};

export const publish = (
  actor: ApiClient,
  id: string,
  version: string,
  change: object = {},
): Promise<ApiResponse> => actor.post(`${packagePath(id)}/publish`, publishRequest(id, version, change));

export const setStatus = (
  actor: ApiClient,
  id: string,
  version: string,
  status: string,
): Promise<ApiResponse> =>
  actor.post(`${packagePath(id)}/versions/${encodeURIComponent(version)}/status`, { status });

export const uploadBundle = (actor: ApiClient, org: string, bytes: Buffer): Promise<ApiResponse> =>
  actor.put(artifactPath(org, digestOf(bytes), 'bundle'), new Uint8Array(bytes), 'application/octet-stream');

/** Creates versions through the API: `aVersion(admin, 'acme/files', '1.0.0').published()`. */
export const aVersion = (actor: ApiClient, id: string, version: string, change: object = {}) => {
  const [org = ''] = id.split('/');
  const bundle = bundleOf(id, version);
  const built = {
    id,
    version,
    bundle,
    bundleDigest: digestOf(bundle),
    gitSha: commitOf(`${id}@${version}`),
  };
  const ingested = async () => {
    must(await publish(actor, id, version, change));
    return built;
  };
  const uploaded = async () => {
    await ingested();
    must(await uploadBundle(actor, org, bundle));
    return built;
  };
  const published = async () => {
    await uploaded();
    must(await setStatus(actor, id, version, 'published'));
    return built;
  };
  const revoked = async () => {
    await published();
    must(await setStatus(actor, id, version, 'revoked'));
    return built;
  };
  const draft = async () => {
    must(await publish(actor, id, version, { ...change, status: 'draft' }));
    return built;
  };
  return { draft, ingested, uploaded, published, revoked };
};
