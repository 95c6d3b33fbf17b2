import type { ChildProcess } from 'node:child_process';
import type { Readable, Writable } from 'node:stream';
import { LineSplitter, LongLine } from './line-splitter.js';
import type { SurfaceGuard } from './surface-guard.js';

/** The longest message, in bytes. */
const MAX_LINE = 64 * 1024 * 1024;

/** The streams of the client. */
export interface ClientStreams {
  readonly input: Readable;
  readonly output: Writable;
}

/** Passes chunks on as whole lines, and stops reading while the receiver has enough. */
function pump(
  source: Readable,
  target: Writable,
  pass: (lines: Buffer) => Buffer,
  failed: (error: Error) => void,
): void {
  const splitter = new LineSplitter(MAX_LINE);
  const send = (bytes: Buffer): void => {
    if (bytes.length === 0 || target.write(bytes)) return;
    source.pause();
    target.once('drain', () => source.resume());
  };
  source.on('data', (chunk: Buffer) => {
    try {
      const lines = splitter.take(chunk);
      if (lines !== undefined) send(pass(lines));
    } catch (error) {
      if (!(error instanceof LongLine)) throw error;
      failed(error);
    }
  });
  source.once('end', () => {
    const rest = splitter.end();
    if (rest.length > 0) send(pass(rest));
  });
}

/**
 * Passes messages between a client and a server, through a guard. With `isReportOnly`, the server reads the client's input
 * itself: nothing of it is ever refused.
 * @param failed called when a message is too long, or the client does not read any more
 */
export function relay(
  server: ChildProcess,
  { input, output }: ClientStreams,
  guard: SurfaceGuard,
  failed: (error: Error) => void,
): void {
  if (server.stdout !== null) pump(server.stdout, output, (lines) => guard.ofServer(lines), failed);
  output.on('error', failed);
  const { stdin } = server;
  if (stdin === null) return;
  // A server that has ended reads nothing; its exit code says why.
  stdin.on('error', () => input.destroy());
  pump(
    input,
    stdin,
    (lines) => {
      const { forwarded, answers } = guard.ofClient(lines);
      if (answers !== '') output.write(answers);
      return forwarded;
    },
    failed,
  );
  input.once('end', () => stdin.end());
}
