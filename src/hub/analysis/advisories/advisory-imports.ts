import { Injectable } from '@nestjs/common';
import { conflict } from '../../../common/errors/api-error.js';
import { UnitOfWork } from '../../../storage/database/unit-of-work.js';
import { AdvisoriesRepository } from './advisories.repository.js';
import type { AdvisoryBatch } from './advisory-batch.js';
import {
  packageOf,
  rowKey,
  type AdvisoryKey,
  type AffectedVersion,
  type WatchedPackage,
} from './advisory-row.js';
import {
  AdvisorySourcesRepository,
  type ImportEnd,
  type LeasedSource,
} from './advisory-sources.repository.js';
import { McpDependenciesRepository } from './mcp-dependencies.repository.js';

/** Minutes that one batch may take, with much to spare. */
const BATCH_MINUTES = 10;
const PAGE_ROWS = 5000;

type Affected = typeof import('@mcp-hub/analyzer/advisories').affectedVersions;

/** The difference between a batch and what is stored. */
interface Difference {
  readonly written: AdvisoryBatch['rows'];
  readonly removed: readonly AdvisoryKey[];
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
  async start(name: string): Promise<LeasedSource> {
    await this.sources.ensure([name], false);
    const source = await this.sources.lease(name, BATCH_MINUTES, false);
    if (source === undefined)
      throw conflict(`another process imports advisories into ${name}; try again when it is done`);
    return source;
  }

  /** Replaces what a source says in the advisories of a batch. Returns the number of rows that changed. */
  async apply(source: LeasedSource, { ids, rows }: AdvisoryBatch, affected: Affected): Promise<number> {
    return this.uow.run(async () => {
      await this.hold(source);
      const stored = await this.advisories.storedOf(source.id, ids);
      const digests = new Map(stored.map((row) => [rowKey(row), row.digest]));
      const keys = new Set(rows.map(rowKey));
      return this.change(source, affected, {
        written: rows.filter((row) => digests.get(rowKey(row)) !== row.digest),
        removed: stored.filter((row) => !keys.has(rowKey(row))),
      });
    });
  }

  /**
   * Deletes advisories that a full export no longer has, from the next page of stored ones on. Ecosystems that the export
   * lacks are left alone.
   * @returns the last row of the page, undefined at the end, and the number of deleted rows
   */
  async sweep(
    source: LeasedSource,
    after: AdvisoryKey | undefined,
    { seen, ecosystems }: { readonly seen: ReadonlySet<string>; readonly ecosystems: readonly string[] },
    affected: Affected,
  ): Promise<{ readonly last: AdvisoryKey | undefined; readonly deleted: number }> {
    return this.uow.run(async () => {
      await this.hold(source);
      const from = after ?? { id: '', ecosystem: '', packageKey: '' };
      const page = await this.advisories.page(source.id, ecosystems, from, PAGE_ROWS);
      const removed = page.filter(({ id }) => !seen.has(id));
      const deleted = await this.change(source, affected, { written: [], removed });
      return { last: page.length < PAGE_ROWS ? undefined : page.at(-1), deleted };
    });
  }

  /** Ends an import. If an ecosystem was not covered before, all MCPs with dependencies of it are marked. */
  async finish(source: LeasedSource, end: ImportEnd): Promise<void> {
    await this.uow.run(async () => {
      await this.hold(source);
      const added = await this.sources.imported(source, end);
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
    affected: Affected,
    { written, removed }: Difference,
  ): Promise<number> {
    const changed = [...written, ...removed];
    if (changed.length === 0) return 0;
    const watched = await this.advisories.watchedOf(source.id, changed);
    if (written.length > 0) await this.advisories.write(source.id, written);
    if (removed.length > 0) await this.advisories.delete(source.id, removed);
    const versions = watched.length === 0 ? [] : affectedOf(watched, written, affected);
    if (versions.length > 0) await this.dependencies.recheckDependents(versions);
    return changed.length;
  }
}

/** The watched versions that a changed advisory affects, or affected before. */
function affectedOf(
  watched: readonly WatchedPackage[],
  written: AdvisoryBatch['rows'],
  affected: Affected,
): AffectedVersion[] {
  const now = new Map(written.map((row) => [rowKey(row), row.record]));
  return watched.flatMap((found) => {
    const records = [now.get(rowKey(found)), found.record].filter((record) => record != null);
    const versions = records.flatMap((record) => affected(record, packageOf(found), found.versions));
    const { ecosystem, packageKey } = found;
    return [...new Set(versions)].map((version) => ({ ecosystem, packageKey, version }));
  });
}
