import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, readFile, rename, symlink } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

interface Manifest {
  readonly name: string;
  readonly bin: Readonly<Record<string, string>>;
  readonly dependencies: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
}

/** Creates a link and its parent folders. */
async function link(target: string, path: string): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  await symlink(target, path);
}

/**
 * Packs a project (`.` or one of `packages/`) and installs it with its commands into `<folder>/node_modules`, as npm would. Its
 * dependencies are linked to those of this repository, unless they are bundled. Returns its folder.
 */
export async function installPacked(project: string, folder: string): Promise<string> {
  const { stdout } = await run('npm', ['pack', '--silent', '--pack-destination', folder], { cwd: project });
  const archive = join(folder, stdout.trim().split('\n').at(-1) ?? '');
  await run('tar', ['-xzf', archive, '-C', folder]);
  const manifest = JSON.parse(await readFile(join(folder, 'package/package.json'), 'utf8')) as Manifest;
  const modules = join(folder, 'node_modules');
  const installed = join(modules, manifest.name);
  await mkdir(dirname(installed), { recursive: true });
  await rename(join(folder, 'package'), installed);
  for (const [name, path] of Object.entries(manifest.bin)) {
    await link(join('..', manifest.name, path), join(modules, '.bin', name));
  }
  for (const name of Object.keys({ ...manifest.dependencies, ...manifest.optionalDependencies })) {
    const own = resolve('node_modules', name);
    if (existsSync(own) && !existsSync(join(installed, 'node_modules', name)))
      await link(own, join(modules, name));
  }
  return installed;
}
