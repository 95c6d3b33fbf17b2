import type { Readable } from 'node:stream';

/**
 * The same stream, whose failure is seen by whoever reads it, and ends the process of nobody who does not read it yet or
 * any more: without a listener, Node.js turns an `error` event into an uncaught exception.
 */
export function survivable<Stream extends Readable>(stream: Stream): Stream {
  stream.on('error', () => undefined);
  return stream;
}
