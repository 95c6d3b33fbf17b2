import { isObject } from '../../common/values/json.js';
import { printable } from '../../common/values/text.js';
import { HARMLESS_OPTIONS } from '../../common/values/runtime-options.js';
import { UnusableBundle } from './unusable-bundle.js';

/** The folder of an MCP bundle that has the files of the registry's bundle, so that no name of theirs is the manifest's. */
export const FOLDER = 'server/';
const OWN = '${__dirname}/';

/** How an MCP bundle starts its server. */
export interface BundleStart {
  readonly type: 'node' | 'python' | 'binary';
  /** Relative to the MCP bundle. */
  readonly entryPoint: string;
  readonly command: string;
  readonly args: readonly string[];
  /** A program that is added to the bundle, by its path. */
  readonly added?: { readonly path: string; readonly text: string };
}

const RUNTIMES: ReadonlyMap<string, 'node' | 'python'> = new Map([
  ['node', 'node'],
  ['python', 'python'],
  ['python3', 'python'],
]);
/** A console script, as the hub starts one: a function of a module in a folder of the bundle. */
const CONSOLE_SCRIPT =
  /^import sys; sys\.path\.insert\(0, '([\w./-]*)'\); from ([A-Za-z_][\w.]*) import ([A-Za-z_]\w*); sys\.exit\(\3\(\)\)$/;

/** The words of the command in a manifest of the registry. */
export function commandIn(manifest: unknown): readonly string[] {
  const entrypoint = isObject(manifest) ? manifest['entrypoint'] : undefined;
  const command: unknown = isObject(entrypoint) ? entrypoint['command'] : undefined;
  const isCommand = Array.isArray(command) && command.length > 0;
  if (!isCommand || !command.every((word) => typeof word === 'string'))
    throw new UnusableBundle('the manifest has no command');
  return command;
}

const plain = (word: string): string => word.replace(/^(?:\.\/)+/, '');

/** A function of a module, which is imported from its folder wherever the client starts it. */
function consoleScript(
  code: string,
  args: readonly string[],
  has: (path: string) => boolean,
): BundleStart | undefined {
  const [, folder = '', module = '', called = ''] = CONSOLE_SCRIPT.exec(code) ?? [];
  const own = folder.split('/').filter((part) => part !== '' && part !== '.');
  const path = [...own, ...module.split('.')].join('/');
  // A module of the machine has the same names.
  if (module === '' || !['.py', '/__init__.py'].some((ending) => has(`${path}${ending}`))) return undefined;
  const parts = ['server', ...own];
  const joined = parts.map((part) => `'${part}'`).join(', ');
  const text = [
    'import os',
    'import sys',
    '',
    `sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ${joined}))`,
    `from ${module} import ${called}`,
    '',
    `sys.exit(${called}())`,
    '',
  ].join('\n');
  const added = 'start.py';
  return {
    type: 'python',
    entryPoint: added,
    command: 'python3',
    args: [`${OWN}${added}`, ...args],
    added: { path: added, text },
  };
}

/**
 * How the command of a manifest is started from an MCP bundle: with the same words, of which those that name a file of the bundle
 * name it wherever clients unpack it.
 * @param has whether the bundle has a file at a path
 * @throws UnusableBundle for a command that starts no file of the bundle
 */
export function bundleStart(words: readonly string[], has: (path: string) => boolean): BundleStart {
  const [program = '', ...rest] = words;
  const located = (word: string): string => (has(plain(word)) ? `${OWN}${FOLDER}${plain(word)}` : word);
  const type = RUNTIMES.get(program);
  if (type === undefined) {
    if (!has(plain(program)) || !/^\.?\/|\//.test(program))
      throw new UnusableBundle(
        `${printable(program, 100)} is neither Node.js, nor Python, nor a program of the bundle`,
      );
    return {
      type: 'binary',
      entryPoint: `${FOLDER}${plain(program)}`,
      command: located(program),
      args: rest.map(located),
    };
  }
  if (type === 'python' && rest[0] === '-c') {
    const start = consoleScript(rest[1] ?? '', rest.slice(2).map(located), has);
    if (start !== undefined) return start;
  }
  const options = HARMLESS_OPTIONS[type];
  const script = rest.find((word) => !options.has(word)) ?? '';
  if (!has(plain(script))) throw new UnusableBundle('the command starts no file of the bundle');
  return { type, entryPoint: `${FOLDER}${plain(script)}`, command: program, args: rest.map(located) };
}
