import type { S3Client } from '@aws-sdk/client-s3';

/** Calls that store bytes. */
const WRITES: ReadonlySet<string | undefined> = new Set([
  'PutObjectCommand',
  'CopyObjectCommand',
  'CreateMultipartUploadCommand',
  'UploadPartCommand',
  'CompleteMultipartUploadCommand',
]);

const isAborted = (error: unknown): boolean => {
  const { cause = error } = Object(error) as { cause?: unknown };
  return (Object(cause) as { name?: unknown }).name === 'AbortError';
};

/** Whether the last call of a client that should store bytes has failed: a store that can be read may refuse them. */
export class WriteOutcomes {
  private isFailing = false;

  constructor(client: S3Client) {
    client.middlewareStack.add(
      (next, { commandName }) =>
        async (call) => {
          if (!WRITES.has(commandName)) return next(call);
          try {
            const answer = await next(call);
            this.isFailing = false;
            return answer;
          } catch (error) {
            // A client that went away says nothing about the store.
            if (!isAborted(error)) this.isFailing = true;
            throw error;
          }
        },
      { step: 'initialize', priority: 'low', name: 'writeOutcomes' },
    );
  }

  get areFailing(): boolean {
    return this.isFailing;
  }
}
