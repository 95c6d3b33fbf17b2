import { isUtf8 } from 'node:buffer';
import { constants } from 'node:fs';
import { lstat, open, readdir, readlink, realpath } from 'node:fs/promises';
import { join, resolve, sep } from 'node:path';
import { compareText } from '../text-order.js';
import { LIMITS, megabytes } from './limits.js';
import { packagePath, printable } from './package-path.js';
import { RefusedPackage, type PackageFiles } from './source-file.js';

/** Folders that tools create, never part of a publisher's code. */
const SKIPPED = new Set(['.git', 'node_modules', '.venv', 'venv', '__pycache__']);
const CHANGED = 'A file has changed while the folder was read';
const TOO_LARGE = `The folder holds more than ${megabytes(LIMITS.unpackedBytes)}`;

const refused = (reason: string, path: string): RefusedPackage =>
  new RefusedPackage(`${reason}: ${printable(path)}`);

/** The target of a symbolic link, resolved as far as it exists. */
async function targetOf(link: string): Promise<string> {
  try {
    return await realpath(link);
  } catch {
    return resolve(link, '..', await readlink(link));
  }
}

class DirectoryReader {
  private readonly files = new Map<string, Uint8Array>();
  private entries = 0;
  private left: number = LIMITS.unpackedBytes;

  constructor(private readonly root: string) {}

  async read(): Promise<PackageFiles> {
    await this.readFolder('');
    return new Map([...this.files].sort(([one], [other]) => compareText(one, other)));
  }

  private async readFolder(folder: string): Promise<void> {
    const names = await readdir(join(this.root, folder), { encoding: 'buffer' });
    this.entries += names.length;
    if (this.entries > LIMITS.entries)
      throw refused(`The folder has more than ${LIMITS.entries} entries, at`, `${folder}/`);
    for (const bytes of names.sort((one, other) => one.compare(other))) {
      const name = bytes.toString();
      const path = folder === '' ? name : `${folder}/${name}`;
      if (!isUtf8(bytes)) throw refused('A name is not UTF-8', path);
      packagePath(path);
      await this.readEntry(path, name);
    }
  }

  private async readEntry(path: string, name: string): Promise<void> {
    const absolute = join(this.root, path);
    const status = await lstat(absolute);
    if (status.isSymbolicLink()) {
      const target = await targetOf(absolute);
      if (target !== this.root && !target.startsWith(`${this.root}${sep}`))
        throw refused('A symbolic link leads out of the folder', path);
      // The target is read under its own path, unless it is in a skipped folder, whose code would be hidden.
      const parts = target.slice(this.root.length).split(sep);
      if (!SKIPPED.has(name) && parts.some((part) => SKIPPED.has(part)))
        throw refused('A symbolic link leads into a folder that is not read', path);
    } else if (status.isDirectory()) {
      if (!SKIPPED.has(name)) await this.readFolder(path);
    } else if (status.isFile()) this.files.set(path, await this.readFile(absolute, path));
    else throw refused('The folder holds a device, socket or named pipe', path);
  }

  private async readFile(absolute: string, path: string): Promise<Uint8Array> {
    // The entry may have been replaced since: do not follow a link, and do not block on a pipe.
    const file = await open(absolute, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
    try {
      const status = await file.stat();
      if (!status.isFile()) throw refused(CHANGED, path);
      if (status.size > this.left) throw refused(TOO_LARGE, path);
      const content = Buffer.alloc(status.size);
      let filled = 0;
      while (filled < content.length) {
        const { bytesRead } = await file.read(content, filled, content.length - filled, filled);
        if (bytesRead === 0) throw refused(CHANGED, path);
        filled += bytesRead;
      }
      this.left -= filled;
      return content;
    } finally {
      await file.close();
    }
  }
}

/**
 * The files of a folder by their relative paths. Symbolic links that stay inside are skipped, because their targets are read
 * anyway, and so are folders of tools (`.git`, `node_modules`, Python environments).
 * @throws RefusedPackage beyond the limits, for links that leave the folder or lead into a skipped one, and for entries that are
 * neither file nor folder
 */
export async function readDirectory(folder: string): Promise<PackageFiles> {
  return await new DirectoryReader(await realpath(folder)).read();
}
