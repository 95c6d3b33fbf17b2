import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { row, table } from '../lib/report.mjs';

const BAR_MICROSECONDS = 2;
const SAMPLES = 50;
const SAMPLE_MICROSECONDS = 3_000;
const LENGTHS = [32, 64, 128, 256];
// Twice the length may take twice the time; this factor allows for noise and for times that hardly grow.
const BAR_GROWTH = 1.5;

export const about = 'resource patterns: ten against a resource, and hostile ones against growing resources';

/** Sets of ten patterns, of which none or only the last one matches: the worst case for ten. */
const TENS = {
  exact: Array.from({ length: 10 }, (_, n) => `org/acme-${n}/mcp/files`),
  prefixes: Array.from({ length: 10 }, (_, n) => `org/acme-${n}/`),
  globs: Array.from({ length: 10 }, (_, n) => `org/*/mcp/server-${n}-*`),
  mixed: [
    'catalog',
    'org/umbrella/',
    'org/*/catalog',
    'org/globex/mcp/*',
    'org/initech/artifact/*/bundle',
    'org/*/mcp/db-*',
    'org/hooli/mcp/search',
    'org/stark*/',
    'org/*/artifact/*/manifest',
    'org/acme/mcp/*',
  ],
};
const RESOURCE = 'org/acme/mcp/files';

/**
 * Patterns that make naive matchers slow, and resources that make them slower: `n` is the length of the pattern, and the resource
 * is up to twice as long.
 */
const HOSTILE = {
  'many wildcards, nearly matching': (n) => [`${'*a'.repeat((n - 4) / 2)}*b*`, 'a'.repeat(2 * n)],
  'many wildcards, matching late': (n) => [`${'*a'.repeat((n - 4) / 2)}*b*`, `${'a'.repeat(2 * n - 1)}b`],
  'wildcards in many segments': (n) => [`${'*/'.repeat(n / 2 - 1)}*b`, `${'a/'.repeat(n / 2 - 1)}aa`],
  'a long literal that nearly occurs': (n) => [`*${'a'.repeat(n - 3)}b*`, 'a'.repeat(2 * n)],
  'the same with its difference first': (n) => [`*b${'a'.repeat(n - 3)}*`, 'a'.repeat(2 * n)],
  'a periodic literal': (n) => [`*${'ab'.repeat((n - 4) / 2)}aa*`, 'ab'.repeat(n)],
};

/**
 * Microseconds of CPU time of one call of `work`, which returns a number. Of many samples, one of the fastest counts: other load
 * only adds time.
 */
function microseconds(work) {
  let calls = 1;
  // The sum keeps the compiler from eliminating the calls.
  let sum = 0;
  const sample = () => {
    const before = process.cpuUsage();
    for (let i = 0; i < calls; i += 1) sum += work(i);
    const { user, system } = process.cpuUsage(before);
    return user + system;
  };
  while (sample() < SAMPLE_MICROSECONDS) calls *= 2;
  const samples = Array.from({ length: SAMPLES }, sample).sort((a, b) => a - b);
  if (Number.isNaN(sum)) throw new Error('the work returns no number');
  return samples[SAMPLES / 10] / calls;
}

async function loadPattern(dist) {
  const { ResourcePattern } = await import(pathToFileURL(join(dist, 'auth/rules/resource-pattern.js')).href);
  return (text) => {
    const pattern = ResourcePattern.parse(text);
    if (pattern === undefined) throw new Error(`not a pattern: ${text}`);
    return pattern;
  };
}

const hits = (patterns, resource) => {
  let count = 0;
  for (const pattern of patterns) if (pattern.matches(resource)) count += 1;
  return count;
};

function ten(parse, [name, texts]) {
  const patterns = texts.map(parse);
  const resources = Array.from({ length: 64 }, (_, n) => `${RESOURCE}-${n}`);
  const value = microseconds((i) => hits(patterns, resources[i & 63]));
  const whole = microseconds((i) => hits(texts.map(parse), resources[i & 63]));
  return row({
    name: `ten patterns, ${name}`,
    measured: `${value.toFixed(2)} µs`,
    against: `with parsing them: ${whole.toFixed(2)} µs`,
    value,
    bar: BAR_MICROSECONDS,
    unit: ' µs',
  });
}

function hostile(parse, [name, make]) {
  const times = LENGTHS.map((length) => {
    const [text, resource] = make(length);
    const pattern = parse(text);
    return microseconds(() => hits([pattern], resource));
  });
  const doublings = Math.log2(LENGTHS.at(-1) / LENGTHS[0]);
  // 1: constant time; 2: linear time.
  const growth = (times.at(-1) / times[0]) ** (1 / doublings) / 2;
  return { name, times, growth };
}

/** @param {import('../run.mjs').Options} options */
export async function run({ dist }) {
  const parse = await loadPattern(dist);
  const tens = Object.entries(TENS).map((entry) => ten(parse, entry));
  const measured = Object.entries(HOSTILE).map((entry) => hostile(parse, entry));
  const worst = measured.reduce((a, b) => (a.growth > b.growth ? a : b));
  const longest = Math.max(...measured.map(({ times }) => times.at(-1)));
  return {
    rows: [
      ...tens,
      row({
        name: 'hostile patterns',
        measured: `slowest at ${LENGTHS.at(-1)} characters: ${longest.toFixed(2)} µs`,
        against: `time per doubled length, divided by two; worst: ${worst.name}`,
        value: worst.growth,
        bar: BAR_GROWTH,
      }),
    ],
    notes: [
      `Microseconds of one match with hostile patterns, by the length of the pattern (${LENGTHS.at(-1)} is the longest that is allowed). The resource is about as long, or twice as long.`,
      table(
        ['hostile pattern', ...LENGTHS.map((length) => `${length} characters`)],
        measured.map(({ name, times }) => [name, ...times.map((time) => time.toFixed(2))]),
      ),
    ],
  };
}
