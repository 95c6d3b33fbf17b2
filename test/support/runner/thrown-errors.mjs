// Throws what nothing handles in a server under test that is started with it: in a request with the header `x-test-error`,
// and outside of all requests for the signal SIGUSR2.
import { ServerResponse } from 'node:http';
import { setImmediate } from 'node:timers';

const KINDS = {
  exception: (error) =>
    setImmediate(() => {
      throw error;
    }),
  rejection: (error) => void Promise.reject(error),
};

const { writeHead } = ServerResponse.prototype;
ServerResponse.prototype.writeHead = function (...words) {
  const kind = this.req?.headers['x-test-error'];
  if (kind !== undefined) KINDS[kind]?.(new Error(`thrown by the test: ${kind}`));
  return writeHead.apply(this, words);
};

process.on('SIGUSR2', () => {
  throw new Error('thrown by the test: outside');
});
process.on('SIGWINCH', () => void Promise.reject(new Error('thrown by the test: a rejection outside')));
