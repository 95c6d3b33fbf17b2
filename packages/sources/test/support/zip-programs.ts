import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile, realpath, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { SOURCE_LIMITS } from '../../src/limits.js';
import { SourceError } from '../../src/source-error.js';
import { Spool, type SpooledFile } from '../../src/archives/spool.js';

/** The files of an archive: SHA-256 by path, with ` *` where the owner may execute it. Undefined when it is refused. */
export type FileSet = Readonly<Record<string, string>> | undefined;

const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

/** What our reader finds in an archive that is a file at `path`. */
export async function ownFiles(
  path: string,
  reading: (path: string, spool: Spool) => Promise<ReadonlyMap<string, SpooledFile>>,
): Promise<FileSet> {
  await rm(`${path}.spool`, { force: true });
  await using spool = await Spool.create(`${path}.spool`, SOURCE_LIMITS);
  try {
    const set: Record<string, string> = {};
    for (const [name, file] of await reading(path, spool)) {
      const chunks: Buffer[] = [];
      for await (const chunk of spool.read(file)) chunks.push(chunk);
      set[name] = `${sha256(Buffer.concat(chunks))}${file.isExecutable ? ' *' : ''}`;
    }
    return set;
  } catch (error) {
    if (error instanceof SourceError) return undefined;
    throw error;
  }
}

/** The files in a folder, where links are what they lead to; those that lead nowhere, or around themselves, are left out. */
async function filesIn(
  folder: string,
  prefix = '',
  set: Record<string, string> = {},
): Promise<Record<string, string>> {
  for (const name of await readdir(join(folder, prefix))) {
    const path = join(prefix, name);
    const found = await stat(join(folder, path)).catch(() => undefined);
    const isExecutable = ((found?.mode ?? 0) & 0o100) !== 0;
    if (found?.isFile() === true)
      set[path] = `${sha256(await readFile(join(folder, path)))}${isExecutable ? ' *' : ''}`;
    else if (found?.isDirectory() === true) {
      const [here, there] = [await realpath(join(folder, prefix)), await realpath(join(folder, path))];
      if (!`${here}/`.startsWith(`${there}/`)) await filesIn(folder, path, set);
    }
  }
  return set;
}

/** Whether two readers find the same. */
export function sameFiles(one: FileSet, other: FileSet, { modes }: { readonly modes: boolean }): boolean {
  if (one === undefined || other === undefined) return false;
  const [here, there] = [one, other].map((set) =>
    JSON.stringify(
      Object.entries(set)
        // libarchive composes names, and no two may differ in that alone.
        .map(([path, content]) => [path.normalize('NFC'), modes ? content : content.slice(0, 64)])
        .sort(),
    ),
  );
  return here === there;
}

/** A program of Python that calls `unpack(archive, folder)` for each line, and prints the folders of those it refuses. */
const python = (unpack: string): string => `
import os, sys, warnings
warnings.simplefilter('ignore')
${unpack}
for line in sys.stdin:
    archive, folder = line.rstrip('\\n').split('\\t')
    try:
        unpack(archive, folder)
    except BaseException as error:
        print(folder)
`;
const ZIPFILE = python(`
import zipfile
def unpack(archive, folder):
    with zipfile.ZipFile(archive) as zip:
        zip.extractall(folder)
`);
/** A source distribution, as pip unpacks it. */
const PIP_SDIST = python(`
from pip._internal.utils.unpacking import unpack_file
def unpack(archive, folder):
    unpack_file(archive, folder)
`);
/** A wheel, as pip installs it, with the schemes of a Linux. */
const PIP_WHEEL = python(`
import logging
from pip._internal.operations.install.wheel import install_wheel
from pip._internal.models.scheme import Scheme
logging.disable(logging.CRITICAL)
def unpack(archive, folder):
    site = folder + '/lib/python3.99/site-packages'
    scheme = Scheme(platlib=site, purelib=site, headers=folder + '/include', scripts=folder + '/bin', data=folder)
    install_wheel('demo', archive, scheme, 'demo', pycompile=False)
`);
const shell = (command: string): string => `
while IFS=$'\\t' read -r archive folder; do
  ${command} >/dev/null 2>&1 </dev/null || echo "$folder"
done`;

const COMMANDS = {
  Python: { command: ['python3', ZIPFILE], modes: false },
  // It only warns of one without entries (1). With other names it goes by the system that the archive says it comes from, and not by the mark of UTF-8.
  unzip: {
    command: ['bash', shell('{ unzip -q -o "$archive" -d "$folder" || [ $? = 1 ]; }')],
    modes: false,
    names: /^[ -~]*$/,
  },
  libarchive: { command: ['bash', shell('bsdtar -xf "$archive" -C "$folder"')], modes: false },
  'libarchive, as a stream': {
    command: ['bash', shell('{ cat "$archive" | bsdtar -xf - -C "$folder"; }')],
    modes: false,
  },
  'pip, of a source distribution': { command: ['python3', PIP_SDIST], modes: true },
  'pip, of a wheel': { command: ['python3', PIP_WHEEL], modes: true },
} as const;

export type Program = keyof typeof COMMANDS;

/** Whether a program takes the executable bits of an archive. */
export const keepsModes = (program: Program): boolean => COMMANDS[program].modes;

/** Whether a program is asked about files of these names. */
export function takes(program: Program, files: FileSet): files is NonNullable<FileSet> {
  const command = COMMANDS[program];
  return (
    files !== undefined &&
    (!('names' in command) || Object.keys(files).every((name) => command.names.test(name)))
  );
}

/** What a program finds in each archive, by one call of it. */
export async function programFiles(
  archives: readonly string[],
  folder: string,
  program: Program,
): Promise<FileSet[]> {
  const [interpreter, script] = COMMANDS[program].command;
  const folders = archives.map((_archive, at) => join(folder, String(at)));
  for (const own of folders) await mkdir(own, { recursive: true });
  const running = promisify(execFile)(interpreter, ['-c', script], {
    maxBuffer: 64 * 1024 * 1024,
    env: { ...process.env, LC_ALL: 'C.UTF-8' },
  });
  running.child.stdin?.end(folders.map((own, at) => `${archives[at]}\t${own}\n`).join(''));
  const refused = new Set((await running).stdout.split('\n'));
  const sets: FileSet[] = [];
  for (const own of folders) sets.push(refused.has(own) ? undefined : await filesIn(own));
  return sets;
}

/** Writes archives into a folder, and says where. */
export async function saved(archives: readonly Buffer[], folder: string, end: string): Promise<string[]> {
  await mkdir(folder, { recursive: true });
  const paths = archives.map((_archive, at) => join(folder, `${at}${end}`));
  for (const [at, path] of paths.entries()) await writeFile(path, archives[at] ?? '');
  return paths;
}
