import { lstat, readdir, realpath } from 'node:fs/promises';
import { dirname, isAbsolute, join, sep } from 'node:path';
import { installedPackages, manifestIn, type InstalledPackages } from './installed-packages.js';
import { regularFile } from './regular-file.js';

/** Settings and files of variables are small; a larger one is not read. */
const MAX_BYTES = 256 * 1024;

/** The folders above a project that are looked at; no real one is as deep. */
const MAX_ABOVE = 64;

/** The folder in which clients start servers, as it is on this machine. */
export class Folder {
  // Thousands of entries ask for the same few files.
  private readonly names = new Map<string, Promise<boolean>>();
  private readonly texts = new Map<string, Promise<string | undefined>>();
  private nearest: Promise<Folder> | undefined;
  private around: Promise<readonly Folder[]> | undefined;
  private outer: Promise<readonly Folder[]> | undefined;
  private packages: Promise<InstalledPackages> | undefined;

  constructor(private readonly path: string) {}

  /** Whether there is a file, folder or link with this name. */
  has(name: string): Promise<boolean> {
    return remembered(this.names, name, () => isThere(join(this.path, name)));
  }

  /**
   * The text of a file of the folder; undefined if there is none, if it is not UTF-8 or too large, or if it lies elsewhere: a
   * path that leads out of the folder, or a link.
   */
  text(name: string): Promise<string | undefined> {
    return remembered(this.texts, name, () => this.read(name));
  }

  /** The project that npm takes this folder for: the nearest one, from here upward, with a manifest or with packages. */
  project(): Promise<Folder> {
    return (this.nearest ??= this.findProject());
  }

  /** This folder and those around it, up to the one of the repository, or to the project where there is none. */
  places(): Promise<readonly Folder[]> {
    return (this.around ??= this.findPlaces());
  }

  /** The projects of which npm takes settings and packages: that of this folder, and those around whose workspace it may be. */
  projects(): Promise<readonly Folder[]> {
    return (this.outer ??= this.findProjects());
  }

  /** What npm finds installed, if this is a project. */
  installed(): Promise<InstalledPackages> {
    return (this.packages ??= installedPackages(this.path));
  }

  /** The manifest of a package; null if it cannot be read. */
  manifest(): ReturnType<typeof manifestIn> {
    return manifestIn(this.path);
  }

  /** The names of the files of the folder or of one in it. */
  async files(name = '.'): Promise<string[]> {
    const entries = await readdir(join(this.path, name), { withFileTypes: true }).catch(() => []);
    return entries.filter((entry) => !entry.isDirectory()).map((entry) => entry.name);
  }

  private async read(name: string): Promise<string | undefined> {
    if (isAbsolute(name)) return undefined;
    try {
      const [root, path] = [await realpath(this.path), await realpath(join(this.path, name))];
      if (!path.startsWith(root + sep)) return undefined;
      const bytes = await regularFile(path, MAX_BYTES);
      if (bytes === undefined || bytes === null) return undefined;
      return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    } catch {
      return undefined;
    }
  }

  private async findProject(): Promise<Folder> {
    for (const folder of this.above())
      if ((await folder.has('package.json')) || (await folder.has('node_modules'))) return folder;
    return this;
  }

  private async findPlaces(): Promise<readonly Folder[]> {
    const above = [...this.above()];
    const project = await this.project();
    let end = above.findIndex(({ path }) => path === project.path);
    for (const [at, folder] of above.entries()) {
      if (!(await folder.has('.git'))) continue;
      end = Math.max(at, end);
      break;
    }
    return above.slice(0, Math.max(end, 0) + 1);
  }

  private async findProjects(): Promise<readonly Folder[]> {
    const project = await this.project();
    const found = [project];
    for (const folder of this.above())
      if (folder.path.length < project.path.length && (await folder.manifest())?.['workspaces'] !== undefined)
        found.push(folder);
    return found;
  }

  /** This folder and those above it. */
  private *above(): Generator<Folder> {
    yield this;
    let path = this.path;
    for (let above = 0; above < MAX_ABOVE && dirname(path) !== path; above += 1) {
      path = dirname(path);
      yield new Folder(path);
    }
  }
}

function remembered<Value>(
  known: Map<string, Promise<Value>>,
  name: string,
  find: () => Promise<Value>,
): Promise<Value> {
  const before = known.get(name);
  if (before !== undefined) return before;
  const found = find();
  known.set(name, found);
  return found;
}

const isThere = async (path: string): Promise<boolean> =>
  lstat(path).then(
    () => true,
    () => false,
  );
