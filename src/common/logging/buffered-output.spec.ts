import { Writable } from 'node:stream';
import { setTimeout as wait } from 'node:timers/promises';
import { describe, expect, it } from '@jest/globals';
import { BufferedOutput } from './buffered-output.js';

/** A stream that records what is written, or fails with an error code. */
function receiver(failure?: string): { stream: Writable; received: string[] } {
  const received: string[] = [];
  const stream = new Writable({
    autoDestroy: false,
    write: (chunk: Buffer, _encoding, done) => {
      received.push(chunk.toString());
      done(failure === undefined ? null : Object.assign(new Error(failure), { code: failure }));
    },
  });
  return { stream, received };
}

describe('the standard output', () => {
  it('receives lines in batches, after a delay', async () => {
    const { stream, received } = receiver();
    const output = new BufferedOutput(stream);
    output.write('one\n');
    output.write('two\n');
    expect(received).toEqual([]);
    while (received.length === 0) await wait(5);
    expect(received).toEqual(['one\ntwo\n']);
  });

  it('receives large batches immediately', () => {
    const { stream, received } = receiver();
    const output = new BufferedOutput(stream);
    for (let line = 0; line < 100; line += 1) output.write(`${'x'.repeat(80)}\n`);
    expect(received.join('').length).toBeGreaterThan(4000);
  });

  it('receives all buffered lines when the process ends, and none twice', () => {
    const { stream, received } = receiver();
    const output = new BufferedOutput(stream);
    output.write('last\n');
    output.flush();
    output.flush();
    expect(received).toEqual(['last\n']);
  });

  it.each(['EPIPE', 'ENOSPC', 'EIO'])('may fail with %s without consequences', async (code) => {
    const { stream, received } = receiver(code);
    const output = new BufferedOutput(stream);
    output.write('one\n');
    output.flush();
    await wait(0);
    output.write('two\n');
    output.flush();
    await wait(0);
    expect(received[0]).toBe('one\n');
  });
});
