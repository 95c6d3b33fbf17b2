// A worker of jest-light-runner asks the main process for its data when it is ready. The answer goes to all workers at once,
// and only to those that have a task by then, so a worker that starts later than another one may get the answer before it
// listens, and waits for it forever. This keeps the answer, and repeats it for a listener that comes later.
import { setImmediate } from 'node:timers';

const TYPE = 'jest-light-runner-worker-data';

let answer;
const keep = (message) => {
  if (message?.type === TYPE) answer = message;
};

/** Called once, before the worker listens to messages: Node.js passes earlier ones on to its first listeners. */
export function keepWorkerData() {
  process.on('newListener', (event, listener) => {
    if (event !== 'message' || listener === keep) return;
    if (!process.listeners('message').includes(keep)) process.on('message', keep);
    if (answer !== undefined) setImmediate(() => process.emit('message', answer));
  });
}
