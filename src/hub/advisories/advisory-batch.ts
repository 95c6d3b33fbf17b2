import { createHash } from 'node:crypto';
import type { readOsvRecord } from '@mcp-hub/analyzer/advisories';
import { isStorableName, rowKey, type AdvisoryRow } from './advisory-row.js';

/** What one batch of an export contains. */
export interface AdvisoryBatch {
  /** All advisories of the batch, also those without rows: what a source has stored about these is replaced. */
  readonly ids: readonly string[];
  /** Each key once. */
  readonly rows: readonly AdvisoryRow[];
}

/** What a pass over an export has counted. */
export interface ExportCounts {
  /** Records that are valid, withdrawn ones and those of other ecosystems included. */
  valid: number;
  /** Records that are not. */
  skipped: number;
  /** Those of the rows. */
  readonly ecosystems: Set<string>;
}

const DAY = /^\d{4}-\d{2}-\d{2}/;
const BATCH_ROWS = 1000;
/** A larger record belongs to no known advisory. */
const MAX_RECORD_LENGTH = 2 * 1024 * 1024;

type Reader = typeof readOsvRecord;

function rowsOf(read: Reader, record: unknown): { id: string; rows: AdvisoryRow[] } | undefined {
  const found = read(record);
  if (found === undefined || !isStorableName(found.id)) return undefined;
  const { id, modified, packages } = found;
  const day = DAY.exec(modified ?? '')?.[0] ?? null;
  const rows: AdvisoryRow[] = [];
  for (const { ecosystem, name, record: reduced } of packages) {
    const text = JSON.stringify(reduced);
    if (!isStorableName(name) || text.length > MAX_RECORD_LENGTH) return undefined;
    const digest = createHash('sha256').update(text).digest('base64url');
    rows.push({ id, ecosystem, packageKey: name, day, digest, record: reduced });
  }
  return { id, rows };
}

/**
 * Groups the records of an export into batches of 1,000 rows, and counts them. An advisory that occurs twice is read
 * once.
 */
export async function* batchesOf(
  read: Reader,
  records: AsyncIterable<unknown>,
  counts: ExportCounts,
  seen: Set<string>,
): AsyncGenerator<AdvisoryBatch> {
  let ids: string[] = [];
  let rows = new Map<string, AdvisoryRow>();
  for await (const record of records) {
    const found = rowsOf(read, record);
    if (found === undefined) {
      counts.skipped += 1;
      continue;
    }
    counts.valid += 1;
    if (seen.has(found.id)) continue;
    seen.add(found.id);
    ids.push(found.id);
    for (const row of found.rows) {
      counts.ecosystems.add(row.ecosystem);
      rows.set(rowKey(row), row);
    }
    if (rows.size < BATCH_ROWS && ids.length < BATCH_ROWS) continue;
    yield { ids, rows: [...rows.values()] };
    [ids, rows] = [[], new Map()];
  }
  if (ids.length > 0) yield { ids, rows: [...rows.values()] };
}
