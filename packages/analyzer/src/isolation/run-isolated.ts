import { fork, type ChildProcess } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { setPriority } from 'node:os';
import { setTimeout as wait } from 'node:timers/promises';
import type { AdvisoryAnswer } from '../dependencies/advisory-lookup.js';
import type { PackageKey } from '../dependencies/osv-records.js';
import { activeClock } from './active-time.js';
import { MAX_PACKAGES, type Job, type Message, type Order } from './protocol.js';

/** The resource limits of an analysis. */
export interface Limits {
  /** In milliseconds, without the time that the analysis waits for a processor. */
  readonly time: number;
  /** In megabytes of resident memory, native code included. */
  readonly memory: number;
}

/**
 * Enough for every package seen so far: work ends an analysis before its time does, also where other programs keep the processors
 * busy (ADR 65).
 */
export const DEFAULT_LIMITS: Limits = { time: 150_000, memory: 1024 };

/** The heap size of the first full garbage collection, in megabytes: most analyses end before. */
const FIRST_SEARCH = 256;

/**
 * The Node.js options of an analysis, measured with bench/. Most objects are short-lived: a young generation larger than the
 * default saves repeated scavenges. It is small enough that parallel collection costs more than it saves. The process ends within
 * seconds, so that code from the optimizing compilers seldom pays off: delaying them saves a tenth of the time each, and baseline
 * code at the first call of each function a twentieth.
 * @public for bench/
 */
export const nodeOptions = ({ memory }: Limits): readonly string[] => [
  `--max-old-space-size=${memory}`,
  `--initial-old-space-size=${Math.min(FIRST_SEARCH, Math.ceil(memory / 4))}`,
  '--min-semi-space-size=32',
  '--max-semi-space-size=32',
  '--single-threaded-gc',
  '--always-sparkplug',
  '--invocation-count-for-maglev=6000',
  '--invocation-count-for-turbofan=200000',
];

/** The outcome of an analysis. `stopped`: it crashed, hung or exceeded a limit, and its findings are unknown. */
export type Outcome = Exclude<Message, { kind: 'phase' | 'advisories' | 'packages' }> | Stopped;

/** An analysis that was stopped or crashed. */
interface Stopped {
  readonly kind: 'stopped';
  readonly reason: string;
  /** The limit that was exceeded. */
  readonly limit?: keyof Limits;
  /** Somebody outside has ended it, with a signal that terminals and service managers send to all processes at once. */
  readonly isEnded?: boolean;
  /** The end of its standard error. It may contain text from the package. */
  readonly errors?: string;
}

/** Callbacks during an analysis. */
export interface Listener {
  /** Called when a phase starts. */
  readonly phase?: (phase: string) => void;
  /** Called when the advisories were read, with their number and that of skipped invalid records. */
  readonly advisories?: (size: number, skipped: number) => void;
}

/** The interval of memory checks, in milliseconds. */
const WATCH_INTERVAL = 50;
const PAGE = 4096;

/** The resident memory of a process in bytes, on Linux. Other systems only have the heap limit. */
function residentMemory(pid: number): number {
  try {
    return Number(readFileSync(`/proc/${pid}/statm`, 'utf8').split(' ')[1]) * PAGE;
  } catch {
    return 0;
  }
}

const tooLarge = (memory: number): string => `the analysis took more than ${memory} MB of memory`;

/** Stops a process that exceeds its time or memory limit. Returns a function that ends the watch. */
function watch(
  child: ChildProcess,
  { time, memory }: Limits,
  stop: (limit: keyof Limits, reason: string) => void,
): () => void {
  const clock = activeClock(child.pid ?? 'self');
  const check = (): void => {
    const left = time - clock();
    if (left > 0) timer = setTimeout(check, left);
    else stop('time', `the analysis did not end within ${time / 1000} s`);
  };
  let timer = setTimeout(check, time);
  const watcher = setInterval(() => {
    clock();
    if (child.pid !== undefined && residentMemory(child.pid) > memory * 1024 * 1024)
      stop('memory', tooLarge(memory));
  }, WATCH_INTERVAL);
  return (): void => {
    clearTimeout(timer);
    clearInterval(watcher);
  };
}

/** The outcome of a process that exited without a result. */
function outcomeOfExit(
  code: number | null,
  signal: string | null,
  errors: string,
  { memory }: Limits,
): Stopped {
  if (errors.includes('heap out of memory'))
    return { kind: 'stopped', limit: 'memory', reason: tooLarge(memory) };
  // The analysis ignores these once it is up (watchdog.ts).
  if (signal === 'SIGINT' || signal === 'SIGTERM' || signal === 'SIGHUP')
    return { kind: 'stopped', isEnded: true, reason: `the analysis was ended with ${signal} as it started` };
  const reason = `the analysis ended by itself (${signal ?? `exit code ${code ?? 'unknown'}`})`;
  return { kind: 'stopped', reason, errors };
}

/** The part of the child's standard error that is kept, in bytes. */
const MAX_ERRORS = 64 * 1024;

/** Child processes that are still running. Module-level on purpose: ending this process ends them all. */
const running = new Set<ChildProcess>();

/**
 * Ends all analyses, for a process that is about to be killed: nothing would limit them any longer. A normal exit does so by
 * itself.
 */
export function endAnalyses(): void {
  for (const child of running) child.kill('SIGKILL');
}

/** When the memory of the machine is used up, Linux ends the analysis and not what started it. */
function endFirst({ pid }: ChildProcess): void {
  try {
    if (pid !== undefined) writeFileSync(`/proc/${pid}/oom_score_adj`, '1000');
  } catch {
    // It has ended, or the system does not know that.
  }
}

/** Sets the priority of a process that has just started, and so of all threads that it is going to start. */
function prioritize({ pid }: ChildProcess, priority: number): void {
  try {
    if (pid !== undefined) setPriority(pid, priority);
  } catch {
    // It has ended, or the system does not allow it.
  }
}

/** Ends a child process when this one exits, and removes the exit listener afterward. */
function endWithThis(child: ChildProcess): void {
  if (running.size === 0) process.on('exit', endAnalyses);
  running.add(child);
  child.once('close', () => {
    running.delete(child);
    if (running.size === 0) process.off('exit', endAnalyses);
  });
}

/** The program of the child process. */
const PROGRAM = new URL('./child.js', import.meta.url);

/**
 * Finds the advisories about some packages, at most 100,000, in a table that the caller keeps; undefined when there is none, so
 * that reports call advisories not observable. A rejection makes the outcome `unusable`.
 */
export type AdvisoryLookup = (packages: readonly PackageKey[]) => Promise<AdvisoryAnswer | undefined>;

/** What an analysis may use besides its package. */
export interface Services {
  /** Used if the job names no advisories. */
  readonly advisories?: AdvisoryLookup;
  /** The priority of the process (`os.constants.priority`); by default that of this one. */
  readonly priority?: number;
  /** A replacement for the analyzer, for tests of the limits. */
  readonly program?: URL;
}

/** The time that a lookup may take, in milliseconds. */
const LOOKUP_TIME = 30_000;

const isPackage = ({ ecosystem, name }: PackageKey): boolean =>
  typeof ecosystem === 'string' && typeof name === 'string';

/** The answer to the question of a child process, which may be under the control of a hostile package. */
async function answerOf(
  lookup: AdvisoryLookup,
  packages: readonly PackageKey[],
): Promise<AdvisoryAnswer | undefined> {
  if (packages.length > MAX_PACKAGES || !packages.every(isPackage)) throw new Error('an invalid question');
  const late = new AbortController();
  try {
    return await Promise.race([
      lookup(packages),
      wait(LOOKUP_TIME, undefined, { signal: late.signal }).then(() => {
        throw new Error('it took too long');
      }),
    ]);
  } finally {
    late.abort();
  }
}

/**
 * Analyzes a package in a separate process, with limits on time and memory, and without this process's environment. Whatever a
 * package does to the analyzer, this resolves to an outcome.
 */
export function runIsolated(
  job: Job,
  limits: Limits = DEFAULT_LIMITS,
  listener: Listener = {},
  { advisories: lookup, priority, program = PROGRAM }: Services = {},
): Promise<Outcome> {
  const child = fork(program, [String(limits.time), String(process.pid)], {
    env: {},
    execArgv: [...nodeOptions(limits)],
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  });
  if (priority !== undefined) prioritize(child, priority);
  endFirst(child);
  endWithThis(child);
  return new Promise<Outcome>((resolve) => {
    let outcome: Outcome | undefined;
    let errors = '';
    let question: readonly PackageKey[] | undefined;
    const order = (message: Order): void => void child.send(message, () => undefined);
    const end = (ended: Outcome): void => {
      outcome ??= ended;
      child.kill('SIGKILL');
    };
    const unwatch = watch(child, limits, (limit, reason) => end({ kind: 'stopped', limit, reason }));
    child.stderr?.setEncoding('utf8').on('data', (text: string) => {
      errors = (errors + text).slice(-MAX_ERRORS);
    });
    const ask = (packages: readonly PackageKey[]): void => {
      if (lookup === undefined || question !== undefined) return;
      question = packages;
      answerOf(lookup, packages).then(
        (answer) => order({ kind: 'advisories', ...(answer && { answer }) }),
        () => end({ kind: 'unusable', what: 'advisories', reason: 'they could not be looked up' }),
      );
    };
    child.on('message', (message: Message) => {
      if (message.kind === 'phase') listener.phase?.(message.phase);
      else if (message.kind === 'advisories') listener.advisories?.(message.size, message.skipped);
      else if (message.kind === 'packages') ask(message.packages);
      else outcome ??= message;
    });
    child.on('error', (error) => {
      outcome ??= { kind: 'stopped', reason: `the analysis could not be started: ${error.message}` };
    });
    child.on('close', (code, signal) => {
      unwatch();
      resolve(outcome ?? outcomeOfExit(code, signal, errors, limits));
    });
    order({ kind: 'job', job, asks: lookup !== undefined });
  });
}
