// Runs test files in this process, one after the other, without the start of Jest: node … run-tests.mjs FILE…
// For each it prints `{ file, passed, failed, seconds }`. It ends at the first test that fails, unless ALL_FILES is set.
import { createRequire } from 'node:module';
import { dirname, join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

const { ALL_FILES, MUTANT_REACHED_FOLDER } = process.env;
const runner = dirname(createRequire(import.meta.url).resolve('jest-light-runner'));
const load = (name) => import(pathToFileURL(join(runner, name)).href);

const say = (line) => process.stdout.write(`\n@@${JSON.stringify(line)}\n`);

let current;
/** A test or hook at whose failure the process ends. */
const ending = (work) => async () => {
  try {
    await work();
  } catch (failure) {
    if (ALL_FILES !== undefined) throw failure;
    say({ file: current, passed: 0, failed: 1, reason: String(failure?.message).slice(0, 300) });
    process.exit(1);
  }
};

await load('global-setup.js');
const circus = createRequire(join(runner, 'index.js'))('jest-circus');
const each =
  (...table) =>
  (name, work) =>
    circus.it.each(...table)(name, (...args) => ending(() => work(...args))());
globalThis.it = Object.assign((name, work, timeout) => circus.it(name, ending(work), timeout), { each });
for (const hook of ['beforeAll', 'beforeEach', 'afterEach', 'afterAll'])
  globalThis[hook] = (work) => circus[hook](ending(work));

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

for (const [index, file] of process.argv.slice(2).entries()) {
  current = file;
  if (MUTANT_REACHED_FOLDER !== undefined)
    process.env.MUTANT_REACHED = join(MUTANT_REACHED_FOLDER, file.replaceAll('/', '~'));
  const started = performance.now();
  const seconds = () => Number(((performance.now() - started) / 1000).toFixed(1));
  try {
    const { numPassingTests: passed, numFailingTests: failed } = await run(resolve(file));
    say({ file, index, passed, failed, seconds: seconds() });
    if (failed > 0 && ALL_FILES === undefined) process.exit(1);
  } catch (failure) {
    say({ file, passed: 0, failed: 1, seconds: seconds(), reason: String(failure?.stack).slice(0, 300) });
    if (ALL_FILES === undefined) process.exit(1);
  }
}
process.exit(0);
