// Compiles src/ into dist/: only what has changed, and each file appears whole or not at all, so that a server which runs
// from dist/ is not disturbed. What no source stands behind any more is deleted.
import { createHash } from 'node:crypto';
import {
  globSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { basename, dirname, join, relative } from 'node:path';
import { SWC_OPTIONS } from './swc-options.mjs';

const SOURCES = 'src';
const OUTPUT = 'dist';
const MANIFEST = join(OUTPUT, '.compiled.json');
// Files on their way from another compilation that runs now; those of one that was killed are older.
const DRAFT = /\.draft-\d+$/;
const DRAFT_MAX_AGE_MS = 60_000;
// Fewer take no time that anybody would notice.
const WORTH_MENTIONING = 50;

const { version: swcVersion } = createRequire(import.meta.url)('@swc/core/package.json');

const hashOf = (...texts) => createHash('sha256').update(texts.join('\0')).digest('base64url');

/** Differs when a file has been written since. */
const stampOf = (path) => {
  const stats = statSync(path, { throwIfNoEntry: false });
  return stats && `${stats.size} ${stats.mtimeMs}`;
};

/** The sources, each with what it is compiled to and a hash of everything that this depends on. */
const readSources = () =>
  globSync('**/*.ts', { cwd: SOURCES })
    .filter((path) => !/\.(spec|d)\.ts$/.test(path))
    .map((path) => {
      const text = readFileSync(join(SOURCES, path), 'utf8');
      const output = join(OUTPUT, path.replace(/ts$/, 'js'));
      const hash = hashOf(swcVersion, JSON.stringify(SWC_OPTIONS), text);
      return { path: join(SOURCES, path), text, hash, outputs: [output, `${output}.map`] };
    });

/** What the compilation before this one has written: a hash and the stamps of the outputs for each source. */
function readManifest() {
  try {
    return new Map(Object.entries(JSON.parse(readFileSync(MANIFEST, 'utf8'))));
  } catch {
    return new Map();
  }
}

/** Whether the outputs of a source are still those that were compiled from its present text. */
function isFresh({ hash, outputs }, entry) {
  return entry?.hash === hash && outputs.every((path, index) => stampOf(path) === entry.stamps[index]);
}

function writeWhole(path, text) {
  mkdirSync(dirname(path), { recursive: true });
  const draft = `${path}.draft-${process.pid}`;
  writeFileSync(draft, text);
  renameSync(draft, path);
}

async function compileSource(transform, { path, text, outputs: [output, mapFile] }) {
  const { code, map } = await transform(text, {
    ...SWC_OPTIONS,
    filename: path,
    sourceFileName: relative(dirname(output), path),
    sourceMaps: true,
    inlineSourcesContent: false,
  });
  writeWhole(output, `${code}//# sourceMappingURL=${basename(mapFile)}\n`);
  writeWhole(mapFile, map);
}

function deleteStale(wanted) {
  for (const entry of readdirSync(OUTPUT, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name);
    if (entry.isDirectory() || wanted.has(path)) continue;
    const stats = statSync(path, { throwIfNoEntry: false });
    if (DRAFT.test(path) && stats && Date.now() - stats.mtimeMs < DRAFT_MAX_AGE_MS) continue;
    rmSync(path, { force: true });
  }
}

/** What SWC says of a source, without the stack of its own. */
const diagnosisOf = ({ message }) => message.split('\n\nCaused by:')[0].trim();

/**
 * Brings dist/ up to date. Types are not looked at. Answers how many files were compiled.
 * @throws Error with the place of what SWC cannot read in a source; dist/ then keeps what it had of that one
 */
export async function compile() {
  const started = performance.now();
  const manifest = readManifest();
  const sources = readSources();
  const changed = sources.filter((source) => !isFresh(source, manifest.get(source.path)));
  const isLong = changed.length >= WORTH_MENTIONING;
  if (isLong) process.stderr.write(`compiling ${changed.length} files … `);
  if (changed.length > 0) {
    const { transform } = await import('@swc/core');
    await Promise.all(changed.map((source) => compileSource(transform, source))).catch((error) => {
      throw new Error(diagnosisOf(error), { cause: error });
    });
  }
  if (isLong) process.stderr.write(`done in ${((performance.now() - started) / 1000).toFixed(1)} s\n`);
  const stamped = sources.map(({ path, hash, outputs }) => [path, { hash, stamps: outputs.map(stampOf) }]);
  if (changed.length > 0 || manifest.size !== sources.length) {
    writeWhole(MANIFEST, JSON.stringify(Object.fromEntries(stamped)));
  }
  deleteStale(new Set([MANIFEST, ...sources.flatMap(({ outputs }) => outputs)]));
  return changed.length;
}
