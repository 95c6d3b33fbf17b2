import { Readable } from 'node:stream';
import { entryPath, EntryNames } from '../archives/entry-names.js';
import { gunzip } from '../archives/gunzip.js';
import { withoutLinks, type Link } from '../archives/links.js';
import { refuse, TooLargeArchive } from '../archives/refused-archive.js';
import { tarEntries, type ReadEntry } from '../archives/tar-entries.js';
import { compareText } from '../common/text-order.js';
import { PackageLayout, type Layout } from './package-layout.js';
import { LIMITS, megabytes } from './limits.js';
import { fileName, folderOf, withoutDots } from './package-path.js';
import {
  linkOfNpm,
  linkOutside,
  RefusedPackage,
  type LeftOut,
  type PackageFiles,
  type ReadPackage,
} from './source-file.js';

/** npm looks for the other one of `.gitignore` and `.npmignore` by names as they are spelled. */
const IGNORE_LIST_SPELLED_ODDLY = /\/\.?\/(?:.*\/)?\.(?:git|npm)ignore$/;

/** The files and folders of an archive, collected during unpacking. */
class Contents {
  private readonly files = new Map<string, Uint8Array>();
  private readonly folders = new Set<string>();
  private readonly links = new Map<string, Link>();
  private readonly executables = new Set<string>();
  private readonly names = new EntryNames();
  private readonly layout: PackageLayout;

  constructor(layout: Layout | undefined) {
    this.layout = new PackageLayout(layout);
  }

  /** @throws RefusedPackage */
  async take(entry: ReadEntry): Promise<void> {
    const { name, kind, isExecutable } = entry;
    const isLink = kind === 'symbolic link' || kind === 'hard link';
    if (kind !== 'file' && kind !== 'folder' && !isLink) refuse(`The archive holds a ${kind}`, name);
    const path = entryPath(this.layout.pathOf(entry));
    if (IGNORE_LIST_SPELLED_ODDLY.test(name)) refuse('npm reads a name with empty parts differently', name);
    this.addFolders(path, name);
    if (path !== '') this.names.add(path);
    if (this.links.has(path)) refuse('Two entries have one name', name);
    if (isLink) {
      this.takeLink(path, entry);
      return;
    }
    if (kind === 'folder') {
      if (this.files.has(path)) refuse('Two entries have one name', name);
      this.folders.add(path);
      return;
    }
    if (path === '' || this.folders.has(path)) refuse('A file has the name of a folder', name);
    const chunks: Uint8Array[] = [];
    for await (const chunk of entry.content) chunks.push(chunk);
    const content = Buffer.concat(chunks);
    // Some packers write an entry again.
    const known = this.files.get(path);
    if (known && !(content.equals(known) && this.executables.has(path) === isExecutable))
      refuse('Two entries have one name', name);
    if (isExecutable) this.executables.add(path);
    this.files.set(path, content);
  }

  /** A hard link is another name of a file that came before it; a symbolic one is followed when all files are known. */
  private takeLink(path: string, { name, kind, target }: ReadEntry): void {
    if (path === '' || this.folders.has(path) || this.files.has(path))
      refuse('Two entries have one name', name);
    const isCopy = kind === 'hard link' && !this.layout.isStripped;
    const content = isCopy ? this.files.get(this.hardTarget(target) ?? '') : undefined;
    if (content) this.files.set(path, content);
    else this.links.set(path, { linkTo: kind === 'hard link' ? '/' : target });
  }

  /** The path of what a hard link names; undefined when it is outside of the archive. */
  private hardTarget(target: string): string | undefined {
    const path = withoutDots(target);
    return target.startsWith('/') ? undefined : path;
  }

  private addFolders(path: string, name: string): void {
    for (let end = path.indexOf('/'); end !== -1; end = path.indexOf('/', end + 1)) {
      const parent = path.slice(0, end);
      if (this.files.has(parent)) refuse('A file lies within a file', name);
      if (this.links.has(parent)) refuse('A file lies within a link', name);
      this.folders.add(parent);
    }
  }

  /** The files sorted by path, without the one folder that contains them all, and with copies of what links lead to. */
  finish(): ReadPackage {
    if (this.files.size === 0) throw new RefusedPackage('The archive holds no files');
    this.layout.finish();
    if (this.layout.isOfNpm) this.addIgnoreLists();
    const { files, leftOut } = this.layout.isStripped
      ? { files: this.files, leftOut: [...this.links.keys()].map(linkOfNpm) }
      : this.withCopies();
    return {
      files: new Map([...files].sort(([left], [right]) => compareText(left, right))),
      leftOut: leftOut.sort((left, right) => compareText(left.path, right.path)),
    };
  }

  private withCopies(): { readonly files: PackageFiles; readonly leftOut: LeftOut[] } {
    const top = this.commonFolder();
    const entries = [...this.files, ...this.links].map(
      ([path, entry]) => [path.slice(top.length), entry] as const,
    );
    const { files, outside } = withoutLinks<Uint8Array>(new Map(entries), LIMITS.entries);
    const bytes = [...files.values()].reduce((sum, { length }) => sum + length, 0);
    if (bytes > LIMITS.unpackedBytes)
      throw new TooLargeArchive(
        `The archive and what its links lead to are larger than ${megabytes(LIMITS.unpackedBytes)}`,
      );
    return { files, leftOut: [...outside.keys()].map(linkOutside) };
  }

  /**
   * npm unpacks `.gitignore` as `.npmignore` where there is no file of that name, and other clients of its registries do not.
   * Both names are there then, as code may be loaded by either.
   */
  private addIgnoreLists(): void {
    for (const [path, content] of [...this.files]) {
      if (fileName(path) !== '.gitignore') continue;
      const renamed = `${folderOf(path)}.npmignore`;
      if (this.folders.has(renamed)) refuse('A file has the name of a folder', renamed);
      this.names.add(renamed);
      if (!this.files.has(renamed)) this.files.set(renamed, content);
    }
  }

  /** The common folder with its trailing slash; empty when there are several folders or a file beside it. */
  private commonFolder(): string {
    const [first = ''] = this.files.keys();
    const top = first.slice(0, first.indexOf('/') + 1);
    const within = (path: string): boolean => path.startsWith(top) || `${path}/` === top || path === '';
    return top !== '' && [...this.files.keys(), ...this.links.keys(), ...this.folders].every(within)
      ? top
      : '';
  }
}

async function* bounded(archive: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let bytes = 0;
  for await (const chunk of archive) {
    bytes += chunk.byteLength;
    if (bytes > LIMITS.compressedBytes)
      throw new TooLargeArchive(`The archive is larger than ${megabytes(LIMITS.compressedBytes)}`);
    yield chunk;
  }
}

/**
 * Unpacks a gzipped tar in memory: the output of `npm pack`, a repository's archive, a client's bundle. If one folder contains
 * everything, it is removed from the paths.
 * @param layout what the archive is, if that is known
 * @throws RefusedPackage when the archive is broken, beyond the limits, or contains entries that could mean different things to
 * different programs: devices, files within links, names that leave the folder, names that are one elsewhere. Errors of `archive`
 * are rethrown unchanged.
 */
export async function unpackArchive(
  archive: AsyncIterable<Uint8Array> | Uint8Array,
  layout?: Layout,
): Promise<ReadPackage> {
  const source = archive instanceof Uint8Array ? Readable.from([archive]) : archive;
  const contents = new Contents(layout);
  for await (const entry of tarEntries(gunzip(bounded(source)), LIMITS)) await contents.take(entry);
  return contents.finish();
}
