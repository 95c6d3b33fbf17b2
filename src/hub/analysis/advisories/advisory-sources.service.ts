import { Inject, Injectable } from '@nestjs/common';
import { APP_CONFIG, type AppConfig } from '../../../config/app-config.js';
import type { PageQuery } from '../../platform/http/page.dto.js';
import type { AdvisorySourceList, AdvisorySourceView } from './advisories.dto.js';
import { AdvisorySourcesRepository, type ListedSource } from './advisory-sources.repository.js';

const timeOf = (date: Date | null): string | null => date?.toISOString() ?? null;

/** The sources of advisories, for administrators (hub contract 28). */
@Injectable()
export class AdvisorySourcesService {
  constructor(
    private readonly sources: AdvisorySourcesRepository,
    @Inject(APP_CONFIG) private readonly config: Pick<AppConfig, 'advisoryAddresses'>,
  ) {}

  /** A page of them, by name. */
  async list(page: PageQuery): Promise<AdvisorySourceList> {
    const { items, total } = await this.sources.list(page);
    const { ecosystems, newestDay } = await this.sources.summary();
    return {
      sources: items.map((source) => this.viewOf(source)),
      ecosystems: [...ecosystems],
      newest_advisory: newestDay,
      total,
      limit: page.limit,
      offset: page.offset,
    };
  }

  private viewOf(source: ListedSource): AdvisorySourceView {
    const isFetched = this.config.advisoryAddresses.includes(source.name);
    return {
      id: source.id,
      name: source.name,
      is_fetched: isFetched,
      ecosystems: source.ecosystems,
      newest_advisory: source.newestDay,
      advisories: source.advisoryCount,
      skipped: source.skippedCount,
      imported_at: timeOf(source.importedAt),
      checked_at: timeOf(source.checkedAt),
      next_attempt_at: isFetched ? timeOf(source.nextAttemptAt) : null,
      failures: source.failures,
      last_error: source.lastError,
    };
  }
}
