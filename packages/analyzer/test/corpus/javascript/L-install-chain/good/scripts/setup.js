import { spawnSync } from 'node:child_process';

const run = (command, args) => spawnSync(command, args, { stdio: 'inherit' });

if (process.platform !== 'win32') run(process.execPath, ['scripts/check.js']);
