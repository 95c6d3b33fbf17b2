/** Processes that run test files without Jest (run-tests.mjs), with all that they start. */
import { spawn } from 'node:child_process';

const HOOK = new URL('hook.mjs', import.meta.url).href;
const RUN = ['--import', './test/support/runner/register.mjs', 'scripts/mutants/run-tests.mjs'];
const RESULT = '\n@@';

/**
 * @param {readonly string[]} files
 * @param {Record<string, string>} environment
 * @param {number} limitSeconds after which the process and all that it started are ended
 * @param {(result: object) => void} [onResult] called for each file
 * @returns {Promise<{ results: object[], timedOut: boolean, log: string }>}
 */
export function runTestFiles(files, environment, limitSeconds, onResult = () => undefined) {
  const child = spawn(process.execPath, ['--import', HOOK, ...RUN, ...files], {
    // A group of its own, with the servers that tests start.
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, NODE_OPTIONS: `--import=${HOOK}`, ...environment },
  });
  const end = () => {
    try {
      process.kill(-child.pid, 'SIGKILL');
    } catch {
      // The group has ended.
    }
  };
  return new Promise((resolve) => {
    const results = [];
    let [text, log, timedOut] = ['', '', false];
    child.stdout.setEncoding('utf8').on('data', (chunk) => {
      text += chunk;
      const lines = text.split('\n');
      text = lines.pop();
      for (const line of lines) {
        if (!line.startsWith(RESULT.trim())) continue;
        const result = JSON.parse(line.slice(2));
        results.push(result);
        onResult(result);
      }
    });
    child.stderr.setEncoding('utf8').on('data', (chunk) => {
      log = (log + chunk).slice(-4000);
    });
    const timer = setTimeout(() => {
      timedOut = true;
      end();
    }, limitSeconds * 1000);
    const stop = () => {
      end();
      process.exit(130);
    };
    process.once('SIGINT', stop).once('SIGTERM', stop);
    // What it started may still hold its output open.
    child.once('exit', end);
    child.once('close', (code) => {
      clearTimeout(timer);
      process.off('SIGINT', stop).off('SIGTERM', stop);
      resolve({ results, timedOut, log, code });
    });
  });
}
