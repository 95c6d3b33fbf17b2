// The floor of a read: node:http and one select by key.
import { createServer } from 'node:http';
import { openFloorTable } from './floor-table.mjs';

const rowAt = await openFloorTable(process.env);
const server = createServer((req, res) => {
  rowAt(req.url).then(
    (row) => {
      res.setHeader('Content-Type', 'application/json');
      res.end(JSON.stringify(row));
    },
    (error) => res.writeHead(500).end(error.message),
  );
});
server.listen(0, '127.0.0.1', () => console.log(`listens on http://127.0.0.1:${server.address().port}`));
process.once('SIGTERM', () => process.exit(0));
