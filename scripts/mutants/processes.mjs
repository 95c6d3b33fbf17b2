/** Processes that run test files without Jest (run-tests.mjs), with all that they start. */
import { spawn } from 'node:child_process';

const HOOK = new URL('hook.mjs', import.meta.url).href;
const RUN = ['--import', './test/support/runner/register.mjs', 'scripts/mutants/run-tests.mjs'];
const RESULT = '@@';
/** Each mutant leaves the modules of those before it in memory. */
const MUTANTS_PER_PROCESS = 25;
/** What tidying up may take after a test has failed. */
const TIDYING_SECONDS = 30;

/** Starts a process of its own group; `onResult` is called for each line that it prints. */
function startTests(files, environment, onResult) {
  const child = spawn(process.execPath, ['--import', HOOK, ...RUN, ...files], {
    // A group of its own, with the servers that tests start.
    detached: true,
    stdio: ['pipe', 'pipe', 'pipe'],
    env: { ...process.env, NODE_OPTIONS: `--import=${HOOK}`, ...environment },
  });
  const end = () => {
    try {
      process.kill(-child.pid, 'SIGKILL');
    } catch {
      // The group has ended.
    }
  };
  let [text, log] = ['', ''];
  child.stdout.setEncoding('utf8').on('data', (chunk) => {
    text += chunk;
    const lines = text.split('\n');
    text = lines.pop();
    for (const line of lines) if (line.startsWith(RESULT)) onResult(JSON.parse(line.slice(RESULT.length)));
  });
  child.stderr.setEncoding('utf8').on('data', (chunk) => {
    log = (log + chunk).slice(-4000);
  });
  // It may have ended before it reads.
  child.stdin.on('error', () => undefined);
  const stop = () => {
    end();
    process.exit(130);
  };
  process.once('SIGINT', stop).once('SIGTERM', stop);
  // What it started may still hold its output open.
  child.once('exit', end);
  const closed = new Promise((resolve) => {
    child.once('close', () => {
      process.off('SIGINT', stop).off('SIGTERM', stop);
      resolve(log);
    });
  });
  return { child, end, closed };
}

/**
 * Runs all tests of some files.
 * @param {readonly string[]} files
 * @param {Record<string, string>} environment
 * @param {number} limitSeconds after which the process and all that it started are ended
 * @param {(result: object) => void} onResult called for each file
 * @returns {Promise<{ results: object[], log: string }>}
 */
export async function runTestFiles(files, environment, limitSeconds, onResult) {
  const results = [];
  const { end, closed } = startTests(files, environment, (result) => {
    results.push(result);
    onResult(result);
  });
  const timer = setTimeout(end, limitSeconds * 1000);
  const log = await closed;
  clearTimeout(timer);
  return { results, log };
}

/**
 * A process that judges one mutant after the other. It is replaced when it has judged many, or did not survive one.
 * @returns {{ judge, end }} `judge` says how the tests ended: `{ failure }`, `{ passed }`, `{ timedOut }` or `{ ended }`
 */
export function createJudge() {
  let running;
  let heard;
  let count = 0;
  const replace = async () => {
    running?.end();
    await running?.closed;
    running = undefined;
  };
  /** What the process answers to a mutant, or that it does not. */
  const ask = async (work, limitSeconds) => {
    let last;
    let failure;
    let timer;
    const answer = new Promise((resolve) => {
      const limit = (seconds, result) => {
        clearTimeout(timer);
        timer = setTimeout(resolve, seconds * 1000, result);
      };
      heard = (line) => {
        if (line.running !== undefined) last = line.running;
        if (line.failure !== undefined && failure === undefined) {
          failure = line.failure;
          limit(TIDYING_SECONDS, { failure, isStuck: true });
        }
        if (line.judged) resolve(line);
      };
      limit(limitSeconds, { timedOut: true, isStuck: true });
    });
    running ??= startTests([], {}, (line) => heard(line));
    running.child.stdin.write(`${JSON.stringify(work)}\n`);
    const ended = running.closed.then((log) => ({
      ended: last ?? work.tests[0],
      log,
      failure,
      isStuck: true,
    }));
    const result = await Promise.race([answer, ended]);
    clearTimeout(timer);
    return result;
  };
  return {
    async judge(work, limitSeconds) {
      count += 1;
      if (count % MUTANTS_PER_PROCESS === 0) await replace();
      const isFirst = running === undefined;
      const { isStuck, ...result } = await ask(work, limitSeconds);
      if (isStuck) await replace();
      // What ended the process may be left from an earlier mutant.
      if (result.ended !== undefined && result.failure === undefined && !isFirst)
        return this.judge(work, limitSeconds);
      return result;
    },
    end: replace,
  };
}
