/**
 * Which functions each test file reaches, so that a mutant is only run against tests that can notice it. Recorded once, and again
 * for test files that have changed, in node_modules/.cache/mutants.
 */
import { createHash } from 'node:crypto';
import { globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import ts from 'typescript';
import { compiledModule } from './compiled.mjs';
import { placeOf, treeOf } from './generate.mjs';
import { runTestFiles } from './processes.mjs';
import { rowRecorder } from './table-rows.mjs';

const FOLDER = 'node_modules/.cache/mutants';
const FILE = join(FOLDER, 'reached.json');
/** Test files of one process: it starts once, and has not too many in memory. */
const FILES_PER_PROCESS = 12;
const LIMIT_SECONDS = 900;

const hashOf = (file) => createHash('sha256').update(readFileSync(file)).digest('base64url').slice(0, 12);

/** What has been recorded: by test file `{ hash, seconds, failed, places }`. */
export function readReached() {
  try {
    return JSON.parse(readFileSync(FILE, 'utf8'));
  } catch {
    return {};
  }
}

function save(reached) {
  mkdirSync(FOLDER, { recursive: true });
  writeFileSync(FILE, JSON.stringify(reached));
}

/** A source whose functions say that they are reached. */
function recordingSource(file) {
  const tree = treeOf(file);
  const insertions = [];
  const visit = (node) => {
    if (ts.isFunctionLike(node) && node.body !== undefined) {
      const call = `globalThis.mutantsReached?.(${JSON.stringify(`${file} ${placeOf(node)}`)})`;
      if (ts.isBlock(node.body)) insertions.push([node.body.getStart() + 1, `${call};`]);
      else insertions.push([node.body.getStart(), `(${call},`], [node.body.getEnd(), ')']);
    }
    ts.forEachChild(node, visit);
  };
  visit(tree);
  let source = tree.text;
  // Of two at one place, the outer function's comes first at its start.
  for (const [position, text] of insertions.reverse().sort(([a], [b]) => b - a))
    source = source.slice(0, position) + text + source.slice(position);
  return source + rowRecorder(file);
}

const placesIn = (file) => {
  try {
    return readFileSync(file, 'utf8').trimEnd().split('\n');
  } catch {
    return [];
  }
};

/**
 * Test files that are new or have changed since they were recorded.
 * @param {readonly string[]} patterns parts of their paths; all without any
 * @param {boolean} fresh also those that have not changed
 */
export function dueTestFiles(patterns, fresh) {
  const reached = readReached();
  const isKnown = (file) => reached[file]?.hash === hashOf(file) && reached[file].failed === 0;
  return testFiles()
    .filter((file) => patterns.length === 0 || patterns.some((part) => file.includes(part)))
    .filter((file) => fresh || !isKnown(file));
}

/**
 * Records what test files reach.
 * @param {readonly string[]} sources files with mutants
 * @param {readonly string[]} due test files
 */
export async function recordReached(sources, due, say = console.log) {
  const reached = readReached();
  const folder = mkdtempSync(join(tmpdir(), 'mcp-hub-reached-'));
  const modules = join(folder, 'sources.json');
  writeFileSync(modules, JSON.stringify(sources.map((file) => compiledModule(file, recordingSource(file)))));
  const environment = { MUTANT_SOURCES: modules, MUTANT_REACHED_FOLDER: folder };
  const started = performance.now();
  let done = 0;
  const keep = ({ file, passed, failed, seconds, reason }) => {
    done += 1;
    const places = placesIn(join(folder, file.replaceAll('/', '~')));
    reached[file] = { hash: hashOf(file), seconds, failed, passed, places };
    save(reached);
    const left = ((performance.now() - started) / done / 60_000) * (due.length - done);
    say(
      `${done}/${due.length} ${file}: ${passed} passed${failed > 0 ? `, ${failed} FAILED ${reason ?? ''}` : ''}, ${seconds} s; ${left.toFixed(0)} min left`,
    );
  };
  try {
    for (let index = 0; index < due.length; index += FILES_PER_PROCESS) {
      const part = due.slice(index, index + FILES_PER_PROCESS);
      const { results, log } = await runTestFiles(part, environment, LIMIT_SECONDS, keep);
      if (results.length < part.length) say(`ended early after ${results.length} of ${part.length}: ${log}`);
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Test files that need no other programs and no real engines. */
function testFiles() {
  return globSync([
    'src/**/*.spec.ts',
    'test/{api,contract}/**/*.test.ts',
    'test/architecture/{*twins,suspended-organizations,removed-members,ended-credentials}.test.ts',
    'packages/*/src/**/*.spec.ts',
    'packages/{analyzer,sources}/test/**/*.test.ts',
  ])
    .filter((file) => !/node_modules|test\/(?:corpus|servers)\//u.test(file))
    .filter((file) => !/archive-programs|zip-readers|distribution-readers|waiting-authority/u.test(file))
    .sort();
}
