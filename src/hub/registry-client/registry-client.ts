import { createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ReadableStream } from 'node:stream/web';
import { Injectable } from '@nestjs/common';
import type { Sha256Digest } from '../../common/values/sha256-digest.js';
import { ArtifactTooLargeError, DigestMismatchError } from '../../storage/artifacts/artifact-store.js';
import { HashingStream } from '../../storage/artifacts/hashing-stream.js';
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

/** Bounds of a download. */
export interface DownloadBounds {
  readonly maxBytes: number;
  readonly signal?: AbortSignal;
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

  /**
   * Downloads a bundle into a new file at `path`, which does not exist afterwards if that fails, and returns its size in
   * bytes.
   * @throws RegistryError; DigestMismatchError for other bytes; ArtifactTooLargeError; the signal's reason
   */
  async downloadBundle(
    org: string,
    digest: Sha256Digest,
    path: string,
    { maxBytes, signal }: DownloadBounds,
  ): Promise<number> {
    const token = await this.tokens.forReading(org);
    const request = {
      method: 'GET',
      path: artifactPath(org, digest, 'bundle'),
      token,
      timeoutMs: TRANSFER_MS,
      signal,
    } as const;
    const response = await this.http.send(request).catch((error: unknown) => {
      throw explained(error, 'artifact:download', org);
    });
    const hashing = new HashingStream(digest, maxBytes);
    const bytes = response.body as ReadableStream<Uint8Array> | null;
    try {
      await pipeline(
        bytes === null ? [] : Readable.fromWeb(bytes),
        hashing,
        createWriteStream(path, { flags: 'wx' }),
      );
      return hashing.bytes;
    } catch (error) {
      await rm(path, { force: true });
      throw signal?.aborted === true ? signal.reason : transferError(error);
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
    return registryWarnings(await this.change('POST', versionPath(of, version, 'status'), json({ status })));
  }

  /** Records the hub's verdict on a version; the newest counts. @throws RegistryError */
  async certify(of: RegistryPackage, version: string, verdict: RegistryVerdict): Promise<void> {
    await this.change('PUT', versionPath(of, version, 'certification'), json(verdict));
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

const versionPath = (of: RegistryPackage, version: string, part: string): string =>
  `${packagePath(of)}/versions/${encodeURIComponent(version)}/${part}`;

const artifactPath = (org: string, digest: Sha256Digest, part: string): string =>
  `/v1/org/${encodeURIComponent(org)}/artifacts/${digest}/${part}`;

/** Adds to a refusal of the credential what the operator can do. */
function explained(error: unknown, scope: string, org?: string): unknown {
  if (!(error instanceof RegistryError) || (error.status !== 401 && error.status !== 403)) return error;
  const on = org === undefined ? '' : ` on org/${org}/`;
  return new RegistryError(
    `${error.message}; REGISTRY_SERVICE_TOKEN must be a valid JWT with the scope ${scope}${on}`,
    error.status,
    { cause: error },
  );
}

/** A connection that ends early is a RegistryError; what the bytes are is not. */
const transferError = (error: unknown): unknown =>
  error instanceof DigestMismatchError || error instanceof ArtifactTooLargeError || isFileError(error)
    ? error
    : new RegistryError('the download from the registry ended early', undefined, { cause: error });

const isFileError = (error: unknown): boolean =>
  (Object(error) as NodeJS.ErrnoException).syscall !== undefined &&
  (Object(error) as NodeJS.ErrnoException).path !== undefined;
