import { readdir, realpath, stat } from 'node:fs/promises';
import path from 'node:path';
import sharp from 'sharp';

const EXTENSIONS = new Set(['.png', '.jpg', '.jpeg', '.webp']);
const MAX_FILE = 20 * 1024 * 1024;
const MAX_PIXELS = 40_000_000;

sharp.concurrency(2);

export class NotAllowed extends Error {}

export class Pictures {
  #root;

  static async open(dir) {
    const p = new Pictures();
    p.#root = await realpath(dir);
    return p;
  }

  async names() {
    const found = await readdir(this.#root);
    return found.filter((n) => EXTENSIONS.has(path.extname(n).toLowerCase())).slice(0, 500);
  }

  async thumbnail(name, size) {
    if (name !== path.basename(name) || !EXTENSIONS.has(path.extname(name).toLowerCase())) throw new NotAllowed('not a picture of the folder');
    const file = await realpath(path.join(this.#root, name)).catch(() => {
      throw new NotAllowed('no such picture');
    });
    if (path.dirname(file) !== this.#root) throw new NotAllowed('not a picture of the folder');
    const info = await stat(file);
    if (!info.isFile() || info.size > MAX_FILE) throw new NotAllowed('the picture is too large');
    return sharp(file, { limitInputPixels: MAX_PIXELS, failOn: 'error' })
      .timeout({ seconds: 10 })
      .rotate()
      .resize(size, size, { fit: 'inside', withoutEnlargement: true })
      .webp({ quality: 75 })
      .toBuffer();
  }
}
