import type { CodeHost } from '@mcp-hub/sources/code-hosts';
import { isObject, type JsonObject } from '../../../common/values/json.js';
import { isSha256Digest, type Sha256Digest } from '../../../common/values/sha256-digest.js';
import { RegistryError } from './registry-error.js';

/** A stored artifact of a version. */
export interface RegistryArtifact {
  readonly digest: Sha256Digest;
}

/** A version in the registry, as far as the hub needs it. */
export interface RegistryVersion {
  readonly version: string;
  /** `draft`, `ingested` or `published`. */
  readonly status: string;
  readonly gitSha: string;
  readonly repoUrl: string;
  readonly manifest: RegistryArtifact;
  readonly bundle: RegistryArtifact & { readonly sizeBytes: number };
  readonly evidence: readonly (RegistryArtifact & { readonly kind: string })[];
}

/** A version to publish; the fields of the registry's publish request. */
export interface RegistryPublication {
  readonly version: string;
  readonly bundle_digest: string;
  readonly bundle_size_bytes: number;
  readonly manifest_json: JsonObject;
  readonly git_sha: string;
  readonly repo_url: string;
  readonly repo_visibility: 'public' | 'private';
  readonly repo_provider: CodeHost['kind'];
  readonly repo_ref: string;
  readonly repo_commit: string;
  readonly certification_level?: number;
  readonly evidence_digests?: readonly string[];
  readonly visibility?: 'public' | 'private';
  readonly description?: string;
  readonly tags?: readonly string[];
  readonly aliases?: readonly string[];
}

/** A verdict on a version (registry contract 6). */
export interface RegistryVerdict {
  readonly level: number;
  readonly global_score: number;
  readonly snapshot_id: string;
  /** RFC 3339. */
  readonly evaluated_at: string;
  readonly bundle_digest?: string;
  readonly manifest_digest?: string;
}

/** A warning of the registry about a version (registry contract 19). */
export interface RegistryWarning {
  readonly code: string;
  readonly message: string;
}

/** Reads a resolved version. @throws RegistryError when it is none */
export function registryVersion(json: unknown): RegistryVersion {
  const resolved = member(json, 'resolved');
  const bundle = member(resolved, 'bundle');
  const evidence = resolved['evidence'];
  return {
    version: text(resolved, 'version'),
    status: text(resolved, 'status'),
    gitSha: text(resolved, 'git_sha'),
    repoUrl: text(resolved, 'repo_url'),
    manifest: { digest: digest(member(resolved, 'manifest')) },
    bundle: { digest: digest(bundle), sizeBytes: integer(bundle, 'size_bytes') },
    evidence: (Array.isArray(evidence) ? evidence : []).map((item: unknown) => ({
      kind: text(item, 'kind'),
      digest: digest(item),
    })),
  };
}

/** Reads the warnings of a response, if it has any. */
export function registryWarnings(json: unknown): RegistryWarning[] {
  const warnings = isObject(json) ? json['warnings'] : undefined;
  if (!Array.isArray(warnings)) return [];
  return warnings.map((item: unknown) => ({ code: text(item, 'code'), message: text(item, 'message') }));
}

const unreadable = (field: string): RegistryError =>
  new RegistryError(`the response of the registry has no valid ${field}`, 502);

function member(json: unknown, field: string): JsonObject {
  const value = isObject(json) ? json[field] : undefined;
  if (!isObject(value)) throw unreadable(field);
  return value;
}

function text(json: unknown, field: string): string {
  const value = isObject(json) ? json[field] : undefined;
  if (typeof value !== 'string') throw unreadable(field);
  return value;
}

function integer(json: JsonObject, field: string): number {
  const value = json[field];
  if (!Number.isSafeInteger(value)) throw unreadable(field);
  return Number(value);
}

function digest(json: unknown): Sha256Digest {
  const value = isObject(json) ? json['digest'] : undefined;
  if (!isSha256Digest(value)) throw unreadable('digest');
  return value;
}
