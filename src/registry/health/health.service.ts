import { Injectable } from '@nestjs/common';
import { Readiness } from '../../common/operation/readiness.js';
import { UnitOfWork } from '../../storage/database/unit-of-work.js';

/** What probes ask. */
@Injectable()
export class HealthService {
  constructor(
    private readonly readiness: Readiness,
    private readonly uow: UnitOfWork,
  ) {}

  /** @throws 503 while the process starts or stops, and while its database cannot be reached. */
  async requireReady(): Promise<void> {
    this.readiness.require();
    await this.uow.rows('SELECT 1');
  }
}
