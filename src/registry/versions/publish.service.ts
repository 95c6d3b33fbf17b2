import { Inject, Injectable } from '@nestjs/common';
import { OrganizationsRepository } from '../../auth/memberships/organizations.repository.js';
import type { Principal } from '../../auth/principal.js';
import { ApiError, badRequest, conflict } from '../../common/errors/api-error.js';
import { sha256Of } from '../../common/values/sha256-digest.js';
import { parseSemanticVersion, type SemanticVersion } from '../../common/values/semantic-version.js';
import { APP_CONFIG, type AppConfig } from '../../config/app-config.js';
import { isUniqueViolation } from '../../storage/database/database-errors.js';
import { UnitOfWork } from '../../storage/database/unit-of-work.js';
import { PackagesRepository, type BegunPackage } from '../packages/packages.repository.js';
import { canonicalManifest, manifestFault } from './manifest.js';
import { PublishArtifacts, type PublishedInto, type StoredManifest } from './publish-artifacts.js';
import type { PackageName } from '../packages/package-name.js';
import type { PublishRequest, PublishResponse } from './versions.dto.js';
import { VersionsRepository } from './versions.repository.js';

/** Registers versions (registry spec, States and transitions: publish). */
@Injectable()
export class PublishService {
  constructor(
    private readonly uow: UnitOfWork,
    private readonly organizations: OrganizationsRepository,
    private readonly packages: PackagesRepository,
    private readonly versions: VersionsRepository,
    private readonly artifacts: PublishArtifacts,
    @Inject(APP_CONFIG) private readonly config: AppConfig,
  ) {}

  /**
   * Registers a version with its manifest. The bundle follows, or is there already.
   * @throws 400 naming the field, 403 for a bundle that is not the caller's to name, 409 when the version exists (revoked ones too), 413 for a manifest over the limit.
   */
  async publish(
    principal: Principal,
    name: PackageName,
    request: PublishRequest,
    signal: AbortSignal,
  ): Promise<PublishResponse> {
    const version = this.check(name, request);
    const bytes = canonicalManifest(request.manifest_json);
    if (bytes.length > this.config.limits.manifestBytes) {
      throw new ApiError(
        'payload_too_large',
        `manifest_json is larger than ${this.config.limits.manifestBytes} bytes`,
      );
    }
    await this.artifacts.requireRightToBundle(principal, name, request.bundle_digest);
    const manifest = { digest: sha256Of(bytes), bytes };
    const { hasBegun } = await this.prepare(name, version, manifest);
    // Before the transaction, which may hold no storage call: at worst, bytes stay behind that no version names.
    await this.artifacts.writeManifest(name.org, manifest, signal);
    const written = await this.write(principal, name, version, request, manifest);
    // A cleanup may remove the bytes of an organization that has not begun (ADR 13).
    if (!hasBegun) await this.artifacts.writeManifest(name.org, manifest, signal);
    return {
      version: version.text,
      status: request.status ?? 'ingested',
      bundle_upload: await this.artifacts.bundleUpload(written, name, request, principal.subject),
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

  /** Spares a version that exists the work; the unique key has the last word. */
  private async prepare(
    name: PackageName,
    version: SemanticVersion,
    manifest: StoredManifest,
  ): Promise<{ readonly hasBegun: boolean }> {
    const { hasBegun, existing } = await this.versions.prepare(name, version.sortKey, manifest.digest);
    if (existing !== null) throw versionExists(existing);
    return { hasBegun };
  }

  private async write(
    principal: Principal,
    name: PackageName,
    version: SemanticVersion,
    request: PublishRequest,
    manifest: StoredManifest,
  ): Promise<PublishedInto> {
    try {
      return await this.uow.run(async () => {
        const pack = await this.enter(name, request);
        const { orgId } = pack;
        const draft = {
          packageId: pack.id,
          orgId,
          version,
          request,
          manifestDigest: manifest.digest,
          publishedBy: principal.subject,
        };
        const written = await this.versions.upsert(draft);
        if (written === undefined) throw versionExists(version.text);
        await this.versions.writeAliasesAndEvidence(written, draft);
        const bundleIsRecorded = await this.artifacts.record(orgId, manifest, request, principal.subject);
        return { orgId, bundleIsRecorded };
      });
    } catch (error) {
      if (isUniqueViolation(error, 'registry_version_alias_pkey')) {
        throw conflict('an alias names another version of the package', { field: 'aliases' });
      }
      throw error;
    }
  }

  /** The package, changed as the request says; it and its organization begin with their first version. */
  private async enter(name: PackageName, request: PublishRequest): Promise<BegunPackage> {
    let pack = await this.packages.publish(name, request);
    if (pack === undefined) {
      const organization = await this.organizations.ensure(name.org);
      await this.packages.begin(organization.id, name.name);
      pack = await this.packages.publish(name, request);
    }
    if (pack === undefined) throw new Error('a package that was just made is not there');
    if (pack.org !== name.org) throw spelledDifferently('organization', pack.org);
    if (pack.name !== name.name) throw spelledDifferently('package', pack.name);
    return pack;
  }
}

const versionExists = (version: string): ApiError =>
  conflict(`version ${version} exists already; versions are never replaced`, { field: 'version' });

const spelledDifferently = (what: string, spelling: string): ApiError =>
  conflict(`the ${what} exists with another spelling: ${spelling}`);
