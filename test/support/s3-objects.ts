import { createHash, randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { S3Content, S3Files, S3Stored } from 's3rver';
import { KeyedMutex } from '../../src/common/concurrency/keyed-mutex.js';

// A single lock for the bucket: deleting an object removes folders that others may be written to.
const BUCKET = '';

/**
 * The files of an s3rver with the guarantees of S3: an object is visible completely or not at all, and a PUT is visible to all
 * reads once it has succeeded. Unmodified, s3rver answers 500 to a HEAD during a PUT of the same key, and answers a PUT before
 * its bytes are written.
 * @param arriving a folder on the same file system for incomplete bytes
 */
export function wholeObjects(files: S3Files, arriving: string): S3Files {
  const mutex = new KeyedMutex();

  const receive = async (content: S3Content): Promise<S3Stored & { readonly path: string }> => {
    const path = join(arriving, randomUUID());
    const hash = createHash('md5');
    let size = 0;
    const counted = async function* (chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
      for await (const chunk of chunks) {
        hash.update(chunk);
        size += chunk.length;
        yield chunk;
      }
    };
    try {
      const source = Buffer.isBuffer(content) ? Readable.from([content]) : content;
      await pipeline(source, counted, createWriteStream(path));
    } catch (error) {
      await rm(path, { force: true });
      throw error;
    }
    return { path, size, md5: hash.digest('hex') };
  };

  const moveInto = async (from: string, to: string): Promise<void> => {
    await mkdir(dirname(to), { recursive: true });
    await rename(from, to);
  };

  const put: S3Files['putObject'] = async (object) => {
    const { path, size, md5 } = await receive(object.content);
    return mutex.run(BUCKET, async () => {
      await moveInto(path, files.getResourcePath(object.bucket, object.key, 'object'));
      await files.putMetadata(object.bucket, object.key, object.metadata, md5);
      return { size, md5 };
    });
  };

  const putPart: S3Files['putPart'] = async (bucket, uploadId, partNumber, content) => {
    const { path, size, md5 } = await receive(content);
    const part = join(files.getResourcePath(bucket, undefined, 'uploads'), uploadId, String(partNumber));
    await moveInto(path, part);
    await writeFile(`${part}.md5`, md5);
    return { size, md5 };
  };

  // The methods of `files` call each other, and must not wait for a lock that they hold.
  const inTurn =
    <Words extends unknown[], Answer>(method: (...words: Words) => Promise<Answer>) =>
    (...words: Words): Promise<Answer> =>
      mutex.run(BUCKET, () => method.apply(files, words));

  // Assembles the parts with a `putObject` that takes the lock.
  const assembling = Object.create(files, { putObject: { value: put } }) as S3Files;
  return Object.assign(Object.create(files) as S3Files, {
    putObject: put,
    putPart,
    putObjectMultipart: assembling.putObjectMultipart.bind(assembling),
    getObject: inTurn(files.getObject),
    deleteObject: inTurn(files.deleteObject),
    copyObject: inTurn(files.copyObject),
    listObjects: inTurn(files.listObjects),
  });
}
