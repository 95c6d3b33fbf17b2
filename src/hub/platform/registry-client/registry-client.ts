import type { Readable } from 'node:stream';
import { Injectable } from '@nestjs/common';
import type { Sha256Digest } from '../../../common/values/sha256-digest.js';
import {
  registryVersion,
  registryWarnings,
  type RegistryPublication,
  type RegistryVerdict,
  type RegistryVersion,
  type RegistryWarning,
} from './registry-documents.js';
import { RegistryError } from './registry-error.js';
import { RegistryHttp, type RequestBytes } from './registry-http.js';
import { RegistryTokens } from './registry-tokens.js';

const CALL_MS = 30_000;
// A bundle has up to 1 GiB.
const TRANSFER_MS = 10 * 60_000;

/** A package of the registry. */
export interface RegistryPackage {
  readonly org: string;
  readonly name: string;
}

/**
 * The hub as a client of the registry, over HTTP like any other (hub contract 20). Nothing is retried here: callers are
 * jobs, which run again.
 */
@Injectable()
export class RegistryClient {
  constructor(
    private readonly http: RegistryHttp,
    private readonly tokens: RegistryTokens,
  ) {}

  /** The version that `ref` refers to; undefined if there is none, or if it is revoked. @throws RegistryError */
  async resolve(
    { org, name }: RegistryPackage,
    ref: string,
    signal?: AbortSignal,
  ): Promise<RegistryVersion | undefined> {
    const path = `${packagePath({ org, name })}/resolve?ref=${encodeURIComponent(ref)}`;
    const token = await this.tokens.forReading(org);
    try {
      return registryVersion(
        await this.http.json({ method: 'GET', path, token, timeoutMs: CALL_MS, signal }),
      );
    } catch (error) {
      if (error instanceof RegistryError && error.status === 404) return undefined;
      throw explained(error, 'mcp:resolve', org);
    }
  }

  /** The manifest with this digest, as parsed JSON. @throws RegistryError */
  async manifest(org: string, digest: Sha256Digest): Promise<unknown> {
    const token = await this.tokens.forReading(org);
    const path = artifactPath(org, digest, 'manifest');
    try {
      return await this.http.json({ method: 'GET', path, token, timeoutMs: CALL_MS });
    } catch (error) {
      throw explained(error, 'artifact:download', org);
    }
  }

  /** Registers a version and its manifest. @throws RegistryError, with status 409 when the version exists */
  async publish(of: RegistryPackage, publication: RegistryPublication): Promise<RegistryWarning[]> {
    const path = `${packagePath(of)}/publish`;
    return registryWarnings(await this.change('POST', path, json(publication)));
  }

  /** Uploads a bundle. Repeating it changes nothing. @throws RegistryError; the source's error */
  async uploadBundle(org: string, digest: Sha256Digest, bytes: Readable): Promise<void> {
    const body = { mediaType: 'application/octet-stream', bytes };
    try {
      await this.change('PUT', artifactPath(org, digest, 'bundle'), body, TRANSFER_MS);
    } finally {
      // A refusal may come before the bytes are read.
      bytes.destroy();
    }
  }

  /** Uploads a JSON document as evidence. Repeating it changes nothing. @throws RegistryError */
  async uploadEvidence(
    org: string,
    digest: Sha256Digest,
    kind: string,
    bytes: Uint8Array<ArrayBuffer>,
  ): Promise<void> {
    const path = artifactPath(org, digest, `evidence/${encodeURIComponent(kind)}`);
    await this.change('PUT', path, { mediaType: 'application/json', bytes }, TRANSFER_MS);
  }

  /** Publishes or revokes a registered version. Repeating it changes nothing. @throws RegistryError */
  async setStatus(
    of: RegistryPackage,
    version: string,
    status: 'published' | 'revoked',
  ): Promise<RegistryWarning[]> {
    return registryWarnings(
      await this.change('POST', `${versionPath(of, version)}/status`, json({ status })),
    );
  }

  /**
   * Removes a version that was never published and whose bundle is not stored (registry contract 24).
   * @throws RegistryError, with status 409 for any other version
   */
  async remove(of: RegistryPackage, version: string): Promise<void> {
    const token = await this.tokens.forPublishing();
    try {
      await this.http.send({ method: 'DELETE', path: versionPath(of, version), token, timeoutMs: CALL_MS });
    } catch (error) {
      throw explained(error, 'admin:publish');
    }
  }

  /** Records the hub's verdict on a version; the newest counts. @throws RegistryError */
  async certify(of: RegistryPackage, version: string, verdict: RegistryVerdict): Promise<void> {
    await this.change('PUT', `${versionPath(of, version)}/certification`, json(verdict));
  }

  private async change(
    method: 'POST' | 'PUT',
    path: string,
    body: RequestBytes,
    timeoutMs = CALL_MS,
  ): Promise<unknown> {
    const token = await this.tokens.forPublishing();
    try {
      return await this.http.json({ method, path, token, body, timeoutMs });
    } catch (error) {
      throw explained(error, 'admin:publish');
    }
  }
}

const json = (value: object): RequestBytes => ({
  mediaType: 'application/json',
  bytes: new Uint8Array(Buffer.from(JSON.stringify(value))),
});

const packagePath = ({ org, name }: RegistryPackage): string =>
  `/v1/org/${encodeURIComponent(org)}/mcps/${encodeURIComponent(name)}`;

const versionPath = (of: RegistryPackage, version: string): string =>
  `${packagePath(of)}/versions/${encodeURIComponent(version)}`;

const artifactPath = (org: string, digest: Sha256Digest, part: string): string =>
  `/v1/org/${encodeURIComponent(org)}/artifacts/${digest}/${part}`;

/** Adds to a refusal of the credential what the operator can do. */
function explained(error: unknown, scope: string, org?: string): unknown {
  if (!(error instanceof RegistryError) || (error.status !== 401 && error.status !== 403)) return error;
  const on = org === undefined ? '' : ` on org/${org}/`;
  return new RegistryError(
    `${error.message}; REGISTRY_SERVICE_TOKEN must be a valid JWT with the scope ${scope}${on}`,
    error.status,
    { cause: error, details: error.details },
  );
}
