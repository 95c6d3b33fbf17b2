import { Inject, Injectable } from '@nestjs/common';
import { AuthorizedRegistryChanges } from '../../access/authorized-registry-changes.js';
import type { RegistryPrincipal } from '../../access/registry-principal.js';
import { ApiError, badRequest, conflict } from '../../common/errors/api-error.js';
import { sha256Of } from '../../common/values/sha256-digest.js';
import { parseSemanticVersion, type SemanticVersion } from '../../common/values/semantic-version.js';
import { APP_CONFIG, type AppConfig } from '../../config/app-config.js';
import { isUniqueViolation } from '../../storage/database/database-errors.js';
import { contentKey } from '../certifications/content-key.js';
import { CertificationsRepository } from '../certifications/certifications.repository.js';
import { PackagesService } from '../packages/packages.service.js';
import { canonicalForms } from './canonical-manifest.js';
import { manifestFault } from './manifest.js';
import { PublishArtifacts, type PublishedInto, type StoredManifest } from './publish-artifacts.js';
import type { PackageName } from '../packages/package-name.js';
import { manifestWarnings } from './publish-warnings.js';
import { toWarnings } from './version.mapper.js';
import type { PublishRequest, PublishResponse } from './versions.dto.js';
import { VersionsRepository, type NewVersion } from './versions.repository.js';

/** Registers versions (registry contract 7). */
@Injectable()
export class PublishService {
  constructor(
    private readonly changes: AuthorizedRegistryChanges,
    private readonly packages: PackagesService,
    private readonly versions: VersionsRepository,
    private readonly artifacts: PublishArtifacts,
    private readonly certifications: CertificationsRepository,
    @Inject(APP_CONFIG) private readonly config: AppConfig,
  ) {}

  /**
   * Registers a version with its manifest. The bundle follows, or is there already.
   * @throws 400 naming the field, 403 for a bundle or evidence that is not the caller's to name, 409 when the version exists (revoked ones too) or a new organization's name is another's, 413 for a manifest over the limit.
   */
  async publish(
    principal: RegistryPrincipal,
    name: PackageName,
    request: PublishRequest,
    signal: AbortSignal,
  ): Promise<PublishResponse> {
    const version = this.check(name, request);
    const { bytes, unversioned } = canonicalForms(request.manifest_json);
    if (bytes.length > this.config.limits.manifestBytes) {
      throw new ApiError(
        'payload_too_large',
        `manifest_json is larger than ${this.config.limits.manifestBytes} bytes`,
      );
    }
    await this.artifacts.requireRightToNamed(principal, name, request);
    const manifest = {
      digest: sha256Of(bytes),
      bytes,
      contentKey: contentKey(request.bundle_digest, unversioned),
    };
    const { hasBegun } = await this.prepare(principal, name, version, request, manifest);
    // Before the transaction, which may hold no storage call: of a publish that loses a race, bytes stay behind that no
    // version names, for the cleanup.
    await this.artifacts.writeManifest(name.org, manifest, signal);
    const written = await this.write(principal, name, version, request, manifest);
    // A cleanup may remove the bytes of an organization that does not exist yet (ADR 13).
    if (!hasBegun) await this.artifacts.writeManifest(name.org, manifest, signal);
    const bundle = await this.artifacts.bundleOf(written, name, request, principal.subject);
    return {
      version: version.text,
      status: request.status ?? 'ingested',
      bundle_upload: bundle.upload,
      ...toWarnings([...manifestWarnings(request.manifest_json), ...bundle.warnings]),
    };
  }

  private check(name: PackageName, request: PublishRequest): SemanticVersion {
    const version = parseSemanticVersion(request.version);
    if (version === undefined) throw new Error('the DTO has checked the version');
    const { bundleBytes } = this.config.limits;
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

  /**
   * Refuses what can be refused before anything is stored; the unique keys have the last word.
   * @throws 409
   */
  private async prepare(
    principal: RegistryPrincipal,
    name: PackageName,
    { sortKey }: SemanticVersion,
    { aliases = [] }: PublishRequest,
    { digest: manifestDigest }: StoredManifest,
  ): Promise<{ readonly hasBegun: boolean }> {
    const found = await this.versions.prepare(name, { sortKey, aliases, manifestDigest });
    await this.packages.requireName(name, found, principal);
    if (found.existing !== null) throw versionExists(found.existing);
    if (found.aliasIsTaken) throw aliasIsTaken();
    return { hasBegun: found.organization !== null };
  }

  private async write(
    principal: RegistryPrincipal,
    name: PackageName,
    version: SemanticVersion,
    request: PublishRequest,
    manifest: StoredManifest,
  ): Promise<PublishedInto> {
    try {
      return await this.changes.run(principal, { org: name.org }, async (caller) => {
        const pack = await this.packages.findOrCreate(name, request, caller);
        const { orgId } = pack;
        const draft = {
          packageId: pack.id,
          orgId,
          version,
          request,
          manifestDigest: manifest.digest,
          contentKey: manifest.contentKey,
          publishedBy: caller.subject,
        };
        const written = await this.versions.upsert(draft);
        if (written === undefined) throw versionExists(version.text);
        await this.versions.writeAliasesAndEvidence(written, draft);
        if (caller.isService) await this.certify(draft);
        const bundleIsRecorded = await this.artifacts.record(orgId, manifest, request, caller.subject);
        return { orgId, bundleIsRecorded };
      });
    } catch (error) {
      if (isUniqueViolation(error, 'registry_version_alias_pkey')) throw aliasIsTaken();
      throw error;
    }
  }

  /** The level that a certifier publishes with is its verdict (registry contract 10). */
  private async certify({ packageId, contentKey: key, request, publishedBy }: NewVersion): Promise<void> {
    const { certification_level: level, bundle_digest: bundleDigest } = request;
    if (level === undefined) return;
    const said = { packageId, contentKey: key, bundleDigest, level, certifiedBy: publishedBy };
    await this.certifications.recordAtPublish(said);
  }
}

const versionExists = (version: string): ApiError =>
  conflict(`version ${version} exists already; versions are never replaced`, { field: 'version' });

const aliasIsTaken = (): ApiError =>
  conflict('an alias names another version of the package', { field: 'aliases' });
