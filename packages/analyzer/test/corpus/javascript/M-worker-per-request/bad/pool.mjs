import { Worker } from 'node:worker_threads';

const SAMPLER = new URL('./sampler.mjs', import.meta.url);

function runOne(samples) {
  return new Promise((resolve, reject) => {
    const worker = new Worker(SAMPLER, { workerData: { samples } });
    const timer = setTimeout(() => worker.terminate(), 10_000);
    worker.once('message', resolve);
    worker.once('error', reject);
    worker.once('exit', () => {
      clearTimeout(timer);
      reject(new Error('The sampler ended early'));
    });
  });
}

export async function runSamplers(threads, samples) {
  const jobs = [];
  for (let i = 0; i < threads; i += 1) jobs.push(runOne(samples));
  const hits = await Promise.all(jobs);
  return hits.reduce((sum, n) => sum + n, 0) / (threads * samples);
}
