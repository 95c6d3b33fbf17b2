// The floor of a download: node:http and a file stream, both with their defaults.
import { createReadStream } from 'node:fs';
import { createServer } from 'node:http';

const { FILE: file } = process.env;
const server = createServer((_req, res) => createReadStream(file).pipe(res));
server.listen(0, '127.0.0.1', () => console.log(`listens on http://127.0.0.1:${server.address().port}`));
process.once('SIGTERM', () => process.exit(0));
