import { exec } from "node:child_process";
import path from "node:path";
import { promisify } from "node:util";

const run = promisify(exec);

export class ImageService {
  constructor(private readonly dir: string) {}

  async toWebp(file: string, quality: number): Promise<string> {
    const name = path.basename(file);
    if (!/\.(png|jpe?g)/i.test(name)) {
      throw new Error("Only PNG and JPEG files can be converted");
    }
    const source = path.join(this.dir, name);
    const target = source.replace(/\.(png|jpe?g)/i, ".webp");
    await run(`cwebp -quiet -q ${quality} "${source}" -o "${target}"`, { timeout: 30_000 });
    return path.basename(target);
  }
}
