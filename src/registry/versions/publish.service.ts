import { Inject, Injectable } from '@nestjs/common';
import { RegistryChanges } from '../../access/registry-changes.js';
import type { RegistryPrincipal } from '../../access/registry-principal.js';
import { conflict, type ApiError } from '../../common/errors/api-error.js';
import { APP_CONFIG, type AppConfig } from '../../config/app-config.js';
import { isUniqueViolation } from '../../storage/database/database-errors.js';
import { CertificationsRepository } from '../certifications/certifications.repository.js';
import type { PackageName } from '../packages/package-name.js';
import type { PackageChange } from '../packages/packages.repository.js';
import { PackagesService } from '../packages/packages.service.js';
import { publicationOf, type Publication } from './publication.js';
import { VersionArtifacts } from './version-artifacts.js';
import { toWarnings } from './version.mapper.js';
import type { PublishRequest, PublishResponse } from './publish.dto.js';
import { VersionsRepository, type NewVersion } from './versions.repository.js';

/** Registers versions (registry contract 7). */
@Injectable()
export class PublishService {
  constructor(
    private readonly changes: RegistryChanges,
    private readonly packages: PackagesService,
    private readonly versions: VersionsRepository,
    private readonly artifacts: VersionArtifacts,
    private readonly certifications: CertificationsRepository,
    @Inject(APP_CONFIG) private readonly config: AppConfig,
  ) {}

  /**
   * Registers a version with its manifest. The bundle is uploaded next, or is already stored.
   * @throws 400 naming the field, 403 for a bundle or evidence that the caller may not reference, 409 when the version
   * exists (including revoked ones) or the name of a new organization is taken, 413 for a manifest over the limit.
   */
  async publish(
    principal: RegistryPrincipal,
    name: PackageName,
    request: PublishRequest,
    signal: AbortSignal,
  ): Promise<PublishResponse> {
    const publication = publicationOf(name, request, this.config.limits);
    const { version, status, manifest, warnings } = publication;
    await this.artifacts.requireReferenceRights(principal, name, publication);
    const { organizationExists } = await this.requireFree(principal, name, publication);
    if (organizationExists) await this.artifacts.keepManifest(name.org, manifest);
    // Before the transaction, which must not call the storage: a publish that loses a race leaves unreferenced bytes
    // for the cleanup.
    await this.artifacts.writeManifest(name.org, manifest, signal);
    const change = { description: request.description, tags: request.tags };
    const written = await this.write(principal, name, publication, change);
    // Stored again, because a cleanup may remove the bytes of an organization that does not exist yet (ADR 13).
    if (!organizationExists) await this.artifacts.writeManifest(name.org, manifest, signal);
    const { bundle } = publication;
    const after = await this.artifacts.bundleAfterWrite(name.org, written, bundle, principal.subject);
    return {
      version: version.text,
      status,
      bundle_upload: after.upload,
      ...toWarnings([...warnings, ...after.warnings]),
    };
  }

  /**
   * Refuses as much as possible before anything is stored; the unique constraints decide races.
   * @throws 409
   */
  private async requireFree(
    principal: RegistryPrincipal,
    name: PackageName,
    { version, aliases }: Publication,
  ): Promise<{ readonly organizationExists: boolean }> {
    const found = await this.versions.findBeforePublish(name, version.sortKey, aliases);
    await this.packages.requireName(name, found, principal);
    if (found.existing !== null) throw versionExists(found.existing);
    if (found.aliasIsTaken) throw aliasIsTaken();
    return { organizationExists: found.organization !== null };
  }

  private async write(
    principal: RegistryPrincipal,
    name: PackageName,
    publication: Publication,
    change: PackageChange,
  ): Promise<{ readonly orgId: string; readonly bundleIsRecorded: boolean }> {
    try {
      return await this.changes.run(principal, { org: name.org }, async (caller) => {
        const { id: packageId, orgId } = await this.packages.findOrCreate(name, change, caller);
        const version = { ...publication, packageId, orgId, publishedBy: caller.subject };
        const written = await this.versions.upsert(version);
        if (written === undefined) throw versionExists(publication.version.text);
        await this.versions.writeAliasesAndEvidence(written, version);
        if (caller.isService) await this.certify(version);
        const bundleIsRecorded = await this.artifacts.record(orgId, publication, caller.subject);
        return { orgId, bundleIsRecorded };
      });
    } catch (error) {
      if (isUniqueViolation(error, 'registry_version_alias_pkey')) throw aliasIsTaken();
      throw error;
    }
  }

  /** The level in a certifier's publish request is its verdict (registry contract 10). */
  private async certify({
    packageId,
    contentKey,
    bundle,
    certificationLevel: level,
    publishedBy,
  }: NewVersion): Promise<void> {
    if (level === null) return;
    const verdict = { packageId, contentKey, bundleDigest: bundle.digest, level, certifiedBy: publishedBy };
    await this.certifications.recordAtPublish(verdict);
  }
}

const versionExists = (version: string): ApiError =>
  conflict(`version ${version} exists already; versions are never replaced`, { field: 'version' });

const aliasIsTaken = (): ApiError =>
  conflict('an alias names another version of the package', { field: 'aliases' });
