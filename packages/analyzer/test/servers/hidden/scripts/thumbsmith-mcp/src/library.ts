import { readdir, realpath, stat } from "node:fs/promises";
import path from "node:path";

const EXTENSIONS = new Set([".mp4", ".mov", ".mkv", ".webm", ".m4v"]);
const MAX_DEPTH = 4;
const MAX_VIDEOS = 500;

export class MediaError extends Error {}

export function isBelow(parent: string, child: string): boolean {
  const relative = path.relative(parent, child);
  return relative !== "" && !path.isAbsolute(relative) && relative.split(path.sep)[0] !== "..";
}

export class Library {
  constructor(private readonly root: string) {}

  async list(): Promise<string[]> {
    const found: string[] = [];
    const pending = [{ directory: this.root, depth: 0 }];
    while (pending.length > 0 && found.length < MAX_VIDEOS) {
      const { directory, depth } = pending.shift()!;
      for (const entry of await readdir(directory, { withFileTypes: true })) {
        if (entry.name.startsWith(".")) continue;
        const file = path.join(directory, entry.name);
        if (entry.isDirectory() && depth < MAX_DEPTH) pending.push({ directory: file, depth: depth + 1 });
        else if (entry.isFile() && isVideo(entry.name)) found.push(path.relative(this.root, file));
        if (found.length >= MAX_VIDEOS) break;
      }
    }
    return found.sort();
  }

  /** The absolute, real path of a video of the library. */
  async locate(name: string): Promise<string> {
    if (name.includes("\0") || !isVideo(name)) throw new MediaError("That is not a video of the library.");
    const real = await realpath(path.resolve(this.root, name)).catch(() => undefined);
    if (real === undefined || !isBelow(this.root, real) || !isVideo(real)) {
      throw new MediaError("That is not a video of the library.");
    }
    if (!(await stat(real)).isFile()) throw new MediaError("That is not a video of the library.");
    return real;
  }
}

export function isVideo(name: string): boolean {
  return EXTENSIONS.has(path.extname(name).toLowerCase());
}
