import { Writable } from 'node:stream';
import { setTimeout as wait } from 'node:timers/promises';
import { describe, expect, it } from '@jest/globals';
import { BufferedOutput } from './standard-output.js';

/** A stream that keeps what it gets, or fails with a code. */
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
  it('gets lines together, a moment later', async () => {
    const { stream, received } = receiver();
    const output = new BufferedOutput(stream);
    output.write('one\n');
    output.write('two\n');
    expect(received).toEqual([]);
    while (received.length === 0) await wait(5);
    expect(received).toEqual(['one\ntwo\n']);
  });

  it('gets them at once when they are many', () => {
    const { stream, received } = receiver();
    const output = new BufferedOutput(stream);
    for (let line = 0; line < 100; line += 1) output.write(`${'x'.repeat(80)}\n`);
    expect(received.join('').length).toBeGreaterThan(4000);
  });

  it('gets everything that is there when the process ends, and nothing twice', () => {
    const { stream, received } = receiver();
    const output = new BufferedOutput(stream);
    output.write('last\n');
    output.flush();
    output.flush();
    expect(received).toEqual(['last\n']);
  });

  it.each(['EPIPE', 'ENOSPC', 'EIO'])('does no harm when it fails with %s', async (code) => {
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
