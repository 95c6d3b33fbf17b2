import { refuse } from '../archives/refused-archive.js';
import type { TarEntry } from '../archives/tar-reader.js';

/**
 * How programs unpack an archive. `npm`: a package of npm's registries, whose first folder is removed from each name,
 * whatever it is called. `plain`: as it is, such as a bundle or a repository's archive.
 */
export type Layout = 'npm' | 'plain';

const SEVERAL = 'npm takes the first folder from each name, and not all names have the same one';

/**
 * Which part of an entry's name is its path in the package. What npm would put into one folder from several is refused. Of an
 * archive of unknown layout, that is one that npm would install: with a manifest in a first folder.
 */
export class PackageLayout {
  private first: string | undefined;
  /** The name of an entry outside of the first folder. */
  private outside: string | undefined;
  private hasManifest = false;

  constructor(private readonly layout: Layout | undefined) {}

  /** Whether paths are without the first folder already. */
  get isStripped(): boolean {
    return this.layout === 'npm';
  }

  /** Whether npm would install it. */
  get isOfNpm(): boolean {
    return this.layout === 'npm' || (this.layout === undefined && this.hasManifest);
  }

  /** @throws AmbiguousArchive when npm would unpack it over others, or not at all */
  pathOf({ name, kind }: TarEntry): string {
    const slash = name.indexOf('/');
    const first = slash === -1 ? name : name.slice(0, slash);
    this.first ??= first;
    // npm does not unpack a file without a folder.
    const isOutside =
      first !== this.first || (slash === -1 && kind === 'file') || name.startsWith('//', slash);
    if (this.layout === 'npm') {
      // Absolute names stay so, and are refused.
      if (first === '') return name;
      if (isOutside) refuse(SEVERAL, name);
      return name.slice(first.length + 1);
    }
    if (isOutside) this.outside ??= name;
    this.hasManifest ||= kind === 'file' && /^[^/]*\/+package\.json$/.test(name);
    return name;
  }

  /** @throws AmbiguousArchive for an archive of unknown layout that npm would unpack differently */
  finish(): void {
    if (this.layout === undefined && this.hasManifest && this.outside !== undefined)
      refuse(`${SEVERAL} (unpack it, and name the folder)`, this.outside);
  }
}
