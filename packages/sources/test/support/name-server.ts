import { createSocket, type Socket } from 'node:dgram';
import { once } from 'node:events';

const TYPE_A = 1;
const ANSWER = 0x8180;
const NO_SUCH_NAME = 0x8183;

/** The addresses of each name; null for no answer at all, and nothing for a name that does not exist. */
export type Names = (hostname: string) => readonly string[] | null | undefined;

/** A name server on a loopback address. */
export class NameServer {
  /** The names that it was asked for. */
  readonly asked: string[] = [];

  private constructor(
    private readonly socket: Socket,
    names: Names,
  ) {
    socket.on('message', (query, { port, address }) => {
      const answer = this.answerTo(query, names);
      if (answer !== undefined) socket.send(answer, port, address);
    });
  }

  static async start(names: Names): Promise<NameServer> {
    const socket = createSocket('udp4').bind(0, '127.0.0.1');
    await once(socket, 'listening');
    return new NameServer(socket, names);
  }

  /** Its address, with the port. */
  get address(): string {
    return `127.0.0.1:${this.socket.address().port}`;
  }

  async close(): Promise<void> {
    this.socket.close();
    await once(this.socket, 'close');
  }

  /** A message of RFC 1035 that repeats the question. */
  private answerTo(query: Buffer, names: Names): Buffer | undefined {
    const labels: string[] = [];
    let at = 12;
    for (let length = query[at] ?? 0; length > 0; length = query[at] ?? 0) {
      labels.push(query.toString('latin1', at + 1, at + 1 + length));
      at += 1 + length;
    }
    const end = at + 5;
    const hostname = labels.join('.').toLowerCase();
    this.asked.push(hostname);
    const known = names(hostname);
    if (known === null) return undefined;
    const addresses = query.readUInt16BE(at + 1) === TYPE_A ? (known ?? []) : [];
    const head = Buffer.from(query.subarray(0, 12));
    head.writeUInt16BE(known === undefined ? NO_SUCH_NAME : ANSWER, 2);
    head.writeUInt16BE(1, 4);
    head.writeUInt16BE(addresses.length, 6);
    head.fill(0, 8);
    const records = addresses.map((address) =>
      Buffer.from([0xc0, 12, 0, TYPE_A, 0, 1, 0, 0, 0, 60, 0, 4, ...address.split('.').map(Number)]),
    );
    return Buffer.concat([head, query.subarray(12, end), ...records]);
  }
}
