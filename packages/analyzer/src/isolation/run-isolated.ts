import { fork, type ChildProcess } from 'node:child_process';
import { readFileSync } from 'node:fs';
import type { Job, Message } from './protocol.js';

/** What an analysis may use. */
export interface Limits {
  /** Milliseconds of the clock on the wall. */
  readonly time: number;
  /** Megabytes of resident memory, that of native code included. */
  readonly memory: number;
}

/** Enough for every package that is known. */
export const DEFAULT_LIMITS: Limits = { time: 60_000, memory: 1024 };

/** The heap is first searched for garbage when it has grown to this, in megabytes: most analyses end before. */
const FIRST_SEARCH = 256;

/**
 * How Node.js runs an analysis, measured with bench/. What it makes is short-lived: with a larger space for the young it is not
 * looked through over and over, which saves a tenth of the time. It is over within seconds: what the last tier of the compiler
 * makes of its functions is seldom used long enough, and to wait with it saves another tenth.
 * @public for bench/
 */
export const nodeOptions = ({ memory }: Limits): readonly string[] => [
  `--max-old-space-size=${memory}`,
  `--initial-old-space-size=${Math.min(FIRST_SEARCH, Math.ceil(memory / 4))}`,
  '--min-semi-space-size=64',
  '--max-semi-space-size=64',
  '--invocation-count-for-turbofan=60000',
];

/** How an analysis ended. `stopped`: it crashed, hung or grew beyond a limit, and what it would have found is not known. */
export type Outcome = Exclude<Message, { kind: 'phase' | 'advisories' }> | Stopped;

/** An analysis that was ended, or ended by itself. */
interface Stopped {
  readonly kind: 'stopped';
  readonly reason: string;
  /** The limit that ended it. */
  readonly limit?: keyof Limits;
  /** What it complained of. It may hold what stands in the package. */
  readonly errors?: string;
}

/** Told while an analysis goes on. */
export interface Listener {
  /** A part of the work begins. */
  readonly phase?: (phase: string) => void;
  /** The advisories have been read: so many, and so many records that are none. */
  readonly advisories?: (size: number, skipped: number) => void;
}

/** How often memory is looked at, in milliseconds. */
const WATCH_INTERVAL = 50;
const PAGE = 4096;

/** A process's resident memory in bytes, where the system tells: Linux. Elsewhere the bound of the heap is all there is. */
function residentMemory(pid: number): number {
  try {
    return Number(readFileSync(`/proc/${pid}/statm`, 'utf8').split(' ')[1]) * PAGE;
  } catch {
    return 0;
  }
}

const tooLarge = (memory: number): string => `the analysis took more than ${memory} MB of memory`;

/** Ends a process that takes too long or too much. Gives the reason when it has. */
function watch(
  child: ChildProcess,
  { time, memory }: Limits,
  stop: (limit: keyof Limits, reason: string) => void,
): () => void {
  const timer = setTimeout(() => {
    stop('time', `the analysis did not end within ${time / 1000} s`);
  }, time);
  const watcher = setInterval(() => {
    if (child.pid !== undefined && residentMemory(child.pid) > memory * 1024 * 1024)
      stop('memory', tooLarge(memory));
  }, WATCH_INTERVAL);
  return (): void => {
    clearTimeout(timer);
    clearInterval(watcher);
  };
}

/** What is known of a process that has ended and said nothing. */
function endOf(code: number | null, signal: string | null, errors: string, { memory }: Limits): Stopped {
  if (errors.includes('heap out of memory'))
    return { kind: 'stopped', limit: 'memory', reason: tooLarge(memory) };
  const reason = `the analysis ended by itself (${signal ?? `exit code ${code ?? 'unknown'}`})`;
  return { kind: 'stopped', reason, errors };
}

/** What is kept of the child's complaints: enough to tell why it ended. */
const MAX_ERRORS = 64 * 1024;

/** Processes that have not ended yet, of the whole process on purpose: whoever ends it ends them all. */
const running = new Set<ChildProcess>();

/** Ends all analyses, for a process that is about to end: nobody would bound them. Its exit does so by itself. */
export function endAnalyses(): void {
  for (const child of running) child.kill('SIGKILL');
}

/** Listens to the end of this process as long as there is something to end then. */
function endWithThis(child: ChildProcess): void {
  if (running.size === 0) process.on('exit', endAnalyses);
  running.add(child);
  child.once('close', () => {
    running.delete(child);
    if (running.size === 0) process.off('exit', endAnalyses);
  });
}

/** What analyzes. */
const PROGRAM = new URL('./child.js', import.meta.url);

/**
 * Analyzes a package in a process of its own, with a bound on time and memory, without the environment of this one.
 * Whatever a package does to the analyzer, this gives an outcome.
 * @param program another program than the one that analyzes, for tests of the bounds
 */
export function runIsolated(
  job: Job,
  limits: Limits = DEFAULT_LIMITS,
  listener: Listener = {},
  program = PROGRAM,
): Promise<Outcome> {
  const child = fork(program, [String(limits.time), String(process.pid)], {
    env: {},
    execArgv: [...nodeOptions(limits)],
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  });
  endWithThis(child);
  return new Promise<Outcome>((resolve) => {
    let outcome: Outcome | undefined;
    let errors = '';
    const unwatch = watch(child, limits, (limit, reason) => {
      outcome ??= { kind: 'stopped', limit, reason };
      child.kill('SIGKILL');
    });
    child.stderr?.setEncoding('utf8').on('data', (text: string) => {
      errors = (errors + text).slice(-MAX_ERRORS);
    });
    child.on('message', (message: Message) => {
      if (message.kind === 'phase') listener.phase?.(message.phase);
      else if (message.kind === 'advisories') listener.advisories?.(message.size, message.skipped);
      else outcome ??= message;
    });
    child.on('error', (error) => {
      outcome ??= { kind: 'stopped', reason: `the analysis could not be started: ${error.message}` };
    });
    child.on('close', (code, signal) => {
      unwatch();
      resolve(outcome ?? endOf(code, signal, errors, limits));
    });
    child.send(job, () => undefined);
  });
}
