import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { tarGzOf, type TarEntry } from './bundles.js';

const MODULES = join(process.cwd(), 'node_modules');
/** What no program loads. */
const UNUSED = /\.(?:map|md|markdown|d\.[cm]?ts|ts|tsx|flow|html|txt|yml)$/i;

interface Manifest {
  readonly dependencies?: Readonly<Record<string, string>>;
}

/** The folder of a package, as Node.js finds it from another one. */
function folderOf(name: string, from: string): string {
  for (let folder = from; folder.startsWith(MODULES); folder = join(folder, '..')) {
    const candidate = join(folder, 'node_modules', name);
    if (existsSync(join(candidate, 'package.json'))) return candidate;
  }
  return join(MODULES, name);
}

async function foldersOf(name: string, from: string, found: Set<string>): Promise<Set<string>> {
  const folder = folderOf(name, from);
  if (found.has(folder)) return found;
  found.add(folder);
  const { dependencies = {} } = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8')) as Manifest;
  for (const each of Object.keys(dependencies)) await foldersOf(each, folder, found);
  return found;
}

async function filesOf(folder: string): Promise<string[]> {
  const files: string[] = [];
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory() && entry.name !== 'node_modules') files.push(...(await filesOf(path)));
    else if (entry.isFile() && !UNUSED.test(entry.name)) files.push(path);
  }
  return files;
}

/** A bundle of an installed package with everything that it needs, below `node_modules`. */
export async function selfContainedBundle(name: string): Promise<Buffer> {
  const folders = [...(await foldersOf(name, MODULES, new Set()))];
  const files = (await Promise.all(folders.map(filesOf))).flat();
  const entries = await Promise.all(
    files.map(async (path): Promise<TarEntry> => {
      const content = await readFile(path, 'utf8');
      return { name: join('node_modules', relative(MODULES, path)), content };
    }),
  );
  return tarGzOf(entries);
}
