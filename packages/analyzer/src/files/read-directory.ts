import { isUtf8 } from 'node:buffer';
import { constants } from 'node:fs';
import { lstat, open, readdir, readlink, realpath } from 'node:fs/promises';
import { join, resolve, sep } from 'node:path';
import { compareText } from '../common/text-order.js';
import { LIMITS, megabytes } from './limits.js';
import { escapedText } from '../common/escaped-text.js';
import { packagePath } from './package-path.js';
import { linkOutside, RefusedPackage, type LeftOut, type ReadPackage } from './source-file.js';

/** Folders that tools create, never part of a publisher's code. */
const SKIPPED = new Set(['.git', 'node_modules', '.venv', 'venv', '__pycache__']);
const CHANGED = 'A file has changed while the folder was read';
const TOO_LARGE = `The folder holds more than ${megabytes(LIMITS.unpackedBytes)}`;

const refused = (reason: string, path: string): RefusedPackage =>
  new RefusedPackage(`${reason}: ${escapedText(path)}`);

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
  private readonly leftOut: LeftOut[] = [];
  private entries = 0;
  private left: number = LIMITS.unpackedBytes;

  constructor(private readonly root: string) {}

  async read(): Promise<ReadPackage> {
    await this.readFolder('');
    const files = new Map([...this.files].sort(([one], [other]) => compareText(one, other)));
    return { files, leftOut: this.leftOut };
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
      // Such a folder would not be read, either.
      if (!SKIPPED.has(name)) await this.checkLink(path, absolute);
    } else if (status.isDirectory()) {
      if (!SKIPPED.has(name)) await this.readFolder(path);
    } else if (status.isFile()) this.files.set(path, await this.readFile(absolute, path));
    else throw refused('The folder holds a device, socket or named pipe', path);
  }

  /** What a link leads to is read under its own path, unless it is outside or in a skipped folder, whose code would be hidden. */
  private async checkLink(path: string, absolute: string): Promise<void> {
    const target = await targetOf(absolute);
    const parts = target.slice(this.root.length).split(sep);
    if (target !== this.root && !target.startsWith(`${this.root}${sep}`))
      this.leftOut.push(linkOutside(path));
    else if (parts.some((part) => SKIPPED.has(part)))
      this.leftOut.push({ path, reason: 'is a link into a folder that is not read, and was left out' });
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
 * anyway, and so are folders of tools (`.git`, `node_modules`, Python environments). Other links are left out, and named.
 * @throws RefusedPackage beyond the limits, and for entries that are neither file, folder nor link
 */
export async function readDirectory(folder: string): Promise<ReadPackage> {
  return await new DirectoryReader(await realpath(folder)).read();
}
