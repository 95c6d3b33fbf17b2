import { isObject } from '../../common/values/json.js';
import type { BundleLayout } from './bundle-layout.js';

/** Programs that run the file they are given. */
const INTERPRETERS = new Set(['node', 'python', 'python3', 'bun', 'deno', 'go', 'uv', 'tsx']);
/** Words between an interpreter and its file. */
const SUBCOMMANDS = new Set(['run', 'python', 'python3', 'node']);
const MODULE = '-m';

/**
 * Whether what clients start, by a manifest that the hub did not write, is a file of the bundle: only that was analyzed.
 * A manifest without a command starts nothing.
 */
export function startsBundle(manifest: unknown, layout: BundleLayout): boolean {
  const entrypoint = isObject(manifest) ? manifest['entrypoint'] : undefined;
  if (entrypoint === undefined) return true;
  const command = isObject(entrypoint) ? entrypoint['command'] : undefined;
  if (command === undefined) return true;
  if (!Array.isArray(command) || !command.every((word) => typeof word === 'string')) return false;
  const [program = '', ...words] = command;
  if (isIn(program, layout)) return true;
  if (!INTERPRETERS.has(program)) return false;
  const rest = words.filter((word, at) => !(SUBCOMMANDS.has(word) && at < 2));
  const [first = '', second = ''] = rest;
  // An option before the file could load or evaluate other code; `-m` names a module, which is a file, too.
  if (first === MODULE) return moduleFiles(second).some((path) => isIn(path, layout));
  return isIn(first, layout);
}

const moduleFiles = (module: string): string[] => {
  const path = module.replaceAll('.', '/');
  return [`${path}.py`, `${path}/__main__.py`, `src/${path}.py`, `src/${path}/__main__.py`];
};

/** Whether a path is a file of the bundle, or the folder of a Go program in it. */
function isIn(path: string, layout: BundleLayout): boolean {
  const plain = path.replace(/^(\.\/)+/, '');
  if (path === '' || path.startsWith('/') || path.startsWith('-') || plain.split('/').includes('..'))
    return false;
  if (layout.has(plain)) return true;
  const folder = plain === '' || plain.endsWith('/') ? plain : `${plain}/`;
  return path.startsWith('./') && [...layout].some((file) => file.startsWith(folder) && file.endsWith('.go'));
}
