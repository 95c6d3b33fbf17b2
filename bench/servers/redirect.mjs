// The floor of a presigned download: node:http, one select by key, and a URL signed by the AWS SDK.
import { createServer } from 'node:http';
import { GetObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import { openFloorTable } from './floor-table.mjs';

const rowAt = await openFloorTable(process.env);
const client = new S3Client({
  region: 'us-east-1',
  endpoint: process.env.STORE,
  forcePathStyle: true,
  credentials: { accessKeyId: 'key', secretAccessKey: 'secret' },
});

const locationOf = async (path) => {
  const { bundle_digest: Key } = await rowAt(path);
  return getSignedUrl(client, new GetObjectCommand({ Bucket: 'artifacts', Key }), { expiresIn: 900 });
};
const server = createServer((req, res) => {
  locationOf(req.url).then(
    (location) => res.writeHead(302, { Location: location }).end(),
    (error) => res.writeHead(500).end(error.message),
  );
});
server.listen(0, '127.0.0.1', () => console.log(`listens on http://127.0.0.1:${server.address().port}`));
process.once('SIGTERM', () => process.exit(0));
