import {
  AbortMultipartUploadCommand,
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  PutObjectCommand,
  UploadPartCommand,
  type CompletedPart,
  type S3Client,
} from '@aws-sdk/client-s3';

/** The smallest part size of S3 (except for the last part); an upload buffers at most one part. */
const PART_BYTES = 5 * 1024 * 1024;

/** An object in a bucket. */
export interface S3Object {
  readonly Bucket: string;
  readonly Key: string;
}

/**
 * Stores the bytes of `source` as one object, which appears only after the source has ended without an error: a small
 * one is sent at the end, a larger one as a multipart upload, which is invisible until it is completed.
 * @throws the source's error, the signal's reason or the store's error; the object is not created then.
 */
export async function uploadObject(
  client: S3Client,
  object: S3Object,
  source: AsyncIterable<Buffer>,
  abortSignal: AbortSignal,
): Promise<void> {
  const parts = partsOf(source);
  const first = (await parts.next()).value ?? Buffer.alloc(0);
  const second = (await parts.next()).value;
  if (second === undefined) {
    await client.send(new PutObjectCommand({ ...object, Body: first }), { abortSignal });
    return;
  }
  const { UploadId } = await client.send(new CreateMultipartUploadCommand(object), { abortSignal });
  try {
    const done: CompletedPart[] = [];
    const send = async (body: Buffer): Promise<void> => {
      const part = { ...object, UploadId, PartNumber: done.length + 1, Body: body };
      const { ETag } = await client.send(new UploadPartCommand(part), { abortSignal });
      done.push({ ETag, PartNumber: part.PartNumber });
    };
    await send(first);
    await send(second);
    for await (const part of parts) await send(part);
    const MultipartUpload = { Parts: done };
    await client.send(new CompleteMultipartUploadCommand({ ...object, UploadId, MultipartUpload }), {
      abortSignal,
    });
  } catch (error) {
    // If the abort fails, the cleanup aborts the upload later.
    await client.send(new AbortMultipartUploadCommand({ ...object, UploadId })).catch(() => undefined);
    throw error;
  }
}

/** The bytes of a stream in chunks of `PART_BYTES`; the last one may be smaller. */
async function* partsOf(source: AsyncIterable<Buffer>): AsyncGenerator<Buffer, undefined> {
  let chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of source) {
    let rest = chunk;
    while (size + rest.length >= PART_BYTES) {
      const wanted = PART_BYTES - size;
      yield Buffer.concat([...chunks, rest.subarray(0, wanted)]);
      rest = rest.subarray(wanted);
      chunks = [];
      size = 0;
    }
    chunks.push(rest);
    size += rest.length;
  }
  if (size > 0) yield Buffer.concat(chunks);
  return undefined;
}
