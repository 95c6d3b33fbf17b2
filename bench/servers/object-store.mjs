// An S3-compatible server with one bucket, in the folder FOLDER.
import S3rver from 's3rver';

const { FOLDER: directory, BUCKET: name } = process.env;
const server = new S3rver({
  address: '127.0.0.1',
  port: 0,
  silent: true,
  directory,
  configureBuckets: [{ name, configs: [] }],
});
const { port } = await server.run();
console.log(`listens on http://127.0.0.1:${port}`);
process.once('SIGTERM', () => process.exit(0));
