import { Injectable } from '@nestjs/common';
import { RegistryChanges } from '../../auth/registry/registry-changes.js';
import type { RegistryPrincipal } from '../../auth/registry/registry-principal.js';
import { conflict } from '../../common/errors/api-error.js';
import { Meters, type Counter } from '../../common/operation/meters.js';
import { sortKeyOf } from '../../common/values/semantic-version.js';
import type { PackageName } from '../packages/package-name.js';
import { PackagesRepository } from '../packages/packages.repository.js';
import { versionNotFound } from '../packages/version-not-found.js';
import { VersionArtifacts } from './version-artifacts.js';
import { VersionTrail } from './version-trail.js';
import { toWarnings } from './version.mapper.js';
import { REQUESTABLE_STATUSES, statusChange } from './version-status.js';
import type { StatusRequest, StatusResponse } from './versions.dto.js';
import { VersionsRepository, type VersionState } from './versions.repository.js';

// Each lost race means that another request changed the status or replaced a draft.
const MAX_ATTEMPTS = 4;

const CHANGES = { status: REQUESTABLE_STATUSES } as const;

/** Changes the status of versions (registry contract 9). */
@Injectable()
export class StatusService {
  private readonly statusChanges: Counter<typeof CHANGES>;

  constructor(
    private readonly changes: RegistryChanges,
    private readonly packages: PackagesRepository,
    private readonly versions: VersionsRepository,
    private readonly artifacts: VersionArtifacts,
    private readonly trail: VersionTrail,
    meters: Meters,
  ) {
    this.statusChanges = meters.counter(
      'version_status_changes',
      'Versions that were published or revoked',
      CHANGES,
    );
  }

  /** @throws 404 for an unknown version, 409 when it is revoked or its bundle is not stored as announced. */
  async change(
    principal: RegistryPrincipal,
    name: PackageName,
    version: string,
    request: StatusRequest,
    signal: AbortSignal,
  ): Promise<StatusResponse> {
    const sortKey = sortKeyOf(version);
    for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt += 1) {
      const state = await this.versions.findState(name, sortKey);
      if (state === undefined) throw await versionNotFound(this.packages, principal, name);
      const change = statusChange(state.status, request.status);
      if (change === 'refused') throw conflict(`version ${state.version} is revoked; that is final`);
      if (change === 'none') return { version: state.version, status: state.status };
      if (request.status === 'published') {
        await this.artifacts.requireComplete(principal, name.org, state, signal);
      }
      const isChanged = await this.changes.run(principal, { org: name.org, releases: true }, (caller) =>
        this.write(caller, name, state, request),
      );
      if (isChanged) {
        this.statusChanges.add({ status: request.status });
        const warnings =
          request.status === 'published' ? await this.artifacts.bundleWarnings(name.org, state) : [];
        return { version: state.version, status: request.status, ...toWarnings(warnings) };
      }
    }
    throw conflict('the version is being changed by others; try again');
  }

  /** False if the version no longer matches `state`. */
  private async write(
    caller: RegistryPrincipal,
    name: PackageName,
    state: VersionState,
    request: StatusRequest,
  ): Promise<boolean> {
    const { status, reason } = request;
    await this.packages.lock(state.packageId);
    const changed = await this.versions.changeStatus(
      state,
      status,
      status === 'revoked' ? (reason ?? null) : null,
    );
    if (changed === undefined) return false;
    if (status === 'published' && changed.visibility !== null) {
      await this.packages.setVisibility(state.packageId, changed.visibility);
    }
    await this.trail.changed(caller, name, state, request, changed);
    return true;
  }
}
