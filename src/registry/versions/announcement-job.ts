import { Injectable } from '@nestjs/common';
import { Background } from '../../jobs/background.decorator.js';
import type { RecurringJob } from '../../jobs/recurring-jobs.js';
import { UnitOfWork } from '../../storage/database/unit-of-work.js';
import { PackagesRepository } from '../packages/packages.repository.js';
import { UnannouncedVersionsRepository, type UnannouncedVersion } from './unannounced-versions.repository.js';
import { VersionTrail } from './version-trail.js';

/** Versions of one run: each is analyzed, and others must not wait for all of a large registry. */
const MAX_VERSIONS = 100;

/**
 * Writes the messages to the hub about versions that were published before there were messages to it (ADR 119). Once they are announced, it has
 * nothing to do.
 */
@Background('api')
@Injectable()
export class AnnouncementJob implements RecurringJob {
  readonly name = 'announcements';
  readonly everyMs = 600_000;

  constructor(
    private readonly uow: UnitOfWork,
    private readonly packages: PackagesRepository,
    private readonly versions: UnannouncedVersionsRepository,
    private readonly trail: VersionTrail,
  ) {}

  async run(signal: AbortSignal): Promise<void> {
    for (const version of await this.versions.next(MAX_VERSIONS)) {
      if (signal.aborted) return;
      await this.uow.run(() => this.announce(version));
    }
  }

  /** The package is locked, as when a version is published, so that the messages about it have an order. */
  private async announce({ id, packageId }: UnannouncedVersion): Promise<void> {
    await this.packages.lock(packageId);
    const version = await this.versions.announce(id);
    if (version !== undefined) await this.trail.announced(packageId, version);
  }
}
