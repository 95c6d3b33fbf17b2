import { resolve } from 'node:path';
import { Refusal } from './refusal.js';

/** The options of `run`, for its own reader and for `--help`: clients wait for a start, and commander takes long to load. */
export const RUN_OPTIONS = {
  sandbox: {
    flags: '--sandbox',
    description: 'run it in a sandbox of bubblewrap, with what its manifest permits (Linux)',
  },
  env: {
    flags: '--env <name>',
    description: 'a variable that the server gets besides those that its manifest names; can be repeated',
  },
  'allow-network': { flags: '--allow-network', description: 'in the sandbox, permit the network' },
  'allow-read': {
    flags: '--allow-read <path>',
    description: 'in the sandbox, permit to read a file or folder; can be repeated',
  },
  'allow-write': {
    flags: '--allow-write <path>',
    description: 'in the sandbox, permit to change a file or folder; can be repeated',
  },
  'with-dependencies': {
    flags: '--with-dependencies',
    description:
      'install the dependencies of a package as npm or pip resolve them, which nobody has verified',
  },
  'drop-unknown': {
    flags: '--drop-unknown',
    description: 'drop what the certified version does not have, also where the policies only report it',
  },
} as const;

/** What a user permits a server in its sandbox. Paths are absolute. */
export interface SandboxGrants {
  readonly network: boolean;
  readonly readable: readonly string[];
  readonly writable: readonly string[];
}

/** What a run was asked for. */
export interface RunRequest {
  readonly reference: string;
  /** For the server. */
  readonly arguments: readonly string[];
  readonly isSandboxed: boolean;
  /** What the user permits in the sandbox, besides the manifest. */
  readonly granted: SandboxGrants;
  /** Names of variables. */
  readonly variables: readonly string[];
  readonly withDependencies: boolean;
  readonly dropsUnknown: boolean;
}

/** Reads the words of `run`: options, one reference, and after `--` the arguments of the server. @throws Refusal */
export function readRunWords(words: readonly string[]): RunRequest {
  const end = words.indexOf('--');
  const [own, rest] = end === -1 ? [words, []] : [words.slice(0, end), words.slice(end + 1)];
  const { flags, lists, others } = optionsIn(own);
  const [reference, ...more] = others;
  if (reference === undefined) throw new Refusal('name the server to run, as in mcp-hub run org/name@1.2.3');
  if (more.length > 0) throw new Refusal('write -- before the arguments of the server');
  const valuesOf = (name: string): string[] =>
    lists.flatMap(([each, value]) => (each === name ? [value] : []));
  return {
    reference,
    arguments: rest,
    isSandboxed: flags.has('sandbox'),
    granted: {
      network: flags.has('allow-network'),
      readable: valuesOf('allow-read').map((path) => resolve(path)),
      writable: valuesOf('allow-write').map((path) => resolve(path)),
    },
    variables: valuesOf('env'),
    withDependencies: flags.has('with-dependencies'),
    dropsUnknown: flags.has('drop-unknown'),
  };
}

interface GivenOptions {
  readonly flags: Set<string>;
  /** Options with their values: `--name value` and `--name=value`. */
  readonly lists: [name: string, value: string][];
  readonly others: string[];
}

function optionsIn(words: readonly string[]): GivenOptions {
  const given: GivenOptions = { flags: new Set(), lists: [], others: [] };
  for (let at = 0; at < words.length; at += 1) {
    const word = words[at] ?? '';
    if (!word.startsWith('-')) {
      given.others.push(word);
      continue;
    }
    const [, name = '', stated] = /^--([a-z-]+)(?:=(.*))?$/s.exec(word) ?? [];
    const option: { readonly flags: string } | undefined = Object.hasOwn(RUN_OPTIONS, name)
      ? RUN_OPTIONS[name as keyof typeof RUN_OPTIONS]
      : undefined;
    const takesValue = option?.flags.includes('<') === true;
    if (option === undefined || (!takesValue && stated !== undefined))
      throw new Refusal(`${JSON.stringify(word.slice(0, 100))} is no option of run; see mcp-hub run --help`);
    if (!takesValue) {
      given.flags.add(name);
      continue;
    }
    const value = stated ?? words[(at += 1)];
    if (value === undefined || value === '') throw new Refusal(`--${name} needs a value`);
    given.lists.push([name, value]);
  }
  return given;
}
