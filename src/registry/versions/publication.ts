import { ApiError, badRequest } from '../../common/errors/api-error.js';
import { parseSemanticVersion, type SemanticVersion } from '../../common/values/semantic-version.js';
import { sha256Of, type Sha256Digest } from '../../common/values/sha256-digest.js';
import type { AppConfig } from '../../config/app-config.js';
import { contentKey } from '../certifications/content-key.js';
import type { PackageName } from '../packages/package-name.js';
import { canonicalForms } from './canonical-manifest.js';
import { manifestFault } from './manifest.js';
import { manifestWarnings, type WarningCode } from './publish-warnings.js';
import type { PublishStatus } from './version-status.js';
import type { PublishRequest } from './publish.dto.js';

/** The source of a version. Hashes are in lower case. */
export interface VersionSource {
  readonly gitSha: string;
  readonly repoUrl: string;
  readonly repoVisibility: string;
  readonly repoProvider: string;
  readonly repoRef: string;
  readonly repoCommit: string;
}

/** The manifest of a version as stored. */
export interface StoredManifest {
  readonly digest: Sha256Digest;
  readonly bytes: Buffer;
}

/** The announced bundle of a version. */
export interface AnnouncedBundle {
  readonly digest: Sha256Digest;
  readonly sizeBytes: number;
}

/** A version to publish: validated values as they are stored. */
export interface Publication {
  readonly version: SemanticVersion;
  readonly status: PublishStatus;
  readonly source: VersionSource;
  readonly manifest: StoredManifest;
  /** See `contentKey`. */
  readonly contentKey: string;
  readonly bundle: AnnouncedBundle;
  readonly evidence: readonly Sha256Digest[];
  readonly aliases: readonly string[];
  /** The publisher's claim; null without one. */
  readonly certificationLevel: number | null;
  /** Visibility of the package once the version is published; null leaves it unchanged. */
  readonly visibility: string | null;
  /** Visibility of a package that the publication creates, if the request has none; null for a private one. */
  readonly visibilityOfNew: string | null;
  /** Warnings about the manifest. */
  readonly warnings: readonly WarningCode[];
}

/** Maximum sizes in bytes of the artifacts of a version. */
interface PublicationLimits {
  readonly bundleBytes: number;
  readonly manifestBytes: number;
}

/** Parses a publish request. @throws 400 naming the field, 413 for a manifest over the limit */
export function publicationOf(
  name: PackageName,
  request: PublishRequest,
  { limits, defaultVisibility }: Pick<AppConfig, 'limits' | 'defaultVisibility'>,
): Publication {
  const version = checkedVersion(name, request, limits);
  const { bytes, unversioned } = canonicalForms(request.manifest_json);
  if (bytes.length > limits.manifestBytes) {
    throw new ApiError('payload_too_large', `manifest_json is larger than ${limits.manifestBytes} bytes`);
  }
  return {
    version,
    status: request.status ?? 'ingested',
    source: {
      gitSha: request.git_sha.toLowerCase(),
      repoUrl: request.repo_url,
      repoVisibility: request.repo_visibility,
      repoProvider: request.repo_provider,
      repoRef: request.repo_ref,
      repoCommit: request.repo_commit.toLowerCase(),
    },
    manifest: { digest: sha256Of(bytes), bytes },
    contentKey: contentKey(request.bundle_digest, unversioned),
    bundle: { digest: request.bundle_digest, sizeBytes: request.bundle_size_bytes },
    evidence: request.evidence_digests ?? [],
    aliases: request.aliases ?? [],
    certificationLevel: request.certification_level ?? null,
    visibility: request.visibility ?? null,
    visibilityOfNew: defaultVisibility === 'repository' ? request.repo_visibility : null,
    warnings: manifestWarnings(request.manifest_json),
  };
}

function checkedVersion(
  name: PackageName,
  request: PublishRequest,
  { bundleBytes }: PublicationLimits,
): SemanticVersion {
  const version = parseSemanticVersion(request.version);
  if (version === undefined) throw new Error('the DTO must validate the version');
  if (request.bundle_size_bytes > bundleBytes) {
    throw badRequest('bundle_size_bytes', `must be at most ${bundleBytes}`);
  }
  const fault = manifestFault(request.manifest_json, {
    packageId: `${name.org}/${name.name}`,
    version: request.version,
  });
  if (fault !== undefined) throw badRequest(fault.field, fault.rule);
  return version;
}
