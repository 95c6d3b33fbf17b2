// The floor of a list: node:http and STATEMENT, whose parameters are the segments of the path, on the server of
// DATABASE_URL or on the embedded database in FOLDER.
import { createServer } from 'node:http';
import { openFloorDatabase } from './floor-database.mjs';

const { STATEMENT: text } = process.env;
const pool = await openFloorDatabase(process.env);
const server = createServer((req, res) => {
  const values = req.url.split('/').filter(Boolean).map(decodeURIComponent);
  pool.query(text, values).then(
    ({ rows }) => {
      res.setHeader('Content-Type', 'application/json');
      res.end(JSON.stringify(rows));
    },
    (error) => res.writeHead(500).end(error.message),
  );
});
server.listen(0, '127.0.0.1', () => console.log(`listens on http://127.0.0.1:${server.address().port}`));
process.once('SIGTERM', () => process.exit(0));
