import type { Readable } from 'node:stream';

/** The bytes of a stream. @throws for more than `maxBytes`; the stream is destroyed in any case */
export async function readBytes(stream: Readable, maxBytes: number): Promise<Buffer<ArrayBuffer>> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of stream) {
    size += (chunk as Buffer).length;
    if (size > maxBytes) throw new Error(`an object has more than ${maxBytes} bytes`);
    chunks.push(chunk as Buffer);
  }
  return Buffer.concat(chunks);
}
