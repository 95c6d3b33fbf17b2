import { execFile } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { filesIn, type FileSet } from './archive-readers.js';

/** Python's reader, as pip calls it. */
const PYTHON = `
import sys, tarfile
# Of all versions with security updates, but not of those that systems ship.
options = {'filter': 'data'} if hasattr(tarfile, 'data_filter') else {}
for line in sys.stdin:
    archive, folder = line.rstrip('\\n').split('\\t')
    try:
        with tarfile.open(archive, 'r:gz') as tar:
            tar.extractall(folder, **options)
    except Exception as error:
        print(folder)
`;
/** A shell that unpacks `$archive` into `$folder`. */
const shell = (command: string): string => `
while IFS=$'\\t' read -r archive folder; do
  ${command} >/dev/null 2>&1 </dev/null || echo "$folder"
done`;
/** The program of the command-line client, which is written in Go; it takes files and folders alone. */
const GO = fileURLToPath(new URL('unpack.go', import.meta.url));
const COMMANDS = {
  'GNU tar': ['bash', shell('tar -xzf "$archive" -C "$folder" --no-same-owner --no-same-permissions')],
  libarchive: ['bash', shell('bsdtar -xf "$archive" -C "$folder"')],
  Python: ['python3', PYTHON],
  Go: ['bash', `exec go run '${GO}'`],
} as const;

/** A program that unpacks archives. It prints the folders of those that it refuses. */
export type Program = keyof typeof COMMANDS;
const ALL = Object.keys(COMMANDS) as readonly Program[];
export const PROGRAMS = ALL.filter((name) => name !== 'Go' || process.env['TEST_GO'] === '1');

async function unpackAll(pairs: readonly string[], program: Program): Promise<ReadonlySet<string>> {
  const [command, script] = COMMANDS[program];
  const running = promisify(execFile)(command, ['-c', script], { maxBuffer: 64 * 1024 * 1024 });
  running.child.stdin?.end(pairs.join(''));
  return new Set((await running).stdout.split('\n'));
}

/** What a program finds in each archive, by one call of it. */
export async function programFiles(
  archives: readonly Buffer[],
  folder: string,
  program: Program,
): Promise<FileSet[]> {
  const pairs: string[] = [];
  const folders = archives.map((_archive, at) => join(folder, String(at)));
  for (const [at, own] of folders.entries()) {
    await mkdir(own, { recursive: true });
    await writeFile(`${own}.tgz`, archives[at] ?? '');
    pairs.push(`${own}.tgz\t${own}\n`);
  }
  const refused = await unpackAll(pairs, program);
  const sets: FileSet[] = [];
  for (const own of folders) sets.push(refused.has(own) ? undefined : await filesIn(own));
  return sets;
}
