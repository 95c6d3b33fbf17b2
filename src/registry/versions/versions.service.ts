import { Injectable } from '@nestjs/common';
import type { RegistryPrincipal } from '../../auth/registry/registry-principal.js';
import { sortKeyOf } from '../../common/values/semantic-version.js';
import type { PackageName } from '../packages/package-name.js';
import { PackagesRepository } from '../packages/packages.repository.js';
import { versionNotFound } from '../packages/version-not-found.js';
import { NEWEST } from '../registry.dto.js';
import { packageResource } from '../resources.js';
import { toVersionDetail, toVersionSummary } from './version.mapper.js';
import { STATUS_RULES } from './version-status.js';
import { VersionsReadModel, type VersionPosition } from './versions.read-model.js';
import type { VersionDetail, VersionSummary } from './versions.dto.js';

const BATCH = 500;

/** Lists the versions of a package and shows single ones. */
@Injectable()
export class VersionsService {
  constructor(
    private readonly packages: PackagesRepository,
    private readonly readModel: VersionsReadModel,
  ) {}

  /**
   * All versions of a package, newest first, read lazily in batches.
   * @throws 404 for an unknown package, before the first one.
   */
  async list(principal: RegistryPrincipal, name: PackageName): Promise<AsyncIterable<VersionSummary>> {
    const found = await this.packages.find(name);
    if (found === undefined) throw await versionNotFound(this.packages, principal, name);
    return this.summaries(found.id);
  }

  /**
   * One version of any status; `newest` is the latest one or, if none is published, the first of the list. Its artifacts are shown only to callers who may
   * resolve versions of that status.
   * @throws 404 for an unknown version or package.
   */
  async get(principal: RegistryPrincipal, name: PackageName, version: string): Promise<VersionDetail> {
    const row =
      version === NEWEST
        ? await this.readModel.findNewest(name)
        : await this.readModel.find(name, sortKeyOf(version));
    if (row === undefined) throw await versionNotFound(this.packages, principal, name);
    const { scope } = STATUS_RULES[row.status];
    return toVersionDetail(name, row, principal.can(scope, packageResource(name)));
  }

  private async *summaries(packageId: string): AsyncGenerator<VersionSummary> {
    let after: VersionPosition | undefined;
    for (;;) {
      const batch = await this.readModel.batch(packageId, BATCH, after);
      for (const row of batch) yield toVersionSummary(row);
      after = batch.at(-1);
      if (after === undefined || batch.length < BATCH) return;
    }
  }
}
