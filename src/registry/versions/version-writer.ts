import { Injectable } from '@nestjs/common';
import { RegistryChanges } from '../../auth/registry/registry-changes.js';
import type { RegistryPrincipal } from '../../auth/registry/registry-principal.js';
import { isUniqueViolation } from '../../storage/database/database-errors.js';
import { CertificationsRepository } from '../certifications/certifications.repository.js';
import type { PackageName } from '../packages/package-name.js';
import type { PackageChange } from '../packages/packages.repository.js';
import { PackagesService } from '../packages/packages.service.js';
import type { Publication } from './publication.js';
import { aliasIsTaken } from './publish-conflicts.js';
import { VersionArtifacts } from './version-artifacts.js';
import { VersionTrail } from './version-trail.js';
import { VersionsRepository, type NewVersion } from './versions.repository.js';

/** Whether the bundle of a written version is recorded, and in which organization. */
interface BundleOfVersion {
  readonly orgId: string;
  readonly bundleIsRecorded: boolean;
}

/** Another request has published the version meanwhile. */
class VersionExistsError extends Error {}

/** Writes a version with its package, aliases and evidence in one transaction. */
@Injectable()
export class VersionWriter {
  constructor(
    private readonly changes: RegistryChanges,
    private readonly packages: PackagesService,
    private readonly versions: VersionsRepository,
    private readonly artifacts: VersionArtifacts,
    private readonly certifications: CertificationsRepository,
    private readonly trail: VersionTrail,
  ) {}

  /** Undefined if another request has published the version meanwhile. @throws 409 for an alias that is taken */
  async write(
    principal: RegistryPrincipal,
    name: PackageName,
    publication: Publication & Pick<NewVersion, 'withheld'>,
    change: PackageChange,
  ): Promise<BundleOfVersion | undefined> {
    try {
      return await this.changes.run(principal, { org: name.org, releases: true }, async (caller) => {
        const { id: packageId, orgId, isNew } = await this.packages.findOrCreate(name, change, caller);
        const visibility = publication.visibility ?? (isNew ? publication.visibilityOfNew : null);
        const version = { ...publication, visibility, packageId, orgId, publishedBy: caller.subject };
        const written = await this.versions.upsert(version);
        // Thrown, so that the transaction leaves nothing of the request.
        if (written === undefined) throw new VersionExistsError();
        await this.versions.writeAliasesAndEvidence(written, version);
        if (caller.isService) await this.certify(version);
        await this.trail.registered(caller, name, written, version);
        const bundleIsRecorded = await this.artifacts.record(orgId, publication, caller.subject);
        return { orgId, bundleIsRecorded };
      });
    } catch (error) {
      if (error instanceof VersionExistsError) return undefined;
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
