import { existsSync } from 'node:fs';
import { copyFile, link, lstat, mkdir, readdir, readFile, readlink, rm, symlink } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { copiesOf, imageStage } from './dockerfile.js';

/** Hard links instead of copies on the same file system: the image's files are never written. */
async function put(source: string, target: string): Promise<void> {
  const stats = await lstat(source);
  if (!stats.isDirectory()) {
    await mkdir(dirname(target), { recursive: true });
    // A package of the repository, which is beside node_modules in the image, too.
    if (stats.isSymbolicLink()) return symlink(await readlink(source), target);
    return link(source, target).catch(() => copyFile(source, target));
  }
  await mkdir(target, { recursive: true });
  const entries = await readdir(source, { withFileTypes: true });
  for (const { name } of entries.filter((entry) => !entry.isSymbolicLink())) {
    await put(join(source, name), join(target, name));
  }
}

/** The top-level packages of `npm ci --omit=dev`. */
async function productionPackages(): Promise<string[]> {
  const { packages } = JSON.parse(await readFile('package-lock.json', 'utf8'));
  return Object.entries(packages as Record<string, { dev?: boolean }>)
    .filter(([path, { dev = false }]) => /^node_modules\/(@[^/]+\/)?[^/]+$/.test(path) && !dev)
    .map(([path]) => path.slice('node_modules/'.length))
    .filter((name) => existsSync(join('node_modules', name)));
}

/**
 * Puts the content of /app in the image into a folder, as its Dockerfile does: only production dependencies, without the Node.js
 * of npm and without `.bin`.
 */
export async function putImageFiles(app: string): Promise<void> {
  for (const { from, source, target } of copiesOf(imageStage())) {
    if (!target.startsWith('./')) continue;
    const isFolderOf = target.endsWith('/');
    const there = join(app, isFolderOf ? join(target, basename(source)) : target);
    if (source === '/app/node_modules') {
      const names = (await productionPackages()).filter((name) => !name.startsWith('node-linux-'));
      for (const name of names) await put(join('node_modules', name), join(there, name));
    } else {
      await put(from === undefined ? source : source.replace('/app/', ''), there);
    }
  }
  for (const folder of ['dist', 'packages/analyzer/dist', 'packages/sources/dist'])
    await rm(join(app, folder, '.compiled.json'), { force: true });
}
