import { Writable, type Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { NoTarError, TarHeaders } from './tar-headers.js';

const CHUNK = 64 * 1024;
/** Maximum size in bytes that clients unpack. */
const MAX_UNPACKED = 1024 ** 3;

/** Reasons for clients to refuse a bundle. */
export type BundleFault = 'not_gzip_tar' | 'has_links' | 'has_special_files' | 'too_large';

/** Thrown to stop reading a bundle early. */
class ReadEnough extends Error {}

const isNoGzip = (error: unknown): boolean =>
  (error as NodeJS.ErrnoException).code?.startsWith('Z_') === true;

/**
 * Why clients would refuse a bundle, as far as its bytes show. It is read as a stream, up to the size that clients
 * unpack, which bounds memory and time for any bundle.
 * @throws the error of `bytes`; an AbortError when the signal is aborted. `bytes` is destroyed in any case.
 */
export async function inspectBundle(bytes: Readable, signal: AbortSignal): Promise<BundleFault[]> {
  const headers = new TarHeaders(MAX_UNPACKED);
  const reading = new Writable({
    write(chunk: Buffer, _encoding, done) {
      try {
        headers.accept(chunk);
        done(headers.isDone ? new ReadEnough() : null);
      } catch (error) {
        done(error as Error);
      }
    },
  });
  try {
    await pipeline(bytes, createGunzip({ chunkSize: CHUNK }), reading, { signal });
  } catch (error) {
    if (error instanceof NoTarError || isNoGzip(error)) return ['not_gzip_tar'];
    if (!(error instanceof ReadEnough)) throw error;
  }
  return faultsOf(headers);
}

function faultsOf(headers: TarHeaders): BundleFault[] {
  try {
    headers.end();
  } catch {
    return ['not_gzip_tar'];
  }
  const faults: BundleFault[] = [];
  if (headers.hasLinks) faults.push('has_links');
  if (headers.hasSpecialFiles) faults.push('has_special_files');
  if (headers.unpackedBytes > MAX_UNPACKED) faults.push('too_large');
  return faults;
}
