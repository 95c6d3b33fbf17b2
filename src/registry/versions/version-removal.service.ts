import { Injectable } from '@nestjs/common';
import { RegistryChanges } from '../../auth/registry/registry-changes.js';
import type { RegistryPrincipal } from '../../auth/registry/registry-principal.js';
import { conflict, forbidden } from '../../common/errors/api-error.js';
import { sortKeyOf } from '../../common/values/semantic-version.js';
import type { PackageName } from '../packages/package-name.js';
import { packageResource } from '../resources.js';
import { PackagesRepository } from '../packages/packages.repository.js';
import { versionNotFound } from '../packages/version-not-found.js';
import { VersionArtifacts } from './version-artifacts.js';
import { VersionTrail } from './version-trail.js';
import { VersionsRepository } from './versions.repository.js';

/** Removes versions whose publication was given up before their bytes came (registry contract 24). */
@Injectable()
export class VersionRemovalService {
  constructor(
    private readonly changes: RegistryChanges,
    private readonly packages: PackagesRepository,
    private readonly versions: VersionsRepository,
    private readonly artifacts: VersionArtifacts,
    private readonly trail: VersionTrail,
  ) {}

  /** @throws 403 for a service that did not publish it, 404 for an unknown version, 409 for one that is or was published, or whose bundle is stored */
  async remove(
    principal: RegistryPrincipal,
    name: PackageName,
    version: string,
    signal: AbortSignal,
  ): Promise<void> {
    const state = await this.versions.findState(name, sortKeyOf(version));
    if (state === undefined) throw await versionNotFound(this.packages, principal, name);
    // A service publishes for others, and gives up nothing but its own publications (registry contract 6).
    if (principal.isService && state.publishedBy !== principal.subject)
      throw forbidden({ scope: 'mcp:publish', resource: packageResource(name) });
    // Bytes that were sent to the object store count, too.
    const isStored = await this.artifacts.isBundleStored(name.org, state, signal);
    const refusal = conflict(
      `version ${state.version} stays: only a version that was never published and has no bundle can be removed`,
      { status: state.status, bundle_stored: isStored },
    );
    if (isStored) throw refusal;
    await this.changes.run(principal, { org: name.org, releases: true }, async (caller) => {
      await this.packages.lock(state.packageId);
      if (!(await this.versions.removeAbandoned(state))) throw refusal;
      await this.trail.removed(caller, name, state);
    });
  }
}
