import { Readable } from 'node:stream';
import { Inject, Injectable } from '@nestjs/common';
import type { RegistryPrincipal } from '../../auth/registry/registry-principal.js';
import { conflict, type ApiError } from '../../common/errors/api-error.js';
import { nameKey } from '../../common/values/names.js';
import { isSha256Digest, type Sha256Digest } from '../../common/values/sha256-digest.js';
import {
  ARTIFACT_STORE,
  type ArtifactKind,
  type ArtifactStore,
} from '../../storage/artifacts/artifact-store.js';
import { addressOf, type ArtifactName } from '../artifacts/artifact-name.js';
import type { UploadInstruction } from '../artifacts/artifacts.dto.js';
import { ArtifactsRepository } from '../artifacts/artifacts.repository.js';
import { PresignedUploadsService } from '../artifacts/presigned-uploads.service.js';
import type { PackageName } from '../packages/package-name.js';
import { BundleWarnings } from './bundle-warnings.js';
import { ArtifactReferenceRights, type WithheldArtifacts } from './artifact-reference-rights.js';
import type { Publication, StoredManifest } from './publication.js';
import type { WarningCode } from './publish-warnings.js';
import type { NewVersion, VersionState } from './versions.repository.js';

/** The bundle of a version that has just been registered. */
export interface StoredBundle {
  /** Null if it is uploaded through the registry, or is already stored. */
  readonly upload: UploadInstruction | null;
  readonly warnings: readonly WarningCode[];
}

const bundleOf = (org: string, digest: Sha256Digest): ArtifactName => ({
  org,
  digest,
  kind: 'bundle',
  evidenceKind: '',
});

/**
 * The artifacts of versions: those that a publish references and stores, and those required before a version is
 * published.
 */
@Injectable()
export class VersionArtifacts {
  constructor(
    @Inject(ARTIFACT_STORE) private readonly store: ArtifactStore,
    private readonly artifacts: ArtifactsRepository,
    private readonly uploads: PresignedUploadsService,
    private readonly rights: ArtifactReferenceRights,
    private readonly bundles: BundleWarnings,
  ) {}

  /** What a version names and the caller has no right to. */
  withheld(
    principal: RegistryPrincipal,
    name: PackageName,
    { bundle, evidence }: Pick<Publication, 'bundle' | 'evidence'>,
  ): Promise<WithheldArtifacts> {
    return this.rights.withheld(principal, name, { bundle: bundle.digest, evidence });
  }

  /** Protects the manifest from the cleanup if it is recorded, because its bytes may be stored already. */
  async keepManifest(org: string, { digest }: StoredManifest): Promise<void> {
    await this.artifacts.keep({ orgKey: nameKey(org), kind: 'manifest', digest });
  }

  /** Stores the manifest's bytes if missing; their row follows in the transaction of the publish. */
  async writeManifest(org: string, { digest, bytes }: StoredManifest, signal: AbortSignal): Promise<void> {
    await this.store.write({ orgKey: nameKey(org), kind: 'manifest', digest }, Readable.from([bytes]), {
      maxBytes: bytes.length,
      signal,
    });
  }

  /**
   * For the transaction of the publish: records the manifest and locks the other referenced artifacts, as far as they
   * still exist. Returns whether the bundle is recorded.
   */
  record(
    orgId: string,
    { manifest, bundle, evidence }: Pick<Publication, 'manifest' | 'bundle' | 'evidence'>,
    uploadedBy: string,
  ): Promise<boolean> {
    const { digest, bytes } = manifest;
    const recorded = { digest, sizeBytes: bytes.length, uploadedBy };
    return this.artifacts.recordManifest(orgId, recorded, { bundle: bundle.digest, evidence });
  }

  /** Where to upload the bundle of a registered version, and warnings about it if it is stored already. */
  async bundleAfterWrite(
    org: string,
    { orgId, bundleIsRecorded }: { readonly orgId: string; readonly bundleIsRecorded: boolean },
    { bundle: { digest, sizeBytes }, withheld }: Pick<NewVersion, 'bundle' | 'withheld'>,
    subject: string,
  ): Promise<StoredBundle> {
    const bundle = bundleOf(org, digest);
    // What is uploaded there is not looked at: nobody may be made the uploader of others' bytes.
    if (withheld.bundle)
      return { upload: await this.uploads.signIfAvailable(bundle, sizeBytes), warnings: [] };
    const isStored = bundleIsRecorded && (await this.store.size(addressOf(bundle))) !== undefined;
    return {
      upload: await this.uploads.issue(orgId, bundle, sizeBytes, subject),
      warnings: isStored ? await this.bundles.of(org, digest) : [],
    };
  }

  /** Whether the bundle of a version is stored, also when nobody has asked since a presigned upload of it. */
  async isBundleStored(
    org: string,
    { orgId, bundleDigest, bundleWithheld }: Pick<VersionState, 'orgId' | 'bundleDigest' | 'bundleWithheld'>,
    signal: AbortSignal,
  ): Promise<boolean> {
    if (bundleWithheld) return false;
    const digest = storedDigest(bundleDigest);
    await this.uploads.accept({ id: orgId, slug: org }, { kind: 'bundle', digest }, signal);
    const { bundle } = await this.artifacts.sizesOf(orgId, { manifest: '', bundle: digest });
    return bundle !== undefined && (await this.store.size(addressOf(bundleOf(org, digest)))) !== undefined;
  }

  /**
   * Ensures that a published version can be downloaded: both artifacts are stored, the bundle with the announced size
   * (registry contract 9). A bundle that was withheld is missing unless this caller has a right to it.
   * @throws 409 naming the missing artifact
   */
  async requireComplete(
    principal: RegistryPrincipal,
    org: string,
    state: VersionState,
    signal: AbortSignal,
  ): Promise<void> {
    const bundle = storedDigest(state.bundleDigest);
    const isHidden = state.bundleWithheld && !this.rights.mayReferenceBundle(principal, org, bundle);
    if (isHidden) throw missingArtifact('bundle', state.version, bundle);
    const organization = { id: state.orgId, slug: org };
    const accept = (kind: ArtifactKind, digest: string): Promise<void> =>
      this.uploads.accept(organization, { kind, digest: storedDigest(digest) }, signal);
    await accept('manifest', state.manifestDigest);
    await accept('bundle', state.bundleDigest);
    for (const digest of state.evidence) await accept('evidence', digest);
    const digests = { manifest: storedDigest(state.manifestDigest), bundle };
    const recorded = await this.artifacts.sizesOf(state.orgId, digests);
    for (const kind of ['manifest', 'bundle'] as const) {
      const digest = digests[kind];
      const stored = await this.store.size({ orgKey: nameKey(org), kind, digest });
      const expected = { manifest: recorded.manifest, bundle: Number(state.bundleSizeBytes) }[kind];
      if (recorded[kind] === undefined || stored === undefined) {
        throw missingArtifact(kind, state.version, digest);
      }
      if (stored !== recorded[kind] || stored !== expected) {
        throw conflict(
          `the ${kind} of ${state.version} is stored, but not with the announced ${expected} bytes`,
          { mismatch: 'size_bytes', digest },
        );
      }
    }
  }

  /** Warnings about the bundle of a version that has just been published. */
  bundleWarnings(org: string, { bundleDigest }: VersionState): Promise<WarningCode[]> {
    return this.bundles.of(org, storedDigest(bundleDigest));
  }
}

const missingArtifact = (kind: ArtifactKind, version: string, digest: Sha256Digest): ApiError =>
  conflict(`the ${kind} of ${version} is not uploaded yet`, { missing: kind, digest });

function storedDigest(stored: string): Sha256Digest {
  if (!isSha256Digest(stored)) throw new Error('a stored digest is malformed');
  return stored;
}
