import { open } from 'node:fs/promises';
import { join } from 'node:path';

const FILE = join(process.env.MAILBOX_DIR ?? '/var/lib/mailbox', 'unread.json');
const MAX_BYTES = 1_000_000;

/** The unread messages of the export, newest first. */
export async function unread(limit) {
  const handle = await open(FILE, 'r');
  try {
    const { size } = await handle.stat();
    if (size > MAX_BYTES) throw new Error('The mailbox export is too large');
    const messages = JSON.parse(await handle.readFile('utf8'));
    return messages.slice(0, limit).map(({ id, from, body }) => ({ id: Number(id), from: String(from), body: String(body) }));
  } finally {
    await handle.close();
  }
}
