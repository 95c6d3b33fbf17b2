import { promises as fs } from "node:fs";
import path from "node:path";
export class Sandbox {
  private constructor(private readonly root: string) {}
  static async open(dir: string): Promise<Sandbox> {
    return new Sandbox(await fs.realpath(path.resolve(dir)));
  }
  async resolve(requested: string): Promise<string> {
    const absolute = path.resolve(this.root, requested);
    this.assertInside(absolute);
    try {
      const real = await fs.realpath(absolute);
      this.assertInside(real);
      return real;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error;
      const parent = await fs.realpath(path.dirname(absolute));
      this.assertInside(parent);
      return path.join(parent, path.basename(absolute));
    }
  }
  private assertInside(p: string): void {
    if (p !== this.root && !p.startsWith(this.root + path.sep)) throw new Error("Access denied: path outside of the allowed directory");
  }
}
