import { gzipSync } from 'node:zlib';
import { pack } from 'tar-stream';

export type TarEntry = Parameters<ReturnType<typeof pack>['entry']>[0] & { readonly content?: string };

/** A tar archive. */
export async function tarOf(entries: readonly TarEntry[]): Promise<Buffer> {
  const stream = pack();
  for (const { content, ...header } of entries) stream.entry(header, content ?? '');
  stream.finalize();
  const chunks: Buffer[] = [];
  for await (const chunk of stream) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}

/** A gzipped bundle. */
export const tarGzOf = async (entries: readonly TarEntry[]): Promise<Buffer> =>
  gzipSync(await tarOf(entries), { level: 1 });

/** A bundle that clients can unpack; `text` makes it unique. */
export const goodBundle = (text: string): Promise<Buffer> =>
  tarGzOf([
    { name: 'dist', type: 'directory' },
    { name: 'dist/index.js', content: `// ${text}` },
  ]);

/** A header of this type with this size, without the content. */
export async function headerOf(entry: TarEntry & { readonly size: number }, type = '0'): Promise<Buffer> {
  const header = (await tarOf([{ ...entry, size: 0 }])).subarray(0, 512);
  header.write(`${entry.size.toString(8).padStart(11, '0')} `, 124, 'latin1');
  header.fill(' ', 148, 156).write(type, 156, 'latin1');
  const sum = header.reduce((total, byte) => total + byte, 0);
  header.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148, 'latin1');
  return header;
}
