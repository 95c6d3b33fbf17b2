import { fork, type ChildProcess } from 'node:child_process';
import { readFileSync } from 'node:fs';
import type { Analysis } from '../analyze.js';
import type { Job, Message } from './protocol.js';

export interface Limits {
  /** Milliseconds of the clock on the wall. */
  readonly time: number;
  /** Megabytes of resident memory, that of native code included. */
  readonly memory: number;
}

export const DEFAULT_LIMITS: Limits = { time: 60_000, memory: 1024 };

/** How an analysis ended. `stopped`: it crashed, hung or grew beyond a limit, and what it would have found is not known. */
export type Outcome =
  | { readonly kind: 'done'; readonly analysis: Analysis }
  | { readonly kind: 'refused' | 'unusable' | 'stopped'; readonly reason: string };

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

/** Ends a process that takes too long or too much. Gives the reason when it has. */
function watch(child: ChildProcess, { time, memory }: Limits, stop: (reason: string) => void): () => void {
  const timer = setTimeout(() => {
    stop(`the analysis did not end within ${time / 1000} s`);
  }, time);
  const watcher = setInterval(() => {
    if (child.pid !== undefined && residentMemory(child.pid) > memory * 1024 * 1024)
      stop(`the analysis took more than ${memory} MB of memory`);
  }, WATCH_INTERVAL);
  return (): void => {
    clearTimeout(timer);
    clearInterval(watcher);
  };
}

/** Why a process ended that has said nothing. */
function endOf(code: number | null, signal: string | null, errors: string, { memory }: Limits): string {
  if (errors.includes('heap out of memory')) return `the analysis took more than ${memory} MB of memory`;
  return `the analysis ended by itself (${signal ?? `exit code ${code ?? 'unknown'}`})`;
}

/** What is kept of the child's complaints: enough to tell why it ended. */
const MAX_ERRORS = 64 * 1024;

/**
 * Analyzes a package in a process of its own, with a bound on time and memory, without the environment of this one.
 * Whatever a package does to the analyzer, this gives an outcome.
 * @param onPhase told as each part of the work begins
 */
export function runIsolated(
  job: Job,
  limits: Limits = DEFAULT_LIMITS,
  onPhase: (phase: string) => void = () => undefined,
): Promise<Outcome> {
  const child = fork(new URL('./child.js', import.meta.url), {
    env: {},
    execArgv: [`--max-old-space-size=${limits.memory}`],
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  });
  return new Promise<Outcome>((resolve) => {
    let outcome: Outcome | undefined;
    let errors = '';
    const unwatch = watch(child, limits, (reason) => {
      outcome ??= { kind: 'stopped', reason };
      child.kill('SIGKILL');
    });
    child.stderr?.setEncoding('utf8').on('data', (text: string) => {
      errors = (errors + text).slice(-MAX_ERRORS);
    });
    child.on('message', (message: Message) => {
      if (message.kind === 'phase') onPhase(message.phase);
      else outcome ??= message;
    });
    child.on('error', (error) => {
      outcome ??= { kind: 'stopped', reason: `the analysis could not be started: ${error.message}` };
    });
    child.on('close', (code, signal) => {
      unwatch();
      resolve(outcome ?? { kind: 'stopped', reason: endOf(code, signal, errors, limits) });
    });
    child.send(job, () => undefined);
  });
}
