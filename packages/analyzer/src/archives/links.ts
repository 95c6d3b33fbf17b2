import { escapedText } from '../common/escaped-text.js';
import { TooManyEntries } from './refused-archive.js';

/** A symbolic link, by what it says. */
export interface Link {
  readonly linkTo: string;
}

/** What an archive has at a path. */
export type TreeEntry<File extends object> = File | Link;

const isLink = (entry: object | undefined): entry is Link => entry !== undefined && 'linkTo' in entry;

/** The files of an archive without links. */
export interface WithoutLinks<File> {
  readonly files: Map<string, File>;
  /** The links that lead out of it, which are left out. */
  readonly outside: ReadonlyMap<string, Link>;
}

/** Where a link leads that leaves the archive. */
const OUTSIDE = Symbol('outside');

/** As many as Linux follows. */
const MAX_HOPS = 40;
const MAX_LINKS = 2000;
const MAX_TARGET_LENGTH = 512;

/** Copies what symbolic links lead to. */
class LinkResolver<File extends object> {
  private readonly files = new Map<string, File>();
  private readonly outside = new Map<string, Link>();
  /** Sorted, so that what is in a folder is in one range. */
  private readonly paths: readonly string[];
  private readonly targets = new Map<string, string | typeof OUTSIDE | undefined>();
  private copied = 0;

  constructor(
    private readonly entries: ReadonlyMap<string, TreeEntry<File>>,
    private readonly limit: number,
  ) {
    this.paths = [...entries.keys()].sort();
  }

  resolve(): WithoutLinks<File> {
    for (const [path, entry] of this.entries) this.emit(path, path, entry, []);
    return { files: this.files, outside: this.outside };
  }

  /** @param open the folders that are being copied, to end cycles */
  private emit(path: string, origin: string, entry: TreeEntry<File>, open: readonly string[]): void {
    this.copied += 1;
    if (this.copied > this.limit)
      throw new TooManyEntries(
        `The archive and what its links lead to are more than ${this.limit} files, at ${escapedText(path)}`,
      );
    if (!isLink(entry)) {
      this.files.set(path, entry);
      return;
    }
    const target = this.targetOf(origin);
    if (target === OUTSIDE) this.outside.set(origin, entry);
    if (target === undefined || target === OUTSIDE) return;
    const file = this.entries.get(target);
    if (file === undefined) this.copyFolder(path, origin, target, open);
    else this.emit(path, target, file, open);
  }

  private copyFolder(path: string, origin: string, folder: string, open: readonly string[]): void {
    const prefix = folder === '' ? '' : `${folder}/`;
    if (open.includes(folder) || origin.startsWith(prefix)) return;
    for (let index = this.indexOf(prefix); this.paths[index]?.startsWith(prefix) === true; index += 1) {
      const name = this.paths[index] ?? '';
      const entry = this.entries.get(name);
      if (entry) this.emit(`${path}/${name.slice(prefix.length)}`, name, entry, [...open, folder]);
    }
  }

  /** The index of the first path that is not before `text`. */
  private indexOf(text: string): number {
    let [low, high] = [0, this.paths.length];
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((this.paths[middle] ?? '') < text) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  private targetOf(link: string): string | typeof OUTSIDE | undefined {
    if (!this.targets.has(link)) {
      if (this.targets.size >= MAX_LINKS)
        throw new TooManyEntries(`The archive has more than ${MAX_LINKS} symbolic links`);
      this.targets.set(link, this.follow(link));
    }
    return this.targets.get(link);
  }

  /** The path that a link leads to, without links in it; undefined when nothing is there, as in a submodule. */
  private follow(link: string): string | typeof OUTSIDE | undefined {
    const done: string[] = [];
    const left = link.split('/');
    for (let hops = 0; left.length > 0;) {
      const part = left.shift();
      if (part === undefined || part === '' || part === '.') continue;
      if (part === '..') {
        if (done.pop() === undefined) return OUTSIDE;
        continue;
      }
      const entry = this.entries.get([...done, part].join('/'));
      if (!isLink(entry)) {
        done.push(part);
        continue;
      }
      if (entry.linkTo.startsWith('/') || entry.linkTo.length > MAX_TARGET_LENGTH) return OUTSIDE;
      hops += 1;
      if (hops > MAX_HOPS) return undefined;
      left.unshift(...entry.linkTo.split('/'));
    }
    const target = done.join('/');
    const isThere =
      this.entries.has(target) || this.paths[this.indexOf(`${target}/`)]?.startsWith(`${target}/`);
    return target === '' || isThere === true ? target : undefined;
  }
}

/**
 * The files of an archive. A symbolic link is replaced by the file or the files that it leads to, because some programs do not
 * unpack links, and the name of a file decides how it is read. A link that leads to nothing or to a folder around itself is left
 * out, and so is one that leads out of the archive.
 * @param limit the number of entries that may result
 * @throws TooManyEntries
 */
export const withoutLinks = <File extends object>(
  entries: ReadonlyMap<string, TreeEntry<File>>,
  limit: number,
): WithoutLinks<File> => new LinkResolver(entries, limit).resolve();
