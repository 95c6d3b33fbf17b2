// Builds the web application, packages/dashboard, into its dist/ with compressed variants of the files. A server that runs
// from there is not disturbed: new files have new names, and the page, which names them, is replaced last.
import { createHash } from 'node:crypto';
import {
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

const PACKAGE = 'packages/dashboard';
const OUTPUT = `${PACKAGE}/dist`;
const STAMP = `${OUTPUT}/.built`;
// Of an earlier build; a page that is open in a browser may still ask for them.
const STALE_AFTER_MS = 24 * 60 * 60_000;
const COMPRESSED = /\.(js|css|svg)$/;
// Smaller files gain nothing.
const MIN_BYTES = 1024;

const sources = () =>
  globSync(`${PACKAGE}/{src,public}/**/*`, { withFileTypes: true })
    .filter((entry) => entry.isFile() && !entry.name.endsWith('.d.ts'))
    .map((entry) => join(entry.parentPath, entry.name))
    .concat(['index.html', 'vite.config.ts', 'package.json'].map((name) => join(PACKAGE, name)))
    // The one file that it shares with the server.
    .concat('src/common/values/visible-text.ts')
    .sort();

/** Changes with any source and with the installed dependencies. */
function stampOf(files) {
  const hash = createHash('sha256').update(readFileSync('package-lock.json'));
  for (const file of files) hash.update(`\0${file}\0`).update(readFileSync(file));
  return hash.digest('base64url');
}

const isFresh = (stamp) => existsSync(STAMP) && readFileSync(STAMP, 'utf8') === stamp;

async function compress(folder) {
  const files = globSync('**/*', { cwd: folder, withFileTypes: true })
    .filter((entry) => entry.isFile() && COMPRESSED.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((file) => statSync(file).size >= MIN_BYTES);
  await Promise.all(
    files.map(async (file) => {
      const bytes = readFileSync(file);
      writeFileSync(`${file}.gz`, await promisify(gzip)(bytes, { level: 9 }));
      const params = { [constants.BROTLI_PARAM_QUALITY]: 11 };
      writeFileSync(`${file}.br`, await promisify(brotliCompress)(bytes, { params }));
    }),
  );
}

/** Moves the files of a finished build into place, the page last, and deletes old ones. */
function replaceOutput(draft) {
  const built = globSync('**/*', { cwd: draft, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(draft.length + 1))
    .sort((a, b) => Number(a === 'index.html') - Number(b === 'index.html'));
  for (const name of built) {
    mkdirSync(dirname(join(OUTPUT, name)), { recursive: true });
    renameSync(join(draft, name), join(OUTPUT, name));
  }
  const wanted = new Set(built);
  for (const name of globSync('assets/*', { cwd: OUTPUT })) {
    const path = join(OUTPUT, name);
    if (!wanted.has(name) && Date.now() - statSync(path).mtimeMs > STALE_AFTER_MS)
      rmSync(path, { force: true });
  }
}

/**
 * Builds the web application, if it is there, unless its sources and dependencies are those of the last build.
 * @throws with the error of Vite
 */
export async function buildDashboard() {
  if (!existsSync(PACKAGE)) return;
  const stamp = stampOf(sources());
  if (isFresh(stamp)) return;
  const { build } = await import('vite');
  mkdirSync(`${PACKAGE}/node_modules`, { recursive: true });
  const draft = mkdtempSync(join(PACKAGE, 'node_modules/.draft-'));
  try {
    await build({
      root: PACKAGE,
      logLevel: 'error',
      build: { outDir: join(process.cwd(), draft), emptyOutDir: true },
    });
    await compress(draft);
    mkdirSync(OUTPUT, { recursive: true });
    replaceOutput(draft);
    writeFileSync(STAMP, stamp);
  } finally {
    rmSync(draft, { recursive: true, force: true });
  }
}
