// Preloaded in every process of a mutation run, also in those that tests start. Depending on the environment, it loads one
// module with a mutation (MUTANT: a file with `{ url, format, source }`), or records which functions are reached (MUTANT_REACHED:
// a file to append to; MUTANT_SOURCES: a file with the sources to record, by the address of their compiled module).
import childProcess from 'node:child_process';
import { appendFileSync, readFileSync } from 'node:fs';
import { registerHooks } from 'node:module';

const { MUTANT, MUTANT_SOURCES, NODE_OPTIONS } = process.env;
const NAMES = ['MUTANT', 'MUTANT_SOURCES', 'MUTANT_REACHED'];

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
if (MUTANT !== undefined) {
  const { url, ...rest } = JSON.parse(readFileSync(MUTANT, 'utf8'));
  modules.set(url, rest);
}
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

registerHooks({
  load(url, context, next) {
    const given = modules.get(url);
    return given === undefined ? next(url, context) : { ...given, shortCircuit: true };
  },
});
