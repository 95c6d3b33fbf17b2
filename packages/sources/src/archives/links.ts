import { printable } from '../printable.js';
import { SourceError } from '../source-error.js';
import type { SpooledFile } from './spool.js';

/** What a repository has at a path. */
export type TreeEntry = SpooledFile | { readonly linkTo: string };

const isLink = (entry: TreeEntry | undefined): entry is { readonly linkTo: string } =>
  entry !== undefined && 'linkTo' in entry;

/** As many as Linux follows. */
const MAX_HOPS = 40;
const MAX_LINKS = 2000;
const MAX_TARGET_LENGTH = 512;

/** Copies what symbolic links lead to. */
class LinkResolver {
  private readonly files = new Map<string, SpooledFile>();
  /** Sorted, so that what is in a folder is in one range. */
  private readonly paths: readonly string[];
  private readonly targets = new Map<string, string | undefined>();
  private copied = 0;

  constructor(
    private readonly entries: ReadonlyMap<string, TreeEntry>,
    private readonly limit: number,
  ) {
    this.paths = [...entries.keys()].sort();
  }

  resolve(): Map<string, SpooledFile> {
    for (const [path, entry] of this.entries) this.emit(path, path, entry, []);
    return this.files;
  }

  /** @param open the folders that are being copied, to end cycles */
  private emit(path: string, origin: string, entry: TreeEntry, open: readonly string[]): void {
    this.copied += 1;
    if (this.copied > this.limit)
      throw new SourceError(
        'too_large',
        `the repository and what its links lead to are more than ${this.limit} files, at ${printable(path)}`,
      );
    if (!isLink(entry)) {
      this.files.set(path, entry);
      return;
    }
    const target = this.targetOf(origin);
    if (target === undefined) return;
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

  private targetOf(link: string): string | undefined {
    if (!this.targets.has(link)) {
      if (this.targets.size >= MAX_LINKS)
        throw new SourceError('too_large', `the repository has more than ${MAX_LINKS} symbolic links`);
      this.targets.set(link, this.follow(link));
    }
    return this.targets.get(link);
  }

  /**
   * The path that a link leads to, without links in it; undefined when nothing is there, as in a submodule.
   * @throws SourceError when it leaves the repository
   */
  private follow(link: string): string | undefined {
    const leaves = (): SourceError =>
      new SourceError('invalid', `a symbolic link leads out of the repository: ${printable(link)}`);
    const done: string[] = [];
    const left = link.split('/');
    for (let hops = 0; left.length > 0;) {
      const part = left.shift();
      if (part === undefined || part === '' || part === '.') continue;
      if (part === '..') {
        if (done.pop() === undefined) throw leaves();
        continue;
      }
      const entry = this.entries.get([...done, part].join('/'));
      if (!isLink(entry)) {
        done.push(part);
        continue;
      }
      if (entry.linkTo.startsWith('/') || entry.linkTo.length > MAX_TARGET_LENGTH) throw leaves();
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
 * The files of a repository. A symbolic link is replaced by the file or the files that it leads to, because archives
 * with links are refused, and the name of a file decides how it is read. A link that leads to nothing or to a folder
 * around itself is left out.
 * @param limit the number of entries that may result
 * @throws SourceError for links that leave the repository
 */
export const withoutLinks = (
  entries: ReadonlyMap<string, TreeEntry>,
  limit: number,
): Map<string, SpooledFile> => new LinkResolver(entries, limit).resolve();
