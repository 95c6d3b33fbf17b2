// The floor of a proxied download: node:http, piping the response of another server, both with their defaults.
import { createServer, get } from 'node:http';

const server = createServer((_req, res) => {
  get(process.env.ORIGIN, (answer) => answer.pipe(res)).once('error', (error) => res.destroy(error));
});
server.listen(0, '127.0.0.1', () => console.log(`listens on http://127.0.0.1:${server.address().port}`));
process.once('SIGTERM', () => process.exit(0));
