// Preloaded in every process of a mutation run, also in those that tests start. Depending on the environment, it loads one
// module with a mutation (MUTANT: a file with `{ url, format, source }`), or records which functions are reached (MUTANT_REACHED:
// a file to append to; MUTANT_SOURCES: a file with the sources to record, by the address of their compiled module).
// A process that judges several mutants (run-tests.mjs) names each with `mutantsLoad`: from then on, tests and the modules that
// the mutation can change are loaded again.
import childProcess from 'node:child_process';
import { appendFileSync, readFileSync } from 'node:fs';
import { registerHooks } from 'node:module';

const { MUTANT, MUTANT_SOURCES, NODE_OPTIONS } = process.env;
const NAMES = ['MUTANT', 'MUTANT_SOURCES', 'MUTANT_REACHED'];
const ROOT = new URL('../../', import.meta.url).href;

// Node.js itself hands NODE_V8_COVERAGE on like this, whatever environment a test gives its processes.
const { spawn } = childProcess.ChildProcess.prototype;
childProcess.ChildProcess.prototype.spawn = function (options) {
  const inherited = NAMES.filter((name) => process.env[name] !== undefined).map(
    (name) => `${name}=${process.env[name]}`,
  );
  const own = options.envPairs ?? [];
  const isSet = own.some((pair) => pair.startsWith('NODE_OPTIONS='));
  const envPairs = [...own, ...inherited, ...(isSet ? [] : [`NODE_OPTIONS=${NODE_OPTIONS}`])];
  return spawn.call(this, { ...options, envPairs });
};

const modules = new Map();
const readMutant = (path) => {
  const { url, ...rest } = JSON.parse(readFileSync(path, 'utf8'));
  return [url, rest];
};
if (MUTANT !== undefined) modules.set(...readMutant(MUTANT));
if (MUTANT_SOURCES !== undefined) {
  for (const { url, ...rest } of JSON.parse(readFileSync(MUTANT_SOURCES, 'utf8'))) modules.set(url, rest);
  let file;
  let known = new Set();
  globalThis.mutantsReached = (place) => {
    // A worker runs several test files, one after the other.
    if (process.env.MUTANT_REACHED !== file) {
      file = process.env.MUTANT_REACHED;
      known = new Set();
    }
    if (file === undefined || known.has(place)) return;
    known.add(place);
    appendFileSync(file, `${place}\n`);
  };
}

let version = 0;
let changed = new Set();
/** @param {Set<string>} addresses the compiled modules that import the mutated one, at any distance */
globalThis.mutantsLoad = (path, addresses) => {
  const [url, module] = readMutant(path);
  modules.clear();
  modules.set(url, module);
  changed = addresses;
  version += 1;
  // For the processes and threads that tests start.
  process.env.MUTANT = path;
};

/** Tests and their helpers always: what they keep in a variable may be about another mutant. */
const isReloaded = (url) =>
  changed.has(url) || (url.startsWith(ROOT) && url.endsWith('.ts') && !url.includes('/node_modules/'));

registerHooks({
  resolve(specifier, context, next) {
    const resolved = next(specifier, context);
    if (version === 0 || !isReloaded(resolved.url)) return resolved;
    return { ...resolved, url: `${resolved.url}?mutant=${version}` };
  },
  load(url, context, next) {
    const given = modules.get(url.replace(/\?mutant=\d+$/u, ''));
    return given === undefined ? next(url, context) : { ...given, shortCircuit: true };
  },
});
