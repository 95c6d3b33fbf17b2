import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { printable } from '../findings/printable.js';
import { compareText } from '../text-order.js';
import { AdvisoryTable, recordsOf, type Advisories } from './advisories.js';

function parsed(text: string): { readonly json: unknown } | undefined {
  try {
    return { json: JSON.parse(text) };
  } catch {
    return undefined;
  }
}

/**
 * What a file holds: one JSON document, or one on each line. A line that is no JSON gives undefined, so that it is counted.
 * @throws Error when the first line is none either
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

/** What a zip with files in it begins with. */
const ZIP = 'PK\u0003\u0004';

/** A file that was named must hold advisories. */
async function readFileInto(table: AdvisoryTable, path: string): Promise<void> {
  const text = await readFile(path, 'utf8');
  if (text.startsWith(ZIP)) throw new Error('it is a zip: unpack it, and name the folder');
  const [first, ...others] = documentsOf(text);
  for (const record of recordsOf(first)) table.add(record);
  for (const record of others) table.add(record);
}

/** Of a folder's files each is one or more records; a file that holds none is counted as a record that is none. */
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
 * The advisories of a file (an OSV record, a list of them, JSON lines) or of a folder of such files, as OSV exports them.
 * @throws Error when there are none, or they cannot be read
 */
export async function readAdvisories(path: string): Promise<Advisories> {
  const table = new AdvisoryTable();
  const read = (await stat(path)).isDirectory() ? readFolderInto : readFileInto;
  await read(table, path);
  return table.finish();
}
