// Preloaded in every process that runs tests (package.json, "test"), so that Node.js can import the TypeScript tests.
//
// - Tests are compiled when they are imported.
// - Their imports from src/ resolve to the compiled product in dist/, which `npm test` builds first; the same for packages.
// - `@jest/globals` is globals.mjs.
import { existsSync, readFileSync } from 'node:fs';
import { enableCompileCache, registerHooks } from 'node:module';
import { join, relative, sep } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { transformSync } from '@swc/core';
import { SWC_OPTIONS } from '../../../scripts/swc-options.mjs';
import { keepWorkerData } from './worker-data.mjs';

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));
// A source of the server or of a package: its folder, and its path without the extension.
const PRODUCT = /^((?:packages\/[^/]+\/)?)src\/(.+)\.ts$/;
const GLOBALS = new URL('globals.mjs', import.meta.url).href;

/** The TypeScript source for an import of `….js`, if there is one. */
function sourceOf(url) {
  if (!url.startsWith('file:') || !url.endsWith('.js')) return undefined;
  const path = fileURLToPath(url).replace(/js$/, 'ts');
  return path.startsWith(ROOT) && existsSync(path) ? path : undefined;
}

/** The file that is imported for a source: products from dist/, tests and their helpers unchanged. */
function locationOf(source) {
  const [, folder, path] = PRODUCT.exec(relative(ROOT, source).replaceAll(sep, '/')) ?? [];
  return path === undefined || path.endsWith('.spec') ? source : join(ROOT, folder, 'dist', `${path}.js`);
}

/** One module instance per test file; jest-light-runner imports test files with a query, and their helpers without one. */
const globalsFor = (importer = '') => GLOBALS + new URL(importer).search;

registerHooks({
  resolve(specifier, context, next) {
    if (specifier === '@jest/globals') return { url: globalsFor(context.parentURL), shortCircuit: true };
    if (specifier.startsWith('.') && context.parentURL?.startsWith('file:')) {
      const source = sourceOf(new URL(specifier, context.parentURL).href);
      if (source !== undefined) return next(pathToFileURL(locationOf(source)).href, context);
    }
    return next(specifier, context);
  },
  load(url, context, next) {
    const { pathname, protocol } = new URL(url);
    if (protocol !== 'file:' || !pathname.endsWith('.ts') || pathname.includes('/node_modules/')) {
      return next(url, context);
    }
    const filename = fileURLToPath(url);
    const { code } = transformSync(readFileSync(filename, 'utf8'), {
      ...SWC_OPTIONS,
      filename,
      sourceMaps: 'inline',
    });
    return { format: 'module', source: code, shortCircuit: true };
  },
});
process.setSourceMapsEnabled(true);
enableCompileCache(`${ROOT}node_modules/.cache/compiled`);

if (process.send !== undefined) keepWorkerData();

// In a worker: handles left open by a test must not keep it alive.
process.once('disconnect', () => process.exit());
