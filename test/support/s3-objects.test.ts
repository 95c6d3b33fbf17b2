import { HeadObjectCommand, PutObjectCommand, S3Client, S3ServiceException } from '@aws-sdk/client-s3';
import { expect, it } from '@jest/globals';
import { S3Server } from './s3-server.js';

const KEY = { Bucket: 'artifacts', Key: 'objects/same' };

it('a HEAD during a PUT of the same key finds nothing or all of it, as in S3', async () => {
  const server = await S3Server.start();
  const client = new S3Client({
    region: 'us-east-1',
    endpoint: server.endpoint,
    forcePathStyle: true,
    credentials: { accessKeyId: 'S3RVER', secretAccessKey: 'S3RVER' },
    // No retries.
    maxAttempts: 1,
    requestChecksumCalculation: 'WHEN_REQUIRED',
  });
  const size = async (): Promise<number | undefined> => {
    try {
      return (await client.send(new HeadObjectCommand(KEY))).ContentLength;
    } catch (error) {
      if (error instanceof S3ServiceException && error.$metadata.httpStatusCode === 404) return 0;
      throw error;
    }
  };
  try {
    for (let round = 0; round < 30; round += 1) {
      const sizes = await Promise.all(
        Array.from({ length: 20 }, async () => {
          const before = await size();
          await client.send(new PutObjectCommand({ ...KEY, Body: 'x'.repeat(500) }));
          return [before, await size()];
        }),
      );
      for (const [before, after] of sizes) {
        expect([0, 500]).toContain(before);
        expect(after).toBe(500);
      }
    }
  } finally {
    client.destroy();
    await server.close();
  }
});
