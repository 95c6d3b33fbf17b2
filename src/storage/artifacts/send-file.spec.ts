import { randomBytes } from 'node:crypto';
import { mkdtemp, open, rm, writeFile, type FileHandle } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { sendFile } from './send-file.js';

const BYTES = randomBytes(1_000_000);

let folder: string;
let file: FileHandle;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'mcp-hub-send-'));
  await writeFile(join(folder, 'file'), BYTES);
});
beforeEach(async () => {
  file = await open(join(folder, 'file'), 'r');
});
afterEach(() => file.close());
afterAll(() => rm(folder, { recursive: true }));

/** Reads a chunk as late as possible, like a slow connection: in its callback. */
class SlowConnection extends Writable {
  readonly received: Buffer[] = [];

  constructor(private readonly onPiece: (connection: SlowConnection) => void = () => undefined) {
    super();
  }

  override _write(piece: Buffer, _encoding: BufferEncoding, done: () => void): void {
    setImmediate(() => {
      this.received.push(Buffer.from(piece));
      this.onPiece(this);
      done();
    });
  }

  get bytes(): Buffer {
    return Buffer.concat(this.received);
  }
}

const UNCHECKED = { take: () => undefined, finish: () => undefined };

describe('sendFile', () => {
  it.each([
    ['the whole file', 0, 999_999],
    ['its beginning', 0, 0],
    ['its last byte', 999_999, 999_999],
    ['exactly one piece', 0, 262_143],
    ['one byte more than a chunk', 10, 262_154],
    ['nothing', 0, -1],
  ])('sends %s', async (_what, start, end) => {
    const connection = new SlowConnection();
    await sendFile(file, connection, { start, end }, UNCHECKED);
    expect(connection.bytes.equals(BYTES.subarray(start, end + 1))).toBe(true);
    expect(connection.writableEnded).toBe(true);
  });

  it('does not mix the bytes of concurrent downloads', async () => {
    const ranges = Array.from({ length: 20 }, (_, n) => ({ start: n * 1000, end: 990_000 + n }));
    const connections = ranges.map(() => new SlowConnection());
    await Promise.all(
      ranges.map((range, n) => sendFile(file, connections[n] ?? new SlowConnection(), range, UNCHECKED)),
    );
    for (const [n, { start, end }] of ranges.entries()) {
      expect(connections[n]?.bytes.equals(BYTES.subarray(start, end + 1))).toBe(true);
    }
  });

  it('fails when the connection closes during the download', async () => {
    const connection = new SlowConnection((itself) => void itself.destroy());
    await expect(sendFile(file, connection, { start: 0, end: 999_999 }, UNCHECKED)).rejects.toThrow();
    expect(connection.writableEnded).toBe(false);
  });

  it('fails when the connection is closed already', async () => {
    const connection = new SlowConnection();
    connection.destroy();
    await expect(sendFile(file, connection, { start: 0, end: 999_999 }, UNCHECKED)).rejects.toThrow('closed');
    expect(connection.received).toHaveLength(0);
  });

  it('fails when the file is shorter, and does not end the response as if it were complete', async () => {
    const connection = new SlowConnection();
    await expect(sendFile(file, connection, { start: 0, end: 1_000_000 }, UNCHECKED)).rejects.toThrow(
      'ends after 1000000 bytes',
    );
    expect(connection.writableEnded).toBe(false);
  });

  it('holds the last piece back until the check has accepted all of them', async () => {
    const connection = new SlowConnection();
    let seen = 0;
    const refusing = {
      take: ({ length }: Uint8Array) => void (seen += length),
      finish: () => {
        throw new Error('other bytes');
      },
    };
    await expect(sendFile(file, connection, { start: 0, end: 999_999 }, refusing)).rejects.toThrow(
      'other bytes',
    );
    expect(seen).toBe(1_000_000);
    expect(connection.bytes.length).toBeLessThan(1_000_000);
    expect(connection.writableEnded).toBe(false);
  });
});
