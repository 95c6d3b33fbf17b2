import fs from "node:fs/promises";
import os from "node:os";
import path from "node:path";

export function expandHome(p: string): string {
  return p === "~" || p.startsWith("~/") ? path.join(os.homedir(), p.slice(1)) : p;
}

export class PathGuard {
  private constructor(readonly allowed: readonly string[]) {}

  static async create(dirs: string[]): Promise<PathGuard> {
    const real = await Promise.all(dirs.map((d) => fs.realpath(path.resolve(expandHome(d)))));
    return new PathGuard(real);
  }

  private inside(candidate: string): boolean {
    return this.allowed.some((dir) => candidate.startsWith(dir));
  }

  async validate(requested: string): Promise<string> {
    const absolute = path.resolve(this.allowed[0], expandHome(requested));
    if (!this.inside(absolute)) throw new Error("Access denied - path outside allowed directories");
    const real = await fs.realpath(absolute);
    if (!this.inside(real)) throw new Error("Access denied - symlink target outside allowed directories");
    return real;
  }
}
