import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { Transform, type Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { ZipFile } from 'yazl';
import type { BundleFiles } from './bundle-files.js';
import { FOLDER } from './bundle-start.js';
import { UnusableBundle } from './unusable-bundle.js';

/** Nothing of the time, the machine or the owner is in the file. */
const TIME = new Date(Date.UTC(1980, 0, 1, 12));
const FILE = 0o100644;
const PROGRAM = 0o100755;

/** A text that is added to the files of a bundle. */
export interface AddedText {
  readonly path: string;
  readonly text: string;
}

/** A file that was written, and its digest in hex. */
export interface WrittenZip {
  readonly sha256: string;
  readonly size: number;
}

/**
 * Writes a zip that depends on the texts, paths, contents and executable bits alone: the texts first, then the files sorted, in a
 * folder, without folders of their own.
 * @throws UnusableBundle beyond the limit
 */
export async function writeZip(
  texts: readonly AddedText[],
  files: BundleFiles,
  {
    path,
    maxBytes,
    signal,
  }: { readonly path: string; readonly maxBytes: number; readonly signal: AbortSignal },
): Promise<WrittenZip> {
  const zip = new ZipFile();
  for (const each of texts) zip.addBuffer(Buffer.from(each.text), each.path, { mtime: TIME, mode: FILE });
  for (const name of files.paths) {
    const { isExecutable = false, size: bytes = 0 } = files.get(name) ?? {};
    const options = { mtime: TIME, mode: isExecutable ? PROGRAM : FILE, size: bytes };
    // Opened when its turn comes: a bundle has more files than a process may have open.
    zip.addReadStreamLazy(`${FOLDER}${name}`, options, (done) => done(null, files.open(name)));
  }
  zip.end();
  const { outputStream } = zip;
  zip.on('error', (error: Error) => (outputStream as Readable).destroy(error));
  const hash = createHash('sha256');
  let size = 0;
  const measured = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      size += chunk.length;
      hash.update(chunk);
      done(size > maxBytes ? new UnusableBundle(`it would be larger than ${maxBytes} bytes`) : null, chunk);
    },
  });
  await pipeline(outputStream, measured, createWriteStream(path, { flags: 'wx', mode: 0o600 }), { signal });
  return { sha256: hash.digest('hex'), size };
}
