// Runs test files in this process, one after the other, without the start of Jest. For each it prints
// `{ file, passed, failed, seconds }`.
// - node … run-tests.mjs FILE…: all tests of these files.
// - node … run-tests.mjs: judges mutants. It reads `{ mutant, addresses, tests }` from each line of its input (hook.mjs), runs
//   these test files until the first test that fails, and prints `{ judged: true, failure }` or `{ judged: true, passed }`.
import { createRequire } from 'node:module';
import { dirname, join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { pathToFileURL } from 'node:url';

const { MUTANT_REACHED_FOLDER } = process.env;
const runner = dirname(createRequire(import.meta.url).resolve('jest-light-runner'));
const load = (name) => import(pathToFileURL(join(runner, name)).href);
const files = process.argv.slice(2);
const isJudging = files.length === 0;

const say = (line) => process.stdout.write(`\n@@${JSON.stringify(line)}\n`);

let failure;
const fail = (file, reason) => {
  if (failure !== undefined) return;
  failure = { file, reason: String(reason).slice(0, 300) };
  say({ failure });
};
let current;
/** A test or hook after whose failure no other test of a mutant is run. */
const ending = (work) => async () => {
  if (failure !== undefined) return;
  try {
    await work();
  } catch (error) {
    if (!isJudging) throw error;
    fail(current, error?.message);
  }
};
/** What tidies up is also run after a failure. */
const tidying = (work) => async () => {
  try {
    await work();
  } catch (error) {
    if (!isJudging) throw error;
    fail(current, error?.message);
  }
};

await load('global-setup.js');
const circus = createRequire(join(runner, 'index.js'))('jest-circus');
const each =
  (...table) =>
  (name, work) =>
    circus.it.each(...table)(name, (...args) => ending(() => work(...args))());
globalThis.it = Object.assign((name, work, timeout) => circus.it(name, ending(work), timeout), { each });
for (const hook of ['beforeAll', 'beforeEach']) globalThis[hook] = (work) => circus[hook](ending(work));
for (const hook of ['afterEach', 'afterAll']) globalThis[hook] = (work) => circus[hook](tidying(work));

const { default: run, setWorkerData } = await load('worker-runner.js');
setWorkerData({
  runtime: 'child_process',
  globalConfig: { testNamePattern: null, updateSnapshot: 'none', expand: false },
  projectConfig: {
    rootDir: process.cwd(),
    setupFiles: [],
    setupFilesAfterEnv: [],
    snapshotSerializers: [],
    transform: [],
    transformIgnorePatterns: [],
    moduleNameMapper: [],
    moduleDirectories: ['node_modules'],
    moduleFileExtensions: ['js'],
    cacheDirectory: join(process.cwd(), 'node_modules/.cache/jest'),
    snapshotFormat: {},
    slowTestThreshold: 5,
  },
});

/** Runs one file. */
async function runFile(file) {
  current = file;
  const started = performance.now();
  const seconds = () => Number(((performance.now() - started) / 1000).toFixed(1));
  try {
    const { numPassingTests: passed, numFailingTests: failed } = await run(resolve(file));
    return { file, passed, failed, seconds: seconds() };
  } catch (error) {
    return { file, passed: 0, failed: 1, seconds: seconds(), reason: String(error?.stack).slice(0, 300) };
  }
}

async function judge({ mutant, addresses, tests }) {
  failure = undefined;
  globalThis.mutantsLoad(mutant, new Set(addresses));
  let passed = 0;
  for (const file of tests) {
    say({ running: file });
    const result = await runFile(file);
    if (result.failed > 0) fail(file, result.reason);
    if (failure !== undefined) break;
    passed += result.passed;
  }
  say(failure === undefined ? { judged: true, passed } : { judged: true, failure });
}

if (isJudging) {
  for await (const line of createInterface({ input: process.stdin })) await judge(JSON.parse(line));
} else {
  for (const file of files) {
    if (MUTANT_REACHED_FOLDER !== undefined)
      process.env.MUTANT_REACHED = join(MUTANT_REACHED_FOLDER, file.replaceAll('/', '~'));
    say(await runFile(file));
  }
}
process.exit(0);
