import { lstat, readdir, realpath, stat } from "node:fs/promises";
import path from "node:path";
import { InputError } from "./errors.js";

const NAME = /^[A-Za-z0-9_][A-Za-z0-9._-]{0,99}$/;

export class Repos {
  private constructor(private readonly root: string) {}

  static async open(directory: string | undefined): Promise<Repos> {
    if (!directory) throw new Error("GITGLANCE_ROOT is not set");
    const root = await realpath(path.resolve(directory));
    if (!(await stat(root)).isDirectory()) throw new Error("GITGLANCE_ROOT is not a directory");
    return new Repos(root);
  }

  async list(): Promise<string[]> {
    const names: string[] = [];
    for (const entry of await readdir(this.root, { withFileTypes: true })) {
      if (!entry.isDirectory() || !NAME.test(entry.name)) continue;
      const git = await lstat(path.join(this.root, entry.name, ".git")).catch(() => undefined);
      if (git?.isDirectory()) names.push(entry.name);
      if (names.length >= 200) break;
    }
    return names.sort();
  }

  /** The directory of a repository, which is really inside the root. */
  async directory(name: string): Promise<string> {
    if (!NAME.test(name)) throw new InputError("That is not the name of a repository.");
    const directory = await realpath(path.join(this.root, name)).catch(() => undefined);
    if (directory === undefined || !isInside(this.root, directory)) {
      throw new InputError("There is no such repository.");
    }
    const git = await lstat(path.join(directory, ".git")).catch(() => undefined);
    if (!git?.isDirectory()) throw new InputError("There is no such repository.");
    return directory;
  }
}

export function isInside(parent: string, child: string): boolean {
  const relative = path.relative(parent, child);
  return relative !== "" && relative.split(path.sep)[0] !== ".." && !path.isAbsolute(relative);
}
