import { open } from 'node:fs/promises';

/** Whether the first two bytes of a file are those of a zip. */
export async function isZip(path: string): Promise<boolean> {
  await using file = await open(path);
  const { buffer, bytesRead } = await file.read(Buffer.alloc(2), 0, 2, 0);
  return buffer.toString('latin1', 0, bytesRead) === 'PK';
}
