// npm run dev: runs the server, and restarts it whenever a source changes. Stop with Ctrl-C.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { watch } from 'node:fs';
import { compile } from './compile.mjs';

// Debounces an editor that saves several files, or one file in several steps.
const SETTLE_MS = 100;

let server;
let isStopping = false;

async function restart() {
  try {
    const count = await compile();
    if (server?.exitCode === null && count === 0) return;
  } catch (error) {
    // The running server is kept until the source compiles again.
    console.error(error.message);
    return;
  }
  if (server?.exitCode === null && server.kill('SIGTERM')) await once(server, 'exit');
  if (!isStopping) server = spawn(process.execPath, ['dist/main.js'], { stdio: 'inherit' });
}

// Restarts are serialized: a change during a restart causes one more.
let work = restart();
let timer;
for (const folder of [
  'src',
  'packages/analyzer/src',
  'packages/client-configurations/src',
  'packages/sources/src',
]) {
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
