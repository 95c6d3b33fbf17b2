import { Injectable } from '@nestjs/common';
import { notFound } from '../../common/errors/api-error.js';
import type { PackageName } from '../packages/package-name.js';
import { PackagesRepository } from '../packages/packages.repository.js';
import { VersionsReadModel, type VersionPosition } from './versions.read-model.js';
import type { VersionSummary } from './versions.dto.js';

const BATCH = 500;

/** Lists the versions of a package. */
@Injectable()
export class VersionsService {
  constructor(
    private readonly packages: PackagesRepository,
    private readonly readModel: VersionsReadModel,
  ) {}

  /**
   * All versions of a package, newest first, read in batches as they are consumed.
   * @throws 404 for an unknown package, before the first one.
   */
  async list(name: PackageName): Promise<AsyncIterable<VersionSummary>> {
    const found = await this.packages.find(name);
    if (found === undefined) throw notFound('package');
    return this.summaries(found.id);
  }

  private async *summaries(packageId: string): AsyncGenerator<VersionSummary> {
    let after: VersionPosition | undefined;
    for (;;) {
      const batch = await this.readModel.batch(packageId, BATCH, after);
      for (const { version, status, gitSha, createdAt } of batch) {
        yield { version, status, created_at: createdAt.toISOString(), git_sha: gitSha };
      }
      after = batch.at(-1);
      if (after === undefined || batch.length < BATCH) return;
    }
  }
}
