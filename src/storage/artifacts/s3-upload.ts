import {
  AbortMultipartUploadCommand,
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  PutObjectCommand,
  UploadPartCommand,
  type CompletedPart,
  type S3Client,
} from '@aws-sdk/client-s3';

/** The smallest part that S3 takes, but for the last: an upload holds no more of its bytes at a time. */
const PART_BYTES = 5 * 1024 * 1024;

/** One object of one bucket. */
export interface S3Object {
  readonly Bucket: string;
  readonly Key: string;
}

/**
 * Stores what `source` yields as one object, which is not there before the source has ended without an error: what is
 * small is sent at the end, what is larger in parts that nobody sees until they are put together.
 * @throws the source's error, the signal's reason or the store's error; nothing of the object stays.
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
    // What cannot be taken back now is taken back by the cleanup.
    await client.send(new AbortMultipartUploadCommand({ ...object, UploadId })).catch(() => undefined);
    throw error;
  }
}

/** The bytes of a stream in pieces of `PART_BYTES`, the last one smaller. */
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
