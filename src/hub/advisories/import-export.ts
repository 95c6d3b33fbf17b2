import { affectsVersion, readOsvRecord } from '@mcp-hub/analyzer/advisories';
import { batchesOf, type ExportCounts } from './advisory-batch.js';
import type { AdvisoryImports } from './advisory-imports.js';
import type { AdvisoryKey } from './advisory-row.js';
import type { LeasedSource, Validators } from './advisory-sources.repository.js';
import type { OsvExport } from './osv-export.js';
export { exportAt } from './osv-export.js';
import { UnusableExportError } from './unusable-export.js';

/** The records of one export, which are held in memory by their identifiers. */
const MAX_RECORDS = 1_000_000;

/** How an import uses the database. */
export interface ImportAccess {
  /** Runs a step. Commands lend the database of a server for some steps at a time. */
  step<T>(work: (imports: AdvisoryImports) => Promise<T>): Promise<T>;
  /** Called after each batch, with the number of records read so far. */
  progress?(what: 'checking' | 'importing', records: number): void;
  /** @throws when the import should end early */
  check?(): void;
}

/** The result of an import. */
export interface ImportedExport {
  readonly valid: number;
  readonly skipped: number;
  readonly changed: number;
  readonly ecosystems: readonly string[];
}

const emptyCounts = (): ExportCounts => ({ valid: 0, skipped: 0, ecosystems: new Set() });

/**
 * Reads an export to its end without storing anything.
 * @throws UnusableExportError when it is broken, or has no advisory that could be used
 */
export async function checkExport(source: OsvExport, access: ImportAccess): Promise<ExportCounts> {
  const counts = emptyCounts();
  for await (const _batch of batchesOf(readOsvRecord, source.records(), counts, new Set())) {
    access.check?.();
    if (counts.valid > MAX_RECORDS)
      throw new UnusableExportError(`it has more than ${MAX_RECORDS} advisories; import fewer ecosystems`);
    access.progress?.('checking', counts.valid + counts.skipped);
  }
  if (counts.valid === 0) throw new UnusableExportError('it has no advisory in the OSV format');
  if (source.isFull && counts.ecosystems.size === 0)
    throw new UnusableExportError('it has no advisory about npm, PyPI or Go');
  return counts;
}

/**
 * Stores an export that was checked. A full one also deletes what it no longer has.
 * @param source the source that `begin` returned
 */
export async function storeExport(
  source: LeasedSource,
  { isFull, records }: OsvExport,
  end: { readonly validators: Validators; readonly nextInHours: number | null },
  access: ImportAccess,
): Promise<ImportedExport> {
  const counts = emptyCounts();
  const seen = new Set<string>();
  let changed = 0;
  for await (const batch of batchesOf(readOsvRecord, records(), counts, seen)) {
    access.check?.();
    changed += await access.step((imports) => imports.apply(source, batch, affectsVersion));
    access.progress?.('importing', counts.valid + counts.skipped);
  }
  const ecosystems = [...counts.ecosystems];
  if (isFull) {
    let last: AdvisoryKey | undefined;
    do {
      access.check?.();
      last = await access.step((imports) => imports.sweep(source, last, seen, ecosystems, affectsVersion));
    } while (last !== undefined);
  }
  await access.step((imports) => imports.finish(source, { ...end, skipped: counts.skipped }));
  return { valid: counts.valid, skipped: counts.skipped, changed, ecosystems };
}
