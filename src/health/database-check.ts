import { Inject, Injectable } from '@nestjs/common';
import { Outages } from '../common/operation/outages.js';
import { APP_CONFIG, type AppConfig } from '../config/app-config.js';
import { UnitOfWork } from '../storage/database/unit-of-work.js';
import { requireSpace, requireWritable } from '../storage/database/write-check.js';

/** Checks that the database does what this process needs of it. */
@Injectable()
export class DatabaseCheck {
  constructor(
    private readonly uow: UnitOfWork,
    @Inject(APP_CONFIG) private readonly config: Pick<AppConfig, 'readOnly'>,
    private readonly outages: Outages,
  ) {}

  /** @throws when it cannot be read, or not be written although the process is not in read-only mode */
  async run(): Promise<void> {
    if (this.config.readOnly) {
      await this.uow.rows('SELECT 1');
      return;
    }
    await requireWritable(this.uow);
    // Changes that need no room succeed on a full disk, so that requests notice first.
    if (this.outages.has('database', 'full')) await requireSpace(this.uow);
  }
}
