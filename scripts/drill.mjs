// Drills: faults under load on an installation of real processes, and whether anything was lost: npm run drill -- --help
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import setUp from '../test/support/global-setup.mjs';
import { postgresOf, redisOf } from './engines.mjs';

const USAGE = `usage: npm run drill -- kills [--kills N] [--seed N] [--servers N] [--workers N] [--quiet-seconds N] [--hurry]
Starts servers and workers of their own on PostgreSQL, Redis and S3, makes seeded requests to them, kills processes and
their children at seeded moments, starts them again, and compares what is there with what was acknowledged.
  --kills          how many (60)
  --seed           of the requests and kills (1); the same seed makes the same ones, as far as the machine is as fast
  --servers        servers (1)
  --workers        workers (1)
  --quiet-seconds  how long what is under way may take after the last kill (900)
  --hurry          lets the time pass at once that others wait for a silent process; otherwise a scan waits five minutes
Ends with the kills by process, and each invariant with what it has looked at. Its exit code is 0 if all hold, 1 if one does
not, with what to look at, and 2 if it was called incorrectly. PostgreSQL is one for the drill alone, or the server in
TEST_DATABASE_URL; Redis is that in TEST_REDIS_URL or at the standard port, or one for the drill alone.`;

const WHOLE = /^\d{1,9}$/;

function usage(problem) {
  console.error(`${problem}\n${USAGE}`);
  process.exit(2);
}

function optionsOf(values) {
  const number = (name, least) => {
    if (!WHOLE.test(values[name]) || Number(values[name]) < least)
      usage(`--${name} must be a whole number from ${least}`);
    return Number(values[name]);
  };
  return {
    seed: number('seed', 0),
    kills: number('kills', 0),
    servers: number('servers', 1),
    workers: number('workers', 1),
    quiet: { seconds: number('quiet-seconds', 1), isHurried: values.hurry },
  };
}

function parsed() {
  try {
    return parseArgs({
      allowPositionals: true,
      options: {
        help: { type: 'boolean' },
        kills: { type: 'string', default: '60' },
        seed: { type: 'string', default: '1' },
        servers: { type: 'string', default: '1' },
        workers: { type: 'string', default: '1' },
        'quiet-seconds': { type: 'string', default: '900' },
        hurry: { type: 'boolean', default: false },
      },
    });
  } catch (error) {
    return usage(error.message);
  }
}

/** Prints the kills by process and signal. */
function printKills(kills) {
  const counts = Map.groupBy(kills, ({ died, signal }) => `${died.padEnd(22)} ${signal}`);
  console.log('\nkills');
  for (const [kind, { length }] of [...counts].sort(([a], [b]) => a.localeCompare(b)))
    console.log(`${String(length).padStart(7)}  ${kind}`);
}

/** Prints the invariants, and what breaks them. Returns the number of violations. */
function printFindings(findings) {
  console.log('\ninvariants');
  let count = 0;
  for (const { invariant, checked, violations } of findings) {
    const verdict = violations.length === 0 ? 'holds' : `BROKEN ${violations.length} times`;
    console.log(`${String(checked).padStart(7)}  ${invariant}: ${verdict}`);
    for (const violation of violations) console.log(`           ${violation}`);
    count += violations.length;
  }
  return count;
}

async function kills(options, logFile) {
  const { drillKills } = await import('../test/support/drill/kills-drill.js');
  console.log(`seed ${options.seed}, ${options.kills} kills`);
  const outcome = await drillKills({ ...options, print: (line) => console.log(line) });
  printKills(outcome.kills);
  const lost = printFindings(outcome.findings);
  const { acknowledged, unanswered } = outcome;
  console.log(`\n${unanswered} requests without an answer`);
  console.log(
    `${outcome.kills.length} kills, ${acknowledged} acknowledged, ${lost} lost (seed ${options.seed})`,
  );
  if (lost === 0) return true;
  writeFileSync(logFile, outcome.output);
  console.log(`what the processes have printed is in ${logFile}`);
  return false;
}

const DRILLS = { kills };

const { values, positionals } = parsed();
if (values.help) {
  console.log(USAGE);
  process.exit(0);
}
const [name, ...rest] = positionals;
const drill = Object.hasOwn(DRILLS, name ?? '') ? DRILLS[name] : undefined;
if (drill === undefined || rest.length > 0) usage(`name one drill: ${Object.keys(DRILLS).join(', ')}`);
const options = optionsOf(values);

const folder = mkdtempSync(join(tmpdir(), 'mcp-hub-drill-'));
// A server of PostgreSQL may run as another user.
chmodSync(folder, 0o711);
const logFile = join(tmpdir(), `mcp-hub-drill-${name}-${options.seed}.log`);
const redis = await redisOf(folder);
const postgres = await postgresOf(folder);
Object.assign(process.env, {
  TEST_DATABASE_URL: postgres.url,
  TEST_REDIS_URL: redis.url,
  TEST_STORAGE: 's3',
});
let isRight = false;
try {
  await setUp();
  isRight = await drill(options, logFile);
} finally {
  await globalThis.tearDownTests?.();
  await postgres.stop();
  redis.stop();
  rmSync(folder, { recursive: true, force: true });
}
process.exit(isRight ? 0 : 1);
