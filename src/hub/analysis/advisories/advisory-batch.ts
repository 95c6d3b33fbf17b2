import { createHash } from 'node:crypto';
import type { readOsvRecord } from '@mcp-hub/analyzer/advisories';
import { isStorableName, rowKey, type AdvisoryRow } from './advisory-row.js';
import { UnusableExportError } from './unusable-export.js';

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
  /** The ecosystems that some record is about alone. */
  readonly ecosystems: Set<string>;
}

const DAY = /^\d{4}-\d{2}-\d{2}/;
/** The records of one export, whose identifiers are held in memory. */
const MAX_RECORDS = 1_000_000;
const BATCH_ROWS = 1000;
/** The size of the rows of a batch as JSON, in characters; reached by no 1,000 known advisories. */
const BATCH_LENGTH = 8 * 1024 * 1024;
/** The same for one record, which is invalid if its rows are larger. */
const MAX_RECORD_LENGTH = 4 * 1024 * 1024;

type Reader = typeof readOsvRecord;

interface ReadRows {
  readonly id: string;
  readonly covers: string | undefined;
  readonly rows: readonly AdvisoryRow[];
  /** Of the rows as JSON, in characters. */
  readonly length: number;
}

/** The rows of a record; undefined when it is invalid or cannot be stored. */
function rowsOf(read: Reader, record: unknown): ReadRows | undefined {
  const found = read(record);
  if (found === undefined || !isStorableName(found.id)) return undefined;
  const { id, modified, covers, packages } = found;
  const day = DAY.exec(modified ?? '')?.[0] ?? null;
  const rows: AdvisoryRow[] = [];
  let length = 0;
  for (const { ecosystem, name, record: reduced } of packages) {
    const text = JSON.stringify(reduced);
    length += text.length;
    if (!isStorableName(name) || length > MAX_RECORD_LENGTH) return undefined;
    const digest = createHash('sha256').update(text).digest('base64url');
    rows.push({ id, ecosystem, packageKey: name, day, digest, record: reduced });
  }
  return { id, covers, rows, length };
}

/**
 * Groups the records of an export into batches of about 1,000 rows, and counts them. An advisory that occurs twice is read
 * once.
 * @param seen receives the identifiers
 * @param check called for each record; throws when the import should end early
 * @throws UnusableExportError when there are more than a million records
 */
export async function* batchesOf(
  read: Reader,
  records: AsyncIterable<unknown>,
  { counts, seen, check }: { counts: ExportCounts; seen: Set<string>; check: () => void },
): AsyncGenerator<AdvisoryBatch> {
  let ids: string[] = [];
  let rows = new Map<string, AdvisoryRow>();
  let length = 0;
  for await (const record of records) {
    check();
    const found = rowsOf(read, record);
    if (found === undefined) counts.skipped += 1;
    else counts.valid += 1;
    if (counts.valid + counts.skipped > MAX_RECORDS)
      throw new UnusableExportError(`it has more than ${MAX_RECORDS} records; import fewer ecosystems`);
    if (found === undefined || seen.has(found.id)) continue;
    seen.add(found.id);
    ids.push(found.id);
    if (found.covers !== undefined) counts.ecosystems.add(found.covers);
    for (const row of found.rows) rows.set(rowKey(row), row);
    length += found.length;
    if (rows.size < BATCH_ROWS && ids.length < BATCH_ROWS && length < BATCH_LENGTH) continue;
    yield { ids, rows: [...rows.values()] };
    ids = [];
    rows = new Map();
    length = 0;
  }
  if (ids.length > 0) yield { ids, rows: [...rows.values()] };
}
