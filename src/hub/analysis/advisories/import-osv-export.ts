import { affectedVersions, readOsvRecord } from '@mcp-hub/analyzer/advisories';
import { ECOSYSTEMS } from '@mcp-hub/analyzer/catalogs';
import { batchesOf, type ExportCounts } from './advisory-batch.js';
import type { AdvisoryImports } from './advisory-imports.js';
import type { AdvisoryKey } from './advisory-row.js';
import type { LeasedSource, Validators } from './advisory-sources.repository.js';
import type { OsvExport } from './osv-export.js';
export { exportAt } from './osv-export.js';
import { UnusableExportError } from './unusable-export.js';

const ONE_ECOSYSTEM = `${ECOSYSTEMS.slice(0, -1).join(', ')} or ${ECOSYSTEMS.at(-1)}`;

/** How an import uses the database. */
export interface ImportAccess {
  /** Runs a step. Commands lend the database of a server for some steps at a time. */
  step<T>(work: (imports: AdvisoryImports) => Promise<T>): Promise<T>;
  /** Called after each batch, with the number of records read so far. */
  progress?(what: 'checking' | 'importing', records: number): void;
  /** Called for each record. @throws when the import should end early */
  readonly check?: () => void;
}

/** The result of an import. */
export interface ImportedExport {
  readonly valid: number;
  readonly skipped: number;
  readonly changed: number;
  /** Those that the export covers. */
  readonly ecosystems: readonly string[];
}

const newPass = ({ check }: ImportAccess) => ({
  counts: { valid: 0, skipped: 0, ecosystems: new Set<string>() } satisfies ExportCounts,
  seen: new Set<string>(),
  check: () => check?.(),
});

/**
 * Reads an export to its end without storing anything.
 * @throws UnusableExportError when it is broken, or has no advisory that could be used
 */
export async function checkExport(source: OsvExport, access: ImportAccess): Promise<ExportCounts> {
  const pass = newPass(access);
  const { counts } = pass;
  for await (const _batch of batchesOf(readOsvRecord, source.records(), pass)) {
    access.progress?.('checking', counts.valid + counts.skipped);
  }
  if (counts.valid === 0) throw new UnusableExportError('it has no advisory in the OSV format');
  if (source.isFull && counts.ecosystems.size === 0)
    throw new UnusableExportError(`none of its advisories is about ${ONE_ECOSYSTEM} alone`);
  return counts;
}

/**
 * Stores an export that was checked. A full one also deletes what it no longer has, unless some of its records are invalid:
 * these may be the missing ones.
 * @param source the source that `start` returned
 */
export async function storeExport(
  source: LeasedSource,
  { isFull, records }: OsvExport,
  end: { readonly validators: Validators; readonly nextInHours: number | null },
  access: ImportAccess,
): Promise<ImportedExport> {
  const pass = newPass(access);
  const { counts, seen } = pass;
  let changed = 0;
  for await (const batch of batchesOf(readOsvRecord, records(), pass)) {
    changed += await access.step((imports) => imports.apply(source, batch, affectedVersions));
    access.progress?.('importing', counts.valid + counts.skipped);
  }
  const ecosystems = [...counts.ecosystems];
  if (isFull && counts.skipped === 0) {
    let last: AdvisoryKey | undefined;
    do {
      access.check?.();
      const page = await access.step((imports) =>
        imports.sweep(source, last, { seen, ecosystems }, affectedVersions),
      );
      last = page.last;
      changed += page.deleted;
    } while (last !== undefined);
  }
  await access.step((imports) => imports.finish(source, { ...end, skipped: counts.skipped, ecosystems }));
  return { valid: counts.valid, skipped: counts.skipped, changed, ecosystems };
}
