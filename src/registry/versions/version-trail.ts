import { Injectable } from '@nestjs/common';
import type { RegistryPrincipal } from '../../auth/registry/registry-principal.js';
import { RegistryTrail } from '../../auth/trail/registry-trail.js';
import { Outbox } from '../../storage/outbox/outbox.js';
import { VERSION_EVENTS } from '../../storage/outbox/version-events.js';
import type { PackageName } from '../packages/package-name.js';
import { versionEvent } from './version-event.js';
import type { AnnouncedVersion } from './unannounced-versions.repository.js';
import type { StatusRequest } from './versions.dto.js';
import type { ChangedVersion, NewVersion, VersionState, WrittenVersion } from './versions.repository.js';

/** The messages of changes of versions to the hub: for the audit trail, and for its catalog. */
@Injectable()
export class VersionTrail {
  constructor(
    private readonly outbox: Outbox,
    private readonly trail: RegistryTrail,
  ) {}

  registered(
    caller: RegistryPrincipal,
    { org, name }: PackageName,
    { id, replaced }: WrittenVersion,
    { version, status, manifest, bundle, visibility, certificationLevel }: NewVersion,
  ): Promise<void> {
    return this.trail.record(caller, {
      org,
      action: 'registry_version.registered',
      resource: id,
      details: {
        package: `${org}/${name}`,
        version: version.text,
        status,
        manifest_digest: manifest.digest,
        bundle_digest: bundle.digest,
        replaced_draft: replaced,
        ...(visibility !== null && { visibility }),
        ...(certificationLevel !== null && { certification_level: certificationLevel }),
      },
    });
  }

  /** The package is locked, so that the messages about it are in the order of its changes. */
  async changed(
    caller: RegistryPrincipal,
    packageName: PackageName,
    state: VersionState,
    request: StatusRequest,
    changed: ChangedVersion,
  ): Promise<void> {
    const { org, name } = packageName;
    const { status, reason } = request;
    await this.outbox.add(VERSION_EVENTS, state.packageId, {
      ...versionEvent(packageName, state, request, changed),
    });
    await this.trail.record(caller, {
      org,
      action: `registry_version.${status}`,
      resource: state.id,
      details: {
        package: `${org}/${name}`,
        version: state.version,
        changes: { status: { from: state.status, to: status } },
        ...(status === 'revoked' && { reason: reason ?? '' }),
      },
    });
  }

  /** Of a version that was published before there were messages: its publication has no event of its own. */
  async announced(packageId: string, { org, name, ...version }: AnnouncedVersion): Promise<void> {
    const event = versionEvent({ org, name }, version, { status: 'published' }, version);
    await this.outbox.add(VERSION_EVENTS, packageId, { ...event });
  }

  removed(
    caller: RegistryPrincipal,
    { org, name }: PackageName,
    { id, version, status, bundleDigest }: VersionState,
  ): Promise<void> {
    return this.trail.record(caller, {
      org,
      action: 'registry_version.removed',
      resource: id,
      details: { package: `${org}/${name}`, version, status, bundle_digest: bundleDigest },
    });
  }
}
