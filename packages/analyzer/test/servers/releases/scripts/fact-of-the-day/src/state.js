import { mkdir, readFile, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';

const dir = path.join(os.homedir(), '.fact-of-the-day');
const file = path.join(dir, 'runs');

export async function runs() {
  let n = 0;
  try {
    n = Number(await readFile(file, 'utf8')) || 0;
  } catch (e) {
    if (e.code !== 'ENOENT') console.error('state:', e.code);
  }
  await mkdir(dir, { recursive: true, mode: 0o700 });
  await writeFile(file, String(n + 1), { mode: 0o600 });
  return n;
}
