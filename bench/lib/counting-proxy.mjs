import { once } from 'node:events';
import { connect, createServer } from 'node:net';

const HEADER = 5;
const EXECUTE = 'E'.charCodeAt(0);
const QUERY = 'Q'.charCodeAt(0);

/** Calls `found` for each statement among the messages of a client of PostgreSQL, without TLS. */
function statementCounter(found) {
  let rest = Buffer.alloc(0);
  // The first message has no type.
  let started = false;
  return (chunk) => {
    rest = Buffer.concat([rest, chunk]);
    for (;;) {
      const header = started ? HEADER : HEADER - 1;
      if (rest.length < header) return;
      const length = rest.readUInt32BE(header - 4) + header - 4;
      if (rest.length < length) return;
      if (started && (rest[0] === EXECUTE || rest[0] === QUERY)) found();
      started = true;
      rest = rest.subarray(length);
    }
  };
}

/**
 * A proxy before a PostgreSQL server that counts the statements of its clients.
 * @returns {Promise<{databaseUrl: string, statements: () => number, stop: () => void}>}
 */
export async function startCountingProxy(databaseUrl) {
  const target = new URL(databaseUrl);
  let count = 0;
  const sockets = new Set();
  const server = createServer((client) => {
    const upstream = connect(Number(target.port || 5432), target.hostname);
    const counted = statementCounter(() => (count += 1));
    client.on('data', counted);
    for (const [from, to] of [
      [client, upstream],
      [upstream, client],
    ]) {
      sockets.add(from);
      from.setNoDelay(true).on('error', () => to.destroy());
      from.once('close', () => (sockets.delete(from), to.destroy()));
      from.pipe(to);
    }
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    databaseUrl: Object.assign(new URL(databaseUrl), { host: `127.0.0.1:${server.address().port}` }).href,
    statements: () => count,
    stop: () => {
      server.close();
      for (const socket of sockets) socket.destroy();
    },
  };
}
