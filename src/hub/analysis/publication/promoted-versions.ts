import { Injectable, type OnModuleInit } from '@nestjs/common';
import { Promotions } from '../../catalog/newest-versions/promotions.js';
import { Publications } from './publications.service.js';

/** Publishes versions that were previews, and those that have another number now (hub contract 25). */
@Injectable()
export class PromotedVersions implements OnModuleInit {
  constructor(
    private readonly promotions: Promotions,
    private readonly publications: Publications,
  ) {}

  onModuleInit(): void {
    this.promotions.subscribe(({ versionId }, { snapshotId, certificationLevel }) =>
      this.publications.request(versionId, { snapshotId, certificationLevel }),
    );
  }
}
