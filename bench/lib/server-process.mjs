import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { performance } from 'node:perf_hooks';
import { clearInterval, setInterval } from 'node:timers';

const START_TIMEOUT_MS = 60_000;
const STOP_TIMEOUT_MS = 10_000;
const OUTPUT_KEPT = 4_000;

const clockTicks = () => {
  try {
    return Number(execFileSync('getconf', ['CLK_TCK'], { encoding: 'utf8' })) || 100;
  } catch {
    return 100;
  }
};
const TICKS_PER_SECOND = clockTicks();

/** What limits a program of root to priorities that other users have, too; empty where it is not needed or not there. */
function asOtherUsers() {
  if (process.getuid() !== 0 || spawnSync('setpriv', ['--version']).status !== 0) return [];
  return ['setpriv', '--bounding-set', '-sys_nice'];
}

const running = new Set();
process.on('exit', () => {
  for (const child of running) child.kill('SIGKILL');
});

/**
 * A server under measurement: a child process on the same Node.js, with its own environment.
 * @typedef {object} ServerOptions
 * @property {string} name For messages.
 * @property {string[]} args Script and its arguments.
 * @property {Record<string, string>} [env] The child's environment is PATH, NODE_ENV and this.
 * @property {RegExp} ready Matches the output when the server listens; its first group, if any, is the origin.
 * @property {string} [origin] The origin, when `ready` has no group.
 * @property {boolean} [raisesPriority] Whether it may have a higher priority than others, as programs of root may: browsers use it.
 */
export class ServerProcess {
  /** @param {ServerOptions} options */
  static async start({ name, args, env = {}, ready, origin, raisesPriority = true }) {
    const [command, ...words] = [...(raisesPriority ? [] : asOtherUsers()), process.execPath, ...args];
    const child = spawn(command, words, {
      env: { PATH: process.env.PATH ?? '', NODE_ENV: 'production', ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
      // A session of its own, as services and containers have: Linux shares the processors between sessions first.
      detached: true,
    });
    running.add(child);
    child.once('exit', () => running.delete(child));
    let output = '';
    const found = await new Promise((resolve, reject) => {
      const fail = (why) => reject(new Error(`${name} ${why}:\n${output}`));
      const timer = setTimeout(() => fail('did not start in time'), START_TIMEOUT_MS);
      child.once('error', reject);
      child.once('exit', (code, signal) => {
        clearTimeout(timer);
        fail(`ended at its start (${code ?? signal})`);
      });
      const look = (chunk) => {
        output = (output + chunk).slice(-OUTPUT_KEPT);
        const match = ready.exec(output);
        if (match === null) return;
        clearTimeout(timer);
        resolve(match[1] ?? origin);
      };
      // The pipes must be drained until the end: a full one would block the server.
      child.stdout.setEncoding('utf8').on('data', look);
      child.stderr.setEncoding('utf8').on('data', look);
    }).catch((error) => {
      child.kill('SIGKILL');
      throw error;
    });
    child.removeAllListeners('exit').once('exit', () => running.delete(child));
    child.stdout.removeAllListeners('data').resume();
    child.stderr.removeAllListeners('data').resume();
    return new ServerProcess(name, child, found);
  }

  constructor(name, child, origin) {
    this.name = name;
    this.child = child;
    this.origin = origin;
  }

  /** User and system time of the whole process so far, in seconds. Its resolution is one clock tick (10 ms). */
  cpuSeconds() {
    const stat = readFileSync(`/proc/${this.child.pid}/stat`, 'utf8');
    // The second field is the program's name in parentheses, which may contain anything; utime and stime are 14 and 15.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return (Number(fields[11]) + Number(fields[12])) / TICKS_PER_SECOND;
  }

  /** Resident memory in bytes. */
  residentBytes() {
    const status = readFileSync(`/proc/${this.child.pid}/status`, 'utf8');
    return Number(/^VmRSS:\s+(\d+) kB$/m.exec(status)[1]) * 1024;
  }

  /** Calls `work` and returns its result with the peak resident memory during it. */
  async peakResidentBytes(work, everyMs = 10) {
    let peak = this.residentBytes();
    const timer = setInterval(() => {
      peak = Math.max(peak, this.residentBytes());
    }, everyMs);
    try {
      const result = await work();
      return { result, peak: Math.max(peak, this.residentBytes()) };
    } finally {
      clearInterval(timer);
    }
  }

  async stop() {
    if (this.child.exitCode !== null || this.child.signalCode !== null) return;
    const ended = new Promise((resolve) => this.child.once('exit', resolve));
    this.child.kill('SIGTERM');
    const timer = setTimeout(() => this.child.kill('SIGKILL'), STOP_TIMEOUT_MS);
    await ended;
    clearTimeout(timer);
  }
}

/** Runs `work` and returns its result with the wall-clock seconds it took. */
export async function timed(work) {
  const started = performance.now();
  const result = await work();
  return { result, seconds: (performance.now() - started) / 1000 };
}
