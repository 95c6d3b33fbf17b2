// npm run verify: all checks of a change. Runs every check, then the tests on the embedded database and again on PostgreSQL,
// Redis and S3, and ends with a count.
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { constants, setPriority, tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import pg from 'pg';
import { postgresPrograms } from '../test/support/postgres-programs.mjs';
import { createAffectedTests } from './affected-tests.mjs';
import { DEFAULT_DATABASE, DEFAULT_REDIS, postgresOf, redisOf } from './engines.mjs';
import { mayChangeUser, testAsAnotherUser } from './test-as-another-user.mjs';

const SLOWEST = 10;

if (process.argv.includes('--help')) {
  console.log(
    [
      'usage: npm run verify [-- --changed [<commit>]]',
      'Checks format, lint, types, import rules, unused code, generated files, the OpenAPI documents, prose and references,',
      'and runs all tests on the embedded database, and again on PostgreSQL, Redis and an S3 server, also behind nginx, and',
      'on servers of PostgreSQL and Redis that the tests stop and start themselves.',
      'With --changed, only what the changes since a commit (default: HEAD) affect most directly, on the embedded database; the',
      'journeys of other parts, the faults and the other engines are left to the whole.',
      `  TEST_DATABASE_URL  a PostgreSQL server where databases may be made (default: one for this run alone, whose programs`,
      `                     have to be installed, or ${DEFAULT_DATABASE})`,
      `  TEST_REDIS_URL     a Redis server (default ${DEFAULT_REDIS}, or one for this run alone)`,
    ].join('\n'),
  );
  process.exit(0);
}

const changed = process.argv.includes('--changed') ? changedFiles() : undefined;

/** The files that differ from a commit, and those that git does not know. */
function changedFiles() {
  const [commit = 'HEAD'] = process.argv.slice(process.argv.indexOf('--changed') + 1);
  const git = (...options) => {
    const { status, stdout, stderr } = spawnSync('git', options, { encoding: 'utf8' });
    if (status !== 0) {
      console.error(stderr.trim());
      process.exit(1);
    }
    return stdout.split('\0').filter((path) => path !== '');
  };
  const files = [
    ...git('diff', '--name-only', '-z', commit),
    ...git('ls-files', '--others', '--exclude-standard', '-z'),
  ];
  if (files.length > 0) return files;
  console.log(`nothing has changed since ${commit}`);
  process.exit(0);
}

/** The checks besides tests: a title, and the script in package.json. */
const CHECKS = [
  ['format', 'format:check'],
  ['lint', 'lint'],
  ['types', 'types'],
  ['import rules', 'imports'],
  ['unused code', 'unused'],
  ['generated files', 'generate:check'],
  ['OpenAPI', 'openapi:lint'],
  ['OpenAPI for clients of the last release', 'openapi:changes'],
  ['prose', 'prose'],
  ['references', 'references'],
];

const folder = mkdtempSync(join(tmpdir(), 'mcp-hub-verify-'));
// A server of PostgreSQL may run as another user.
chmodSync(folder, 0o711);
const counts = { passed: 0, failed: 0 };

const seconds = (started) => ((performance.now() - started) / 1000).toFixed(1);

/** Runs one of the package's scripts, and prints its output at the end: others run in parallel. */
async function check(title, script, priority = constants.priority.PRIORITY_NORMAL) {
  const started = performance.now();
  let printed = '';
  const child = spawn('npm', ['run', '-s', script], { stdio: ['ignore', 'pipe', 'pipe'] });
  if (child.pid !== undefined) setPriority(child.pid, priority);
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (printed += text));
  const [status] = await once(child, 'close');
  const ok = status === 0;
  counts[ok ? 'passed' : 'failed'] += 1;
  console.log(`\n== ${title}\n${printed}== ${title}: ${ok ? 'ok' : 'FAILED'} in ${seconds(started)} s`);
}

/** Prints the slowest test files, the ones to look at when the whole takes too long. */
function printSlowest(files) {
  const timed = files.map(({ name, startTime, endTime }) => ({ name, duration: endTime - startTime }));
  for (const { name, duration } of timed.sort((a, b) => b.duration - a.duration).slice(0, SLOWEST)) {
    console.log(`${(duration / 1000).toFixed(1).padStart(7)} s  ${relative(process.cwd(), name)}`);
  }
}

/**
 * Runs the test command of the README, so that it is what gets verified.
 * @param files the test files; all without any
 */
async function test(title, environment, files = []) {
  console.log(`\n== ${title}`);
  const started = performance.now();
  const report = join(folder, `${title.replaceAll(/\W/g, '-')}.json`);
  const child = spawn('npm', ['test', '--', '--json', `--outputFile=${report}`, ...files], {
    stdio: 'inherit',
    env: { ...process.env, ...environment },
  });
  const [status] = await once(child, 'close');
  const ok = status === 0;
  try {
    const results = JSON.parse(readFileSync(report, 'utf8'));
    const { numPassedTests, numFailedTests, numPendingTests, numRuntimeErrorTestSuites } = results;
    counts.passed += numPassedTests;
    // A skipped test and a file that did not run count as failures: they have proved nothing.
    const failed = numFailedTests + numPendingTests + numRuntimeErrorTestSuites;
    counts.failed += ok ? failed : Math.max(1, failed);
    printSlowest(results.testResults);
  } catch {
    counts.failed += 1;
  }
  console.log(`== ${title}: ${ok ? 'ok' : 'FAILED'} in ${seconds(started)} s`);
}

async function reachable(url) {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 3000 });
  try {
    await client.connect();
    await client.end();
    return true;
  } catch {
    return false;
  }
}

/** Runs the tests that the changes affect, and ends. */
async function verifyChanged(files) {
  const tests = createAffectedTests()(files);
  console.log(`\n${files.length} changed files affect ${tests.length} test files`);
  if (tests.length > 0) await test('tests that the changes affect', embedded, ['--runTestsByPath', ...tests]);
  await checks;
  finish();
}

function finish() {
  rmSync(folder, { recursive: true, force: true });
  console.log(`\n${counts.passed} passed, ${counts.failed} failed`);
  process.exit(counts.failed === 0 ? 0 : 1);
}

await check('build', 'build');
// In parallel to the tests, whose processes often wait for each other, but with less of the processor.
const { PRIORITY_LOW } = constants.priority;
const checkAll = async () => {
  for (const [title, script] of CHECKS) await check(title, script, PRIORITY_LOW);
};
const checks = checkAll();
// Jest skips tests that need these programs unless a variable says that they are installed (jest.config.mjs).
const runs = (command, ...args) => spawnSync(command, args, { stdio: 'ignore' }).status === 0;
const nginx = runs('nginx', '-v');
const zsh = runs('zsh', '--version');
const pgbouncer = runs('pgbouncer', '--version');
const ownServers = [
  ['PostgreSQL server programs', 'postgresql', postgresPrograms() !== undefined],
  ['redis-server', 'redis-server', runs('redis-server', '--version')],
  ['openssl', 'openssl', runs('openssl', 'version')],
];
const shell = ['bash', 'curl', 'jq'].map((program) => [program, program, runs(program, '--version')]);
const archivers = [
  ['python3', 'python3', runs('python3', '--version')],
  ['pip', 'python3-pip', runs('python3', '-m', 'pip', '--version')],
  ['bsdtar', 'libarchive-tools', runs('bsdtar', '--version')],
  ['unzip', 'unzip', runs('unzip', '-v')],
];
const terminal = runs('script', '--quiet', '--return', '--command', 'true', '/dev/null');
const programs = [
  ['git', 'git', runs('git', '--version')],
  ['nginx', 'nginx-light', nginx],
  ['zsh', 'zsh', zsh],
  ['pgbouncer', 'pgbouncer', pgbouncer],
  ['script', 'bsdutils', terminal],
  ...shell,
  ...archivers,
  ...ownServers,
];
for (const [program, name, found] of programs) {
  if (found) continue;
  console.error(`\nno ${program}: install (Debian: apt-get install ${name})`);
  counts.failed += 1;
}
const mount = 'mount -t tmpfs none "$0" && nsenter --mount=/proc/$$/ns/mnt mount -o remount,ro "$0"';
const mounts = runs('unshare', '--mount', 'bash', '-c', mount, folder);
if (!mounts) console.log('\nnote: no right to mount file systems; the test of a read-only one is left out');
const sandbox = runs('bwrap', '--unshare-all', '--ro-bind', '/', '/', 'true');
if (!sandbox) console.log('\nnote: bubblewrap makes no sandbox here; its tests are left out');

const environment = {
  ...(nginx && { TEST_NGINX: '1' }),
  ...(zsh && { TEST_ZSH: '1' }),
  ...(pgbouncer && { TEST_PGBOUNCER: '1' }),
  ...(shell.every(([, , found]) => found) && { TEST_SHELL: '1' }),
  ...(mounts && { TEST_MOUNTS: '1' }),
};
const embedded = {
  ...environment,
  // They concern the process alone, or bring their own database, so that one run is enough.
  TEST_LAUNCHERS: '1',
  ...(terminal && { TEST_TERMINAL: '1' }),
  ...(sandbox && { TEST_SANDBOX: '1' }),
  ...(archivers.every(([, , found]) => found) && { TEST_ARCHIVERS: '1' }),
  ...(runs('go', 'version') && { TEST_GO: '1' }),
  ...(ownServers.every(([, , found]) => found) && { TEST_OWN_SERVERS: '1' }),
};
if (changed !== undefined) await verifyChanged(changed);
await test('tests on the embedded database', embedded);
await checks;

if (mayChangeUser()) {
  console.log('\n== tests as another user');
  const ok = testAsAnotherUser();
  console.log(`== tests as another user: ${ok ? 'ok' : 'FAILED'}`);
  counts[ok ? 'passed' : 'failed'] += 1;
} else {
  console.log('\nnote: no right to run programs as another user; the tests as another user are left out');
}

const { url: redisUrl, stop: stopRedis } = await redisOf(folder);
const { url: databaseUrl, stop: stopPostgres } = await postgresOf(folder);
if (await reachable(databaseUrl)) {
  await test('tests on PostgreSQL, Redis and S3', {
    ...environment,
    TEST_DATABASE_URL: databaseUrl,
    TEST_REDIS_URL: redisUrl,
    TEST_STORAGE: 's3',
    TEST_SCOPE: 'engines',
  });
} else {
  console.error(`\nno PostgreSQL at ${databaseUrl}: start one, or name another in TEST_DATABASE_URL`);
  counts.failed += 1;
}

await stopPostgres();
stopRedis();
finish();
