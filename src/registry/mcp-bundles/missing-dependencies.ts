import { isObject } from '../../common/values/json.js';
import type { BundleFiles } from './bundle-files.js';
import type { BundleStart } from './bundle-start.js';
import { FOLDER } from './bundle-start.js';

const MAX_BYTES = 1024 * 1024;
/** Where packages are that come with a bundle. */
const INSTALLED = /(?:^|\/)(?:node_modules|site-packages|vendor|lib)\//;
const PYTHON_PROJECTS = ['pyproject.toml', 'requirements.txt', 'setup.cfg', 'setup.py'];

/** The folders around a path, the nearest first, each with its slash; the root is empty. */
function* around(path: string): Generator<string> {
  for (let end = path.lastIndexOf('/'); ; end = path.lastIndexOf('/', end - 1)) {
    yield path.slice(0, end + 1);
    if (end <= 0) {
      if (end === 0 || path.includes('/')) yield '';
      return;
    }
  }
}

function declaresAny(text: string | undefined): boolean {
  try {
    const manifest: unknown = JSON.parse(text ?? '{}');
    const declared = isObject(manifest) ? manifest['dependencies'] : undefined;
    return isObject(declared) && Object.keys(declared).length > 0;
  } catch {
    return false;
  }
}

/**
 * Whether a server needs packages that its bundle does not bring. Clients of MCP bundles install nothing, so that it could not
 * start. For Python, any that a project may declare.
 */
export async function lacksDependencies(
  files: BundleFiles,
  { type, entryPoint }: BundleStart,
): Promise<boolean> {
  if (type === 'binary' || files.paths.some((path) => INSTALLED.test(path))) return false;
  if (type === 'python')
    return PYTHON_PROJECTS.some((name) =>
      files.paths.some((path) => path === name || path.endsWith(`/${name}`)),
    );
  const start = entryPoint.startsWith(FOLDER) ? entryPoint.slice(FOLDER.length) : entryPoint;
  for (const folder of around(start)) {
    if (files.has(`${folder}package.json`))
      return declaresAny(await files.text(`${folder}package.json`, MAX_BYTES));
  }
  return false;
}
