import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { printable } from '../findings/printable.js';
import { compareText } from '../common/text-order.js';
import { AdvisoryTable, recordsOf, type Advisories } from './advisories.js';

function parsed(text: string): { readonly json: unknown } | undefined {
  try {
    return { json: JSON.parse(text) };
  } catch {
    return undefined;
  }
}

/**
 * Parses a file with one JSON document, or with one per line. A line that is not JSON becomes undefined, so that it is counted.
 * @throws Error when the first line is not JSON either
 */
export function documentsOf(text: string): unknown[] {
  const content = text.replace(/^\ufeff/u, '');
  const whole = parsed(content);
  if (whole) return [whole.json];
  const lines = content.split('\n').filter((line) => line.trim() !== '');
  if (lines.length < 2 || parsed(lines[0] ?? '') === undefined)
    throw new Error('it is neither JSON nor JSON lines');
  return lines.map((line) => parsed(line)?.json);
}

/** The magic number of a non-empty zip. */
const ZIP = 'PK\u0003\u0004';

/** A file named by the user must contain advisories. */
async function readFileInto(table: AdvisoryTable, path: string): Promise<void> {
  const text = await readFile(path, 'utf8');
  if (text.startsWith(ZIP)) throw new Error('it is a zip: unpack it, and name the folder');
  const [first, ...others] = documentsOf(text);
  for (const record of recordsOf(first)) table.add(record);
  for (const record of others) table.add(record);
}

/** Each file of a folder contains one or more records; a file without any counts as an invalid record. */
async function readFolderInto(table: AdvisoryTable, folder: string): Promise<void> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const paths = entries
    .filter((entry) => entry.isFile() && /\.jsonl?$/u.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
    .sort(compareText);
  const zip = entries.find((entry) => entry.isFile() && /\.zip$/iu.test(entry.name));
  if (paths.length === 0)
    throw new Error(
      `the folder has no .json or .jsonl file${zip ? `; ${printable(zip.name)} is a zip: unpack it` : ''}`,
    );
  for (const path of paths) {
    const text = await readFile(path, 'utf8');
    try {
      for (const document of documentsOf(text)) for (const record of recordsOf(document)) table.add(record);
    } catch {
      table.add(undefined);
    }
  }
}

/**
 * Reads the advisories of a file (an OSV record, a list of them, JSON lines) or of a folder of such files, as OSV exports them.
 * @throws Error when there are none or they cannot be read
 */
export async function readAdvisories(path: string): Promise<Advisories> {
  const table = new AdvisoryTable();
  const read = (await stat(path)).isDirectory() ? readFolderInto : readFileInto;
  await read(table, path);
  return table.finish();
}
