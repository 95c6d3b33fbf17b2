import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { pack } from 'tar-stream';

/** A packed folder. */
export interface PackedFolder {
  /** A gzipped tar. */
  readonly bytes: Uint8Array;
  /** SHA-256 of the tar in hex, which depends on the files alone: other versions of zlib compress differently. */
  readonly sha256: string;
}

/** Paths of the files in a folder and its subfolders, without installed dependencies. */
async function filesIn(folder: string, prefix = ''): Promise<string[]> {
  const paths: string[] = [];
  for (const entry of await readdir(join(folder, prefix), { withFileTypes: true })) {
    const path = `${prefix}${entry.name}`;
    if (entry.isFile()) paths.push(path);
    if (entry.isDirectory() && entry.name !== 'node_modules') {
      paths.push(...(await filesIn(folder, `${path}/`)));
    }
  }
  return paths.sort();
}

/**
 * Packs a folder as npm does, below `package/`.
 * @param changed texts by path, instead of those in the folder or besides them
 * @throws the error of the file system
 */
export async function packFolder(
  folder: string,
  changed: Readonly<Record<string, string>> = {},
): Promise<PackedFolder> {
  const tar = pack();
  const paths = new Set([...(await filesIn(folder)), ...Object.keys(changed)]);
  for (const path of [...paths].sort()) {
    const header = { name: `package/${path}`, mode: 0o644, mtime: new Date(0) };
    tar.entry(header, changed[path] ?? (await readFile(join(folder, path))));
  }
  tar.finalize();
  const archive = await buffer(tar);
  return {
    bytes: await promisify(gzip)(archive),
    sha256: createHash('sha256').update(archive).digest('hex'),
  };
}
