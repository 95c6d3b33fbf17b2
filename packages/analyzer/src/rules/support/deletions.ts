import type { CallEvent } from '../../engine/events.js';
import { constantPrefix } from '../../engine/expressions/texts.js';
import { argument, option } from '../../engine/expressions/call-arguments.js';
import { maybe } from '../../engine/values/value.js';

/** What a call deletes: whole folders and tables, or a single item. */
export type Deletion = 'everything' | 'one';

const WHOLE = new Set([
  'shutil.rmtree',
  'os.RemoveAll',
  'os.removedirs',
  'rimraf',
  'rimraf.rimraf',
  'rimraf.sync',
  'fs.remove',
  'fs.removeSync',
  'fs.emptyDir',
  'fs.emptyDirSync',
  'del',
]);
const SINGLE = new Set([
  'fs.unlink',
  'fs.unlinkSync',
  'os.remove',
  'os.unlink',
  'os.rmdir',
  'os.Remove',
  'pathlib.Path().unlink',
  'pathlib.Path().rmdir',
]);
const BY_OPTION = new Set(['fs.rm', 'fs.rmSync', 'fs.rmdir', 'fs.rmdirSync']);
const TABLES = new Set(['dropDatabase', 'dropCollection', 'drop_collection', 'drop_database', 'dropTable']);
const ROWS = new Set(['deleteMany', 'delete_many', 'deleteOne', 'delete_one']);
const QUERIES = ['query', 'execute', 'exec', 'run', 'Exec', 'ExecContext', 'executescript', 'raw'];

/** The names of calls that `deletion` recognizes. */
export const DELETIONS: readonly string[] = [
  ...WHOLE,
  ...SINGLE,
  ...BY_OPTION,
  ...[...TABLES, ...ROWS, ...QUERIES].map((name) => `.${name}`),
];

/** What a call deletes. */
export function deletion(event: CallEvent): Deletion | undefined {
  for (const name of event.names) {
    if (WHOLE.has(name)) return 'everything';
    if (SINGLE.has(name)) return 'one';
    if (BY_OPTION.has(name)) return maybe(option(event, 'recursive'), true) ? 'everything' : 'one';
  }
  const { method } = event;
  if (method === undefined) return undefined;
  if (TABLES.has(method)) return 'everything';
  if (ROWS.has(method)) return 'one';
  if (!QUERIES.includes(method)) return undefined;
  const index = method === 'ExecContext' ? 1 : 0;
  const query = constantPrefix(argument(event, index));
  if (/^\s*(?:drop|truncate)\s+(?:table|database|schema)\b/iu.test(query)) return 'everything';
  return /^\s*delete\s+from\b/iu.test(query) ? 'one' : undefined;
}
