import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join, relative } from 'node:path';
import { Readable } from 'node:stream';
import { gunzip } from '../../src/archives/gunzip.js';
import { tarEntries } from '../../src/archives/tar-entries.js';
import type { Layout } from '../../src/files/package-layout.js';
import { LIMITS } from '../../src/files/limits.js';
import { fileName } from '../../src/files/package-path.js';
import { RefusedPackage } from '../../src/files/source-file.js';
import { unpackArchive } from '../../src/files/unpack.js';

/**
 * What a reader makes of an archive: by path the SHA-256 of a file, with ` *` where its owner may execute it, or `folder`.
 * Undefined when it refuses the archive.
 */
export type FileSet = Readonly<Record<string, string>> | undefined;

const FOLDER = 'folder';
const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

const partsOf = (name: string): string[] => name.split('/').filter((part) => part !== '' && part !== '.');

/** Adds the folders around a path. */
function addFolders(set: Record<string, string>, parts: readonly string[]): void {
  for (let depth = 1; depth < parts.length; depth += 1) set[parts.slice(0, depth).join('/')] = FOLDER;
}

/** The entries of an archive as the reader gives them, without the first parts of their names. */
async function entriesOf(archive: Buffer, strip: number): Promise<Record<string, string>> {
  const set: Record<string, string> = {};
  for await (const { name, kind, isExecutable, content } of tarEntries(
    gunzip(Readable.from([archive])),
    LIMITS,
  )) {
    const chunks: Uint8Array[] = [];
    for await (const chunk of content) chunks.push(chunk);
    // The first part counts for npm if it is `.`.
    const parts = strip === 0 ? partsOf(name) : partsOf(name.split('/').slice(strip).join('/'));
    if (kind.endsWith(' link')) {
      // npm unpacks none; in other archives the analyzer reads copies of what they lead to.
      if (strip > 0) continue;
      throw new RefusedPackage('compared without links');
    }
    // npm makes the folders of files alone.
    if (parts.length === 0 || (strip > 0 && kind === 'folder')) continue;
    addFolders(set, parts);
    set[parts.join('/')] =
      kind === 'file' ? `${sha256(Buffer.concat(chunks))}${isExecutable ? ' *' : ''}` : FOLDER;
  }
  return set;
}

/** The one folder that has everything, with its slash; empty without one. */
function topOf(set: Readonly<Record<string, string>>): string {
  const [first, ...rest] = new Set(Object.keys(set).map((path) => path.split('/')[0] ?? ''));
  return first !== undefined && rest.length === 0 && set[first] === FOLDER ? `${first}/` : '';
}

/**
 * What the analyzer finds, undefined also for links that it follows: its files are compared with the entries, of which it leaves out the folder around them all unless
 * it is unpacked as npm does.
 */
export async function ownFiles(archive: Buffer, layout: Layout): Promise<FileSet> {
  try {
    const { files } = await unpackArchive(archive, layout);
    const entries = await entriesOf(archive, layout === 'npm' ? 1 : 0);
    const set = layout === 'npm' ? renamedByNpm(entries) : entries;
    const top = layout === 'npm' ? '' : topOf(set);
    // npm's clients differ in the name of a list of git: it has both here.
    const expected = Object.entries({ ...(layout === 'npm' && entries), ...set }).flatMap(([path, content]) =>
      content === FOLDER ? [] : [[path.slice(top.length), content.slice(0, 64)]],
    );
    const found = [...files].map(([path, bytes]) => [path, sha256(bytes)]);
    if (JSON.stringify(found.sort()) !== JSON.stringify(expected.sort()))
      throw new Error(`the files are not those of the entries: ${archive.toString('base64')}`);
    return set;
  } catch (error) {
    if (error instanceof RefusedPackage) return undefined;
    throw error;
  }
}

/** npm takes a list of what git ignores for its own, where there is none. Of two it keeps the mode of the first. */
function renamedByNpm(set: Readonly<Record<string, string>>): Record<string, string> {
  const isRenamed = (path: string): boolean => fileName(path) === '.gitignore' && set[path] !== FOLDER;
  const renamed = Object.keys(set).filter(isRenamed);
  return {
    ...Object.fromEntries(renamed.map((path) => [path.replace(/git(?=ignore$)/, 'npm'), set[path] ?? ''])),
    ...Object.fromEntries(Object.entries(set).filter(([path]) => !isRenamed(path))),
  };
}

/** Whether two readers find the same: paths, kinds, contents and executable bits. */
export function sameFiles(one: FileSet, other: FileSet): boolean {
  if (one === undefined || other === undefined) return false;
  const [here, there] = [one, other].map((set) =>
    JSON.stringify(
      Object.entries(set)
        .map(([path, content]) => [path, path.endsWith('.npmignore') ? content.slice(0, 64) : content])
        .sort(),
    ),
  );
  return here === there;
}

/** What a program has unpacked into a folder. */
export async function filesIn(folder: string): Promise<FileSet> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files: Record<string, string> = {};
  for (const entry of entries) {
    const path = join(entry.parentPath, entry.name);
    const name = relative(folder, path);
    if (entry.isDirectory()) files[name] = FOLDER;
    else if (entry.isFile())
      files[name] = `${sha256(await readFile(path))}${((await stat(path)).mode & 0o100) === 0 ? '' : ' *'}`;
    else files[name] = 'neither file nor folder';
  }
  return files;
}

interface Fetcher {
  readonly extract: (folder: string) => Promise<unknown>;
}
const { FileFetcher } = createRequire(import.meta.url)('pacote') as {
  readonly FileFetcher: new (spec: string, options: object) => Fetcher;
};
/** Of files too, but without what npm does to local files alone. */
const { extract } = Object.getPrototypeOf(FileFetcher.prototype) as Fetcher;

/** Unpacks a package of a registry as npm does. */
export async function npmFiles(archive: Buffer, folder: string): Promise<FileSet> {
  await mkdir(folder, { recursive: true });
  await writeFile(`${folder}.tgz`, archive);
  try {
    await extract.call(new FileFetcher(`file:${folder}.tgz`, {}), folder);
  } catch {
    return undefined;
  }
  return await filesIn(folder);
}
