// npm run verify: all checks of a change. Runs every check, then the tests on the embedded database and again on PostgreSQL,
// Redis and S3, and ends with a count.
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import { constants, setPriority, tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import pg from 'pg';
import { postgresPrograms } from '../test/support/postgres-programs.mjs';
import { startTemporaryPostgres } from './temporary-postgres.mjs';
import { mayChangeUser, testAsAnotherUser } from './test-as-another-user.mjs';

const DEFAULT_DATABASE = 'postgres://postgres@127.0.0.1:5432/postgres';
const DEFAULT_REDIS = 'redis://127.0.0.1:6379';
const SLOWEST = 10;

if (process.argv.includes('--help')) {
  console.log(
    [
      'usage: npm run verify',
      'Checks format, lint, types, import rules, unused code, generated files, the OpenAPI documents, prose and references,',
      'and runs all tests on the embedded database, and again on PostgreSQL, Redis and an S3 server, also behind nginx, and',
      'on servers of PostgreSQL and Redis that the tests stop and start themselves.',
      `  TEST_DATABASE_URL  a PostgreSQL server where databases may be made (default: one for this run alone, whose programs`,
      `                     have to be installed, or ${DEFAULT_DATABASE})`,
      `  TEST_REDIS_URL     a Redis server (default ${DEFAULT_REDIS}, or one for this run alone)`,
    ].join('\n'),
  );
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

/** Runs the test command of the README, so that it is what gets verified. */
async function test(title, environment) {
  console.log(`\n== ${title}`);
  const started = performance.now();
  const report = join(folder, `${title.replaceAll(/\W/g, '-')}.json`);
  const child = spawn('npm', ['test', '--', '--json', `--outputFile=${report}`], {
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

const environment = {
  ...(nginx && { TEST_NGINX: '1' }),
  ...(zsh && { TEST_ZSH: '1' }),
  ...(pgbouncer && { TEST_PGBOUNCER: '1' }),
  ...(shell.every(([, , found]) => found) && { TEST_SHELL: '1' }),
  ...(mounts && { TEST_MOUNTS: '1' }),
};
await test('tests on the embedded database', {
  ...environment,
  // They concern the process alone, or bring their own database, so that one run is enough.
  ...(terminal && { TEST_TERMINAL: '1' }),
  ...(archivers.every(([, , found]) => found) && { TEST_ARCHIVERS: '1' }),
  ...(runs('go', 'version') && { TEST_GO: '1' }),
  ...(ownServers.every(([, , found]) => found) && { TEST_OWN_SERVERS: '1' }),
});
await checks;

if (mayChangeUser()) {
  console.log('\n== tests as another user');
  const ok = testAsAnotherUser();
  console.log(`== tests as another user: ${ok ? 'ok' : 'FAILED'}`);
  counts[ok ? 'passed' : 'failed'] += 1;
} else {
  console.log('\nnote: no right to run programs as another user; the tests as another user are left out');
}

/** Whether a server listens at a URL. */
async function listens(url) {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port || 6379), hostname);
  try {
    await once(socket, 'connect');
    return true;
  } catch {
    return false;
  } finally {
    socket.destroy();
  }
}

async function freePort() {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address();
  server.close();
  return port;
}

/** The Redis server in TEST_REDIS_URL or on the standard port, else one for this run alone. */
async function redis() {
  const url = process.env.TEST_REDIS_URL ?? DEFAULT_REDIS;
  if (process.env.TEST_REDIS_URL !== undefined || (await listens(url))) return { url, stop: () => undefined };
  const port = await freePort();
  const program = spawn('redis-server', ['--port', String(port), '--save', '', '--dir', folder], {
    stdio: 'ignore',
  });
  program.on('error', () => undefined);
  return { url: `redis://127.0.0.1:${port}`, stop: () => program.kill() };
}

/** The PostgreSQL server in TEST_DATABASE_URL, else one for this run alone, else the one on the standard port. */
async function postgres() {
  const named = process.env.TEST_DATABASE_URL;
  const own = named === undefined ? await startTemporaryPostgres(folder, await freePort()) : undefined;
  return own ?? { url: named ?? DEFAULT_DATABASE, stop: () => undefined };
}

const { url: redisUrl, stop: stopRedis } = await redis();
const { url: databaseUrl, stop: stopPostgres } = await postgres();
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
rmSync(folder, { recursive: true, force: true });
console.log(`\n${counts.passed} passed, ${counts.failed} failed`);
process.exitCode = counts.failed === 0 ? 0 : 1;
