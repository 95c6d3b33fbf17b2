import { Inject, Injectable } from '@nestjs/common';
import type { RegistryPrincipal } from '../../auth/registry/registry-principal.js';
import { APP_CONFIG, type AppConfig } from '../../config/app-config.js';
import type { PackageName } from '../packages/package-name.js';
import { PackagesService } from '../packages/packages.service.js';
import { aliasIsTaken, PublishConflicts } from './publish-conflicts.js';
import { publicationOf, type Publication } from './publication.js';
import { VersionArtifacts } from './version-artifacts.js';
import { toWarnings } from './version.mapper.js';
import type { PublishRequest, PublishResponse } from './publish.dto.js';
import { VersionWriter } from './version-writer.js';
import { VersionsRepository } from './versions.repository.js';

/** Registers versions (registry contract 7). */
@Injectable()
export class PublishService {
  constructor(
    private readonly packages: PackagesService,
    private readonly versions: VersionsRepository,
    private readonly artifacts: VersionArtifacts,
    private readonly conflicts: PublishConflicts,
    private readonly writer: VersionWriter,
    @Inject(APP_CONFIG) private readonly config: AppConfig,
  ) {}

  /**
   * Registers a version with its manifest. The bundle is uploaded next, or is already stored.
   * @throws 400 naming the field, 409 when the version exists (including revoked ones) or the name of a new organization is taken, 413 for a manifest over the limit.
   */
  async publish(
    principal: RegistryPrincipal,
    name: PackageName,
    request: PublishRequest,
    signal: AbortSignal,
  ): Promise<PublishResponse> {
    const requested = publicationOf(name, request, this.config);
    const withheld = await this.artifacts.withheld(principal, name, requested);
    const publication = { ...requested, withheld };
    const { version, status, manifest, warnings } = publication;
    const { organizationExists } = await this.requireFree(principal, name, publication, signal);
    if (organizationExists) await this.artifacts.keepManifest(name.org, manifest);
    // Before the transaction, which must not call the storage: a publish that loses a race leaves unreferenced bytes
    // for the cleanup.
    await this.artifacts.writeManifest(name.org, manifest, signal);
    const change = { description: request.description, tags: request.tags };
    const written = await this.writer.write(principal, name, publication, change);
    if (written === undefined) throw await this.conflicts.of(name, publication, signal);
    // Stored again, because a cleanup may remove the bytes of an organization that does not exist yet (ADR 13).
    if (!organizationExists) await this.artifacts.writeManifest(name.org, manifest, signal);
    const after = await this.artifacts.bundleAfterWrite(name.org, written, publication, principal.subject);
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
    publication: Publication,
    signal: AbortSignal,
  ): Promise<{ readonly organizationExists: boolean }> {
    const { version, aliases } = publication;
    const found = await this.versions.findBeforePublish(name, version.sortKey, aliases);
    await this.packages.requireName(name, found, principal);
    if (found.existing !== null) throw await this.conflicts.of(name, publication, signal);
    if (found.aliasIsTaken) throw aliasIsTaken();
    return { organizationExists: found.organization !== null };
  }
}
