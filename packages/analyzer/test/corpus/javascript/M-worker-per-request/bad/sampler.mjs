import { parentPort, workerData } from 'node:worker_threads';

let hits = 0;
for (let i = 0; i < workerData.samples; i += 1) {
  if (Math.hypot(Math.random(), Math.random()) <= 1) hits += 1;
}
parentPort.postMessage(hits);
