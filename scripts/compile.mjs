// Compiles src/ into dist/, here and in each package, and copies the JSON files beside the sources. Only changed files are
// written, each atomically, so that a server that runs from dist/ is not disturbed. Outputs without a source are deleted.
import { createHash } from 'node:crypto';
import {
  existsSync,
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

// Temporary files of another compilation that is running; those of a killed one are older.
const DRAFT = /\.draft-\d+$/;
const DRAFT_MAX_AGE_MS = 60_000;
// Fewer files compile without a noticeable delay.
const WORTH_MENTIONING = 50;

const { version: swcVersion } = createRequire(import.meta.url)('@swc/core/package.json');

const hashOf = (...texts) => createHash('sha256').update(texts.join('\0')).digest('base64url');

/** Changes whenever the file is written. */
const stampOf = (path) => {
  const stats = statSync(path, { throwIfNoEntry: false });
  return stats && `${stats.size} ${stats.mtimeMs}`;
};

/** Whether a source is imported without compilation. */
const isData = (path) => path.endsWith('.json');

/** The sources of a project, each with its output and a hash of everything the output depends on. */
const readSources = (folder) =>
  globSync('**/*.{ts,json}', { cwd: join(folder, 'src') })
    .filter((path) => !/\.(spec|d)\.ts$/.test(path))
    .map((name) => {
      const path = join(folder, 'src', name);
      const text = readFileSync(path, 'utf8');
      const output = join(folder, 'dist', name.replace(/ts$/, 'js'));
      const hash = hashOf(swcVersion, JSON.stringify(SWC_OPTIONS), text);
      return { path, text, hash, outputs: isData(name) ? [output] : [output, `${output}.map`] };
    });

/** The manifest of the previous compilation: for each source its hash and the stamps of its outputs. */
function readManifest(file) {
  try {
    return new Map(Object.entries(JSON.parse(readFileSync(file, 'utf8'))));
  } catch {
    return new Map();
  }
}

/** Whether the outputs of a source were compiled from its current text and not changed since. */
function isFresh({ hash, outputs }, entry) {
  return entry?.hash === hash && outputs.every((path, index) => stampOf(path) === entry.stamps[index]);
}

/** The product and its packages that run on the server: folders that have a src/. */
const projectFolders = () =>
  ['.', ...globSync('packages/*')].filter(
    (folder) => existsSync(join(folder, 'src')) && !existsSync(join(folder, 'vite.config.ts')),
  );

function readProject(folder) {
  const manifestFile = join(folder, 'dist/.compiled.json');
  const manifest = readManifest(manifestFile);
  const sources = readSources(folder);
  const changed = sources.filter((source) => !isFresh(source, manifest.get(source.path)));
  return { folder, manifestFile, manifest, sources, changed };
}

function writeWhole(path, text) {
  mkdirSync(dirname(path), { recursive: true });
  const draft = `${path}.draft-${process.pid}`;
  writeFileSync(draft, text);
  renameSync(draft, path);
}

async function compileSource(transform, { path, text, outputs: [output, mapFile] }) {
  if (isData(path)) {
    writeWhole(output, text);
    return;
  }
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

function deleteStale(folder, wanted) {
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name);
    if (entry.isDirectory() || wanted.has(path)) continue;
    const stats = statSync(path, { throwIfNoEntry: false });
    if (DRAFT.test(path) && stats && Date.now() - stats.mtimeMs < DRAFT_MAX_AGE_MS) continue;
    rmSync(path, { force: true });
  }
}

/** The message of an SWC error, without SWC's own stack. */
const diagnosisOf = ({ message }) => message.split('\n\nCaused by:')[0].trim();

/** Records what was compiled, and deletes outputs without a source. */
function finishProject({ folder, manifestFile, manifest, sources, changed }) {
  const stamped = sources.map(({ path, hash, outputs }) => [path, { hash, stamps: outputs.map(stampOf) }]);
  if (changed.length > 0 || manifest.size !== sources.length) {
    writeWhole(manifestFile, JSON.stringify(Object.fromEntries(stamped)));
  }
  deleteStale(join(folder, 'dist'), new Set([manifestFile, ...sources.flatMap(({ outputs }) => outputs)]));
}

/**
 * Brings each dist/ up to date, without type checks. Returns the number of compiled files.
 * @throws Error with the location of a syntax error; dist/ then keeps the previous output of that source
 */
export async function compile() {
  const started = performance.now();
  const projects = projectFolders().map(readProject);
  const changed = projects.flatMap((project) => project.changed);
  const isLong = changed.length >= WORTH_MENTIONING;
  if (isLong) process.stderr.write(`compiling ${changed.length} files … `);
  if (changed.length > 0) {
    const { transform } = await import('@swc/core');
    await Promise.all(changed.map((source) => compileSource(transform, source))).catch((error) => {
      throw new Error(diagnosisOf(error), { cause: error });
    });
  }
  if (isLong) process.stderr.write(`done in ${((performance.now() - started) / 1000).toFixed(1)} s\n`);
  projects.forEach(finishProject);
  return changed.length;
}
