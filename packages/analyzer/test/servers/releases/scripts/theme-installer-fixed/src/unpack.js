import { createWriteStream } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { promisify } from 'node:util';
import yauzl from 'yauzl';

const fromBuffer = promisify(yauzl.fromBuffer);
const MAX_FILES = 200;
const MAX_TOTAL = 5 * 1024 * 1024;

export async function unpack(buffer, target) {
  const zip = await fromBuffer(buffer, { lazyEntries: true, decodeStrings: false });
  const open = promisify(zip.openReadStream.bind(zip));
  const written = [];
  let total = 0;
  await new Promise((resolve, reject) => {
    zip.on('error', reject);
    zip.on('end', resolve);
    zip.on('entry', (entry) => {
      extract(entry).then(() => zip.readEntry(), reject);
    });
    zip.readEntry();
  });
  return written;

  async function extract(entry) {
    const name = entry.fileName.toString('utf8');
    if (name.endsWith('/')) return;
    total += entry.uncompressedSize;
    if (written.length >= MAX_FILES || total > MAX_TOTAL) throw new Error('archive is too large');
    if (name.includes('\\') || name.includes('\0') || !/\.(json|css|svg|png)$/.test(name)) throw new Error('unexpected entry');
    const base = path.resolve(target);
    const dest = path.resolve(base, name);
    if (!dest.startsWith(base + path.sep)) throw new Error('entry leaves the theme folder');
    await mkdir(path.dirname(dest), { recursive: true });
    await pipeline(await open(entry), createWriteStream(dest));
    written.push(name);
  }
}
