import { Readable } from 'node:stream';
import { Inject, Injectable } from '@nestjs/common';
import type { RegistryPrincipal } from '../../access/registry-principal.js';
import { forbidden } from '../../common/errors/api-error.js';
import type { Sha256Digest } from '../../common/values/sha256-digest.js';
import { nameKey } from '../../common/values/names.js';
import { ARTIFACT_STORE, type ArtifactStore } from '../../storage/artifacts/artifact-store.js';
import { addressOf } from '../artifacts/artifact-name.js';
import type { UploadInstruction } from '../artifacts/artifacts.dto.js';
import { ArtifactsRepository } from '../artifacts/artifacts.repository.js';
import { PresignedUploadsService } from '../artifacts/presigned-uploads.service.js';
import type { PackageName } from '../packages/package-name.js';
import { artifactResource } from '../resources.js';
import { BundleWarnings } from './bundle-warnings.js';
import type { WarningCode } from './publish-warnings.js';
import type { PublishRequest } from './versions.dto.js';

/** The manifest of a publish, in the form in which it is stored. */
export interface StoredManifest {
  readonly digest: Sha256Digest;
  readonly bytes: Buffer;
  /** See `contentKey`. */
  readonly contentKey: string;
}

/** Where a version has been published, as far as its bundle is concerned. */
export interface PublishedInto {
  readonly orgId: string;
  readonly bundleIsRecorded: boolean;
}

/** What a publish answers of its bundle. */
export interface PublishedBundle {
  /** Null when it comes through the registry, or is stored already. */
  readonly upload: UploadInstruction | null;
  readonly warnings: readonly WarningCode[];
}

/** What a publish has to do with artifacts: it names a bundle, and stores the manifest. */
@Injectable()
export class PublishArtifacts {
  constructor(
    @Inject(ARTIFACT_STORE) private readonly store: ArtifactStore,
    private readonly artifacts: ArtifactsRepository,
    private readonly uploads: PresignedUploadsService,
    private readonly bundles: BundleWarnings,
  ) {}

  /**
   * A version opens its bundle to whoever may download the version, and shows which evidence is stored. So what belongs to
   * other packages is named only by those who may have it, or could have uploaded it (ADR 10).
   * @throws 403, which says nothing of what is there
   */
  async requireRightToNamed(
    principal: RegistryPrincipal,
    name: PackageName,
    { bundle_digest: bundle, evidence_digests: evidence = [] }: PublishRequest,
  ): Promise<void> {
    await this.requireRightToBundle(principal, name, bundle);
    await this.requireRightToEvidence(principal, name, evidence);
  }

  private async requireRightToBundle(
    principal: RegistryPrincipal,
    name: PackageName,
    digest: Sha256Digest,
  ): Promise<void> {
    const resource = artifactResource(name.org, digest, 'bundle');
    if (principal.can('mcp:publish', resource) || principal.can('artifact:download', resource)) return;
    if (!(await this.artifacts.isBundleOfOthers(name, digest))) return;
    throw forbidden({ field: 'bundle_digest', scope: 'artifact:download', resource });
  }

  /** A right on every kind of it, because a version shows every kind. */
  private async requireRightToEvidence(
    principal: RegistryPrincipal,
    name: PackageName,
    digests: readonly Sha256Digest[],
  ): Promise<void> {
    const resource = (digest: Sha256Digest, part: string): string => artifactResource(name.org, digest, part);
    // Whoever may presign evidence may upload it as every kind.
    const inDoubt = digests.filter((digest) => !principal.can('mcp:publish', resource(digest, 'evidence')));
    if (inDoubt.length === 0) return;
    for (const { digest, kinds } of await this.artifacts.evidenceOfOthers(name, inDoubt)) {
      const mayUpload = (kind: string): boolean =>
        principal.can('mcp:publish', resource(digest, `evidence/${kind}`));
      if (kinds.length > 0 && kinds.every(mayUpload)) continue;
      throw forbidden({
        field: 'evidence_digests',
        scope: 'mcp:publish',
        resource: resource(digest, 'evidence/*'),
      });
    }
  }

  /** Stores the manifest's bytes if they are not there; their row follows in the transaction of the publish. */
  async writeManifest(org: string, { digest, bytes }: StoredManifest, signal: AbortSignal): Promise<void> {
    await this.store.write({ org: nameKey(org), kind: 'manifest', digest }, Readable.from([bytes]), {
      maxBytes: bytes.length,
      signal,
    });
  }

  /** Where the bundle goes, and what clients refuse of one that is stored already. */
  async bundleOf(
    { orgId, bundleIsRecorded }: PublishedInto,
    { org }: PackageName,
    { bundle_digest: digest, bundle_size_bytes: size }: PublishRequest,
    subject: string,
  ): Promise<PublishedBundle> {
    const bundle = { org, digest, kind: 'bundle', evidenceKind: '' } as const;
    const isStored = bundleIsRecorded && (await this.store.size(addressOf(bundle))) !== undefined;
    return isStored
      ? { upload: null, warnings: await this.bundles.of(org, digest) }
      : { upload: await this.uploads.handOut(orgId, bundle, size, subject), warnings: [] };
  }

  /**
   * For the transaction of the publish: records the manifest; and what the version names else is either gone by now, or
   * stays. Whether the bundle is recorded.
   */
  record(
    orgId: string,
    { digest, bytes }: StoredManifest,
    { bundle_digest: bundle, evidence_digests: evidence = [] }: PublishRequest,
    uploadedBy: string,
  ): Promise<boolean> {
    const manifest = { digest, sizeBytes: bytes.length, uploadedBy };
    return this.artifacts.recordManifest(orgId, manifest, { bundle, evidence });
  }
}
