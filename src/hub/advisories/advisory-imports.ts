import { Injectable } from '@nestjs/common';
import { conflict } from '../../common/errors/api-error.js';
import { UnitOfWork } from '../../storage/database/unit-of-work.js';
import { AdvisoriesRepository } from './advisories.repository.js';
import type { AdvisoryBatch } from './advisory-batch.js';
import { packageOf, rowKey, type AdvisoryKey, type AffectedVersion, type WatchedPackage } from './advisory-row.js';
import {
  AdvisorySourcesRepository,
  type LeasedSource,
  type Validators,
} from './advisory-sources.repository.js';
import { McpDependenciesRepository } from './mcp-dependencies.repository.js';

/** Minutes that one batch may take, with much to spare. */
const BATCH_MINUTES = 10;
const PAGE_ROWS = 5000;

type Affects = typeof import('@mcp-hub/analyzer/advisories').affectsVersion;

/** The difference between a batch and what is stored. */
interface Difference {
  readonly written: AdvisoryBatch['rows'];
  readonly removed: readonly AdvisoryKey[];
}

/** The end of an import. */
export interface ImportEnd {
  readonly skipped: number;
  readonly validators: Validators;
  /** When to fetch the next export; null for an import by hand. */
  readonly nextInHours: number | null;
}

/**
 * Writes advisories in steps, each a transaction of a constant number of statements, so that other work goes on in between.
 * MCPs with a dependency that a change is about are marked in the same transaction.
 */
@Injectable()
export class AdvisoryImports {
  constructor(
    private readonly uow: UnitOfWork,
    private readonly advisories: AdvisoriesRepository,
    private readonly sources: AdvisorySourcesRepository,
    private readonly dependencies: McpDependenciesRepository,
  ) {}

  /** Starts an import into a source, which is created if it does not exist. @throws 409 when one is running */
  async begin(name: string): Promise<LeasedSource> {
    await this.sources.ensure([name], false);
    const source = await this.sources.lease(name, BATCH_MINUTES, false);
    if (source === undefined)
      throw conflict(`another process imports advisories into ${name}; try again when it is done`);
    return source;
  }

  /** Replaces what a source says in the advisories of a batch. Returns the number of rows that changed. */
  async apply(source: LeasedSource, { ids, rows }: AdvisoryBatch, affects: Affects): Promise<number> {
    return this.uow.run(async () => {
      await this.hold(source);
      const stored = await this.advisories.storedOf(source.id, ids);
      const digests = new Map(stored.map((row) => [rowKey(row), row.digest]));
      const keys = new Set(rows.map(rowKey));
      return this.change(source, affects, {
        written: rows.filter((row) => digests.get(rowKey(row)) !== row.digest),
        removed: stored.filter((row) => !keys.has(rowKey(row))),
      });
    });
  }

  /**
   * Deletes advisories that a full export no longer has, from the next page of stored ones on. Ecosystems that the export
   * lacks are left alone.
   * @returns the last row of the page; undefined at the end
   */
  async sweep(
    source: LeasedSource,
    after: AdvisoryKey | undefined,
    seen: ReadonlySet<string>,
    ecosystems: readonly string[],
    affects: Affects,
  ): Promise<AdvisoryKey | undefined> {
    return this.uow.run(async () => {
      await this.hold(source);
      const from = after ?? { id: '', ecosystem: '', packageKey: '' };
      const page = await this.advisories.page(source.id, ecosystems, from, PAGE_ROWS);
      await this.change(source, affects, { written: [], removed: page.filter(({ id }) => !seen.has(id)) });
      return page.length < PAGE_ROWS ? undefined : page.at(-1);
    });
  }

  /** Ends an import. If an ecosystem was not covered before, all MCPs with dependencies of it are marked. */
  async finish(source: LeasedSource, { skipped, validators, nextInHours }: ImportEnd): Promise<void> {
    await this.uow.run(async () => {
      await this.hold(source);
      const added = await this.sources.imported(source, skipped, validators, nextInHours);
      if (added.length > 0) await this.dependencies.recheckEcosystems(added);
    });
  }

  /** @throws when the lease has ended, because the process was suspended for long */
  private async hold(source: LeasedSource): Promise<void> {
    if (!(await this.sources.renew(source, BATCH_MINUTES)))
      throw conflict('another process has started to import these advisories');
  }

  private async change(
    source: LeasedSource,
    affects: Affects,
    { written, removed }: Difference,
  ): Promise<number> {
    const changed = [...written, ...removed];
    if (changed.length === 0) return 0;
    const watched = await this.advisories.watchedOf(source.id, changed);
    if (written.length > 0) await this.advisories.write(source.id, written);
    if (removed.length > 0) await this.advisories.delete(source.id, removed);
    const affected = watched.length === 0 ? [] : affectedOf(watched, written, affects);
    if (affected.length > 0) await this.dependencies.recheckDependents(affected);
    return changed.length;
  }
}

/** The watched versions that a changed advisory affects, or affected before. */
function affectedOf(
  watched: readonly WatchedPackage[],
  written: AdvisoryBatch['rows'],
  affects: Affects,
): AffectedVersion[] {
  const now = new Map(written.map((row) => [rowKey(row), row.record]));
  return watched.flatMap((found) => {
    const records = [now.get(rowKey(found)), found.record].filter((record) => record != null);
    return found.versions
      .filter((version) => records.some((record) => affects(record, packageOf(found), version)))
      .map((version) => ({ ecosystem: found.ecosystem, packageKey: found.packageKey, version }));
  });
}
