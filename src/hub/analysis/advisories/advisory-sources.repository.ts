import { Injectable } from '@nestjs/common';
import { readPage, type FoundPage, type Window } from '../../../storage/database/paging.js';
import { Lease } from '../../../jobs/attempts/lease.js';
import { UnitOfWork } from '../../../storage/database/unit-of-work.js';
import type { AdvisorySource } from './advisory-source.entity.js';

/** The headers by which a server recognizes that an export is unchanged. */
export interface Validators {
  readonly etag: string | null;
  readonly lastModified: string | null;
}

/** A source whose export is about to be fetched or imported. */
export interface LeasedSource extends Validators {
  readonly id: string;
  readonly leaseId: string;
}

/** The end of an import. */
export interface ImportEnd {
  readonly skipped: number;
  /** Those that the export covers. */
  readonly ecosystems: readonly string[];
  readonly validators: Validators;
  /** When to fetch the next export; null for an import by hand. */
  readonly nextInHours: number | null;
}

/** What all sources have together. */
export interface AdvisorySummary {
  readonly ecosystems: readonly string[];
  readonly newestDay: string | null;
  readonly size: number;
}

/** A source as administrators see it. */
export type ListedSource = Pick<
  AdvisorySource,
  | 'id'
  | 'name'
  | 'ecosystems'
  | 'newestDay'
  | 'advisoryCount'
  | 'skippedCount'
  | 'importedAt'
  | 'checkedAt'
  | 'nextAttemptAt'
  | 'failures'
  | 'lastError'
>;

const COLUMNS = `id, name, ecosystems, newest_day AS "newestDay", advisory_count AS "advisoryCount",
  skipped_count AS "skippedCount", fetched_at AS "importedAt", checked_at AS "checkedAt",
  next_attempt_at AS "nextAttemptAt", failures, last_error AS "lastError"`;

/** The longest error that is shown. */
const MAX_ERROR = 500;

const LEASE = new Lease({ holder: 'lease_id', until: 'lease_until' });

/**
 * SQL of the sources of advisories. A lease makes sure that a source has one import at a time: it is taken before and
 * renewed by every write, and ends by itself if its process dies.
 */
@Injectable()
export class AdvisorySourcesRepository {
  constructor(private readonly uow: UnitOfWork) {}

  list(page: Window): Promise<FoundPage<ListedSource>> {
    return readPage<ListedSource>(
      this.uow,
      { columns: COLUMNS, rows: 'FROM advisory_source', values: [], order: 'name', key: 'id' },
      page,
    );
  }

  /** All of them together. `size` counts an advisory for each source that has it. */
  async summary(): Promise<AdvisorySummary> {
    const found = await this.uow.row<AdvisorySummary>(
      `SELECT coalesce((SELECT array_agg(DISTINCT e ORDER BY e) FROM advisory_source, unnest(ecosystems) e), '{}') AS ecosystems,
              max(newest_day) AS "newestDay", coalesce(sum(advisory_count), 0)::integer AS size
         FROM advisory_source`,
    );
    return found ?? { ecosystems: [], newestDay: null, size: 0 };
  }

  /** Creates missing sources. Those with an address are due at once. */
  async ensure(names: readonly string[], isFetched: boolean): Promise<void> {
    await this.uow.rows(
      `INSERT INTO advisory_source (id, name, created_at, next_attempt_at)
       SELECT gen_random_uuid(), name, now(), CASE WHEN $2 THEN now() END
         FROM unnest($1::text[]) AS n (name) ORDER BY name
       ON CONFLICT (name) DO UPDATE SET next_attempt_at = now()
          WHERE $2 AND advisory_source.next_attempt_at IS NULL`,
      [names, isFetched],
    );
  }

  /**
   * Takes the lease of a source for some minutes.
   * @param onlyIfDue whether to leave out a source that was fetched within its interval
   * @returns undefined when it is not due, or another process has the lease
   */
  lease(name: string, minutes: number, onlyIfDue: boolean): Promise<LeasedSource | undefined> {
    return this.uow.row(
      `UPDATE advisory_source
          SET ${LEASE.taken('gen_random_uuid()', 'make_interval(mins => $2::integer)')}
        WHERE name = $1 AND ${LEASE.isFree('advisory_source')} AND (NOT $3 OR next_attempt_at <= now())
       RETURNING id, lease_id AS "leaseId", etag, last_modified AS "lastModified"`,
      [name, minutes, onlyIfDue],
    );
  }

  /** Extends a lease. @returns false when it has ended */
  async renew({ id, leaseId }: LeasedSource, minutes: number): Promise<boolean> {
    const renewed = await this.uow.row(
      `UPDATE advisory_source SET ${LEASE.kept('make_interval(mins => $3::integer)')}
        WHERE ${LEASE.isHeld()} RETURNING id`,
      [id, leaseId, minutes],
    );
    return renewed !== undefined;
  }

  /** Ends a lease after an attempt that found the export unchanged. */
  async unchanged(source: LeasedSource, nextInHours: number): Promise<void> {
    await this.uow.rows(
      `UPDATE advisory_source
          SET ${LEASE.ended}, checked_at = now(), failures = 0, last_error = NULL,
              next_attempt_at = now() + make_interval(hours => $3::integer)
        WHERE ${LEASE.isHeld()}`,
      [source.id, source.leaseId, nextInHours],
    );
  }

  /** Ends a lease after a failure. What is stored stays. */
  async failed(source: LeasedSource, error: string, nextInHours: number | null): Promise<void> {
    await this.uow.rows(
      `UPDATE advisory_source
          SET ${LEASE.ended}, failures = failures + 1, last_error = $3,
              next_attempt_at = now() + make_interval(hours => $4::integer)
        WHERE ${LEASE.isHeld()}`,
      [source.id, source.leaseId, error.slice(0, MAX_ERROR), nextInHours],
    );
  }

  /**
   * Ends a lease after an import: counts what is stored now.
   * @returns the ecosystems that the source did not cover before
   */
  async imported(source: LeasedSource, end: ImportEnd): Promise<readonly string[]> {
    const { skipped, ecosystems, validators, nextInHours } = end;
    const found = await this.uow.row<{ added: string[] }>(
      `WITH stored AS (
         SELECT count(DISTINCT id)::integer AS size, max(day) AS day,
                coalesce(array_agg(DISTINCT ecosystem), '{}') AS ecosystems
           FROM advisory WHERE source_id = $1),
       before AS (SELECT ecosystems FROM advisory_source WHERE id = $1),
       covered AS (
         SELECT coalesce(array_agg(DISTINCT e ORDER BY e), '{}') AS ecosystems
           FROM stored, before, unnest(before.ecosystems || $7::text[]) e
          WHERE e = ANY (stored.ecosystems))
       UPDATE advisory_source s
          SET advisory_count = stored.size, newest_day = stored.day, ecosystems = covered.ecosystems,
              skipped_count = $3, etag = $4, last_modified = $5, fetched_at = now(), checked_at = now(),
              next_attempt_at = now() + make_interval(hours => $6::integer), failures = 0, last_error = NULL,
              ${LEASE.ended}
         FROM stored, before, covered
        WHERE ${LEASE.isHeld('s')}
       RETURNING (SELECT coalesce(array_agg(e), '{}') FROM unnest(covered.ecosystems) e
                   WHERE e <> ALL (before.ecosystems)) AS added`,
      [source.id, source.leaseId, skipped, validators.etag, validators.lastModified, nextInHours, ecosystems],
    );
    return found?.added ?? [];
  }
}
