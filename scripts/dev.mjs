// npm run dev: runs the server, and starts it anew whenever a source has changed. Stops with Ctrl-C.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { watch } from 'node:fs';
import { compile } from './compile.mjs';

// An editor that saves several files, or one in several steps, means one change.
const SETTLE_MS = 100;

let server;
let isStopping = false;

async function restart() {
  try {
    const count = await compile();
    if (server?.exitCode === null && count === 0) return;
  } catch (error) {
    // The server that runs goes on until the source can be read again.
    console.error(error.message);
    return;
  }
  if (server?.exitCode === null && server.kill('SIGTERM')) await once(server, 'exit');
  if (!isStopping) server = spawn(process.execPath, ['dist/main.js'], { stdio: 'inherit' });
}

// One after the other: a change during a restart causes one more.
let work = restart();
let timer;
for (const folder of ['src', 'packages/analyzer/src']) {
  watch(folder, { recursive: true }, () => {
    clearTimeout(timer);
    timer = setTimeout(() => (work = work.then(restart)), SETTLE_MS);
  });
}

for (const signal of ['SIGINT', 'SIGTERM']) {
  process.on(signal, () => {
    isStopping = true;
    if (server === undefined || server.exitCode !== null) process.exit();
    server.once('exit', () => process.exit());
    server.kill(signal);
  });
}
