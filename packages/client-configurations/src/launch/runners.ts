import { normalizedPypiName } from '@mcp-hub/analyzer/package-names';
import { joined, local, refused, withUses, type Launch, type Reference } from '../server-entry.js';
import { environmentProblem, usedVariables, variableOf } from './environment.js';
import { startedByArguments } from '@mcp-hub/analyzer/launches';
import { readFlags, valuesOf, type FlagTable } from './flags.js';
import { isFarAway } from './programs.js';
import { remoteServer } from './remote.js';

/** Reads a command line as a client starts it. */
export type Start = (words: readonly string[]) => Launch;

/** What a package starts, by its arguments. */
type Runner = (args: readonly string[], start: Start) => Launch;

// Lower case, as the programs compare it: they take anything else for a command.
const isAddress = (text: string): boolean => /^https?:\/\//.test(text);

/** A file or module of the machine; an interpreter's own options come first, and are no file. */
const interpreter =
  (name: string): Runner =>
  (args) => {
    const [file = ''] = args.filter((word) => !word.startsWith('-'));
    return isFarAway(file) ? refused(`${name} fetches ${file}`) : local(`${name} ${file}`.trimEnd());
  };

/** A command behind options. */
const wrapper =
  (table: FlagTable): Runner =>
  (args, start) => {
    const flags = readFlags(args, table);
    return flags.refused === undefined ? start(flags.rest) : refused(flags.refused);
  };

/** A command that gets the variables of a file, with or without an option: it is denied, and asked about. */
const withFile =
  (table: FlagTable): Runner =>
  (args, start) => {
    const started = wrapper(table)(args, start);
    return {
      refused: 'the file of its variables was not read; one of them may change what runs',
      ...started,
    };
  };

const crossEnv: Runner = (args, start) => {
  const count = args.findIndex((word) => !/^[^=]+=/.test(word));
  const assigned = args.slice(0, count < 0 ? args.length : count).map(variableOf);
  const problem = environmentProblem(assigned);
  if (problem !== undefined) return refused(problem);
  const command = count < 0 ? [] : args.slice(count);
  // It removes quotes, and on Windows it replaces variables.
  const changed = command.find((word) => /['$]/.test(word));
  if (changed !== undefined) return refused(`cross-env changes ${changed} before it starts the command`);
  return withUses(start(command), usedVariables(assigned));
};

const DOTENV: FlagTable = {
  switches: ['-o', '--override', '-q', '--quiet'],
  values: ['-e'],
  refused: {
    '-v': 'sets variables that may change what runs',
    '-p': 'prints a variable',
    '-c': 'reads several files',
  },
};
const ENV_CMD: FlagTable = { switches: [], values: ['-f', '--file', '-e', '--environments'] };

function supergateway(args: readonly string[], start: Start): Launch {
  const flags = readFlags(args, {
    switches: ['--cors', '--stateful'],
    values: [
      ...['--stdio', '--sse', '--streamableHttp', '--port', '--baseUrl', '--ssePath', '--messagePath'],
      ...[
        '--outputTransport',
        '--logLevel',
        '--healthEndpoint',
        '--header',
        '--oauth2Bearer',
        '--sessionTimeout',
      ],
    ],
  });
  if (flags.refused !== undefined) return refused(flags.refused);
  const lines = valuesOf(flags, '--stdio');
  const addresses = valuesOf(flags, '--sse', '--streamableHttp');
  const [line] = lines;
  const [address] = addresses;
  if (lines.length + addresses.length !== 1 || flags.rest.length > 0)
    return refused('supergateway is understood only with one command or address');
  if (address !== undefined) return remoteServer(address);
  // It gives the line to a shell.
  return start(['sh', '-c', line ?? '']);
}

/** The options of `mcp-remote`, which connects to an address. */
const BRIDGE: FlagTable = {
  switches: ['--allow-http', '--debug', '--enable-proxy', '--silent'],
  values: [
    ...['--header', '--transport', '--host', '--auth-timeout', '--ignore-tool', '--callback-path'],
    ...['--static-oauth-client-metadata', '--static-oauth-client-info', '--resource'],
  ],
  interleaved: true,
};

/** Those of `mcp-proxy` of PyPI, which connects to an address or starts a command. */
const PROXY_OF_PYPI: FlagTable = {
  switches: ['--debug', '--pass-environment', '--stateless'],
  values: ['--transport', '--host', '--port'],
  pairs: ['-H', '--headers'],
  interleaved: true,
};

/** Those of `mcp-proxy` of npm, which starts a command. */
const PROXY_OF_NPM: FlagTable = {
  switches: ['--debug', '--stateless'],
  values: [
    '--host',
    '--port',
    '--server',
    '--endpoint',
    '--sseEndpoint',
    '--streamEndpoint',
    '--requestTimeout',
  ],
  interleaved: true,
};

/**
 * A command of a program that reads its own options up to `--`, also behind the command. With such options, it is denied, and asked
 * about all the same.
 */
function behindOwnOptions(name: string, table: FlagTable, args: readonly string[], start: Start): Launch {
  const end = args.indexOf('--');
  const own = end < 0 ? args : args.slice(0, end);
  const before = readFlags(own, { ...table, interleaved: false });
  if (before.refused !== undefined) return refused(before.refused);
  const [first = ''] = before.rest;
  if (end >= 0)
    return first === ''
      ? start(args.slice(end + 1))
      : refused(`${name} is understood only with the whole command behind --`);
  const flags = readFlags(own, table);
  if (flags.refused === undefined && isAddress(first)) return start(flags.rest);
  if (flags.refused === undefined && flags.rest.length === before.rest.length) return start(before.rest);
  const reason = flags.refused ?? `${name} reads options behind its command; write the command behind --`;
  return { ...start(before.rest), refused: reason };
}

/** An address before or behind options, or a command. */
const proxyOfPypi: Runner = (args, start) =>
  behindOwnOptions('mcp-proxy', PROXY_OF_PYPI, args, (command) =>
    isAddress(command[0] ?? '') ? remoteServer(command[0] ?? '') : start(command),
  );

const proxyOfNpm: Runner = (args, start) => behindOwnOptions('mcp-proxy', PROXY_OF_NPM, args, start);

/** What the inspector hands on to the command, because it has no such option. */
const HANDED_ON = new Set(['-y', '--yes']);

/** The inspector reads its options anywhere, and versions differ in what they do with `--`. */
const inspector: Runner = ([mode, ...args], start) =>
  mode !== '--cli' || args.some((word) => word.startsWith('-') && !HANDED_ON.has(word))
    ? refused('the inspector is understood only with --cli and a command without options')
    : start(args);

/** The address before or behind options, and nothing else. */
const bridge: Runner = (args) => {
  const flags = readFlags(args, BRIDGE);
  if (flags.refused !== undefined) return refused(flags.refused);
  // The second word is a port.
  return flags.rest.length > 2
    ? refused('mcp-remote is understood only with one address')
    : remoteServer(flags.rest[0] ?? '');
};

const RUN: FlagTable = {
  switches: ['--no-banner', '--stateless'],
  values: ['-t', '--transport', '--host', '-p', '--port', '-l', '--log-level', '--path'],
  interleaved: true,
};

/** `run` with a file of the machine or an address; other commands start nothing that is understood. */
const runOf =
  (name: string): Runner =>
  ([command, ...args]) => {
    if (command !== 'run') return refused(`${name} is understood only with run`);
    const flags = readFlags(args, RUN);
    if (flags.refused !== undefined) return refused(flags.refused);
    const [what = ''] = flags.rest;
    if (what === '') return refused(`${name} run without a file is not understood`);
    return isAddress(what) ? remoteServer(what) : local(what);
  };

const notDetermined =
  (name: string): Runner =>
  () =>
    refused(`what ${name} starts is not determined`);

/** Packages of npm that start something else, by their names. */
const NPM: ReadonlyMap<string, Runner> = new Map<string, Runner>([
  ...[
    'node',
    'nodemon',
    'tsx',
    'ts-node',
    'ts-node-dev',
    'bun',
    'deno',
    'zx',
    'babel-node',
    '@babel/node',
    'vite-node',
    'electron',
    'esno',
    'jiti',
  ].map((name): [string, Runner] => [name, interpreter(name)]),
  ['cross-env', crossEnv],
  ['cross-env-shell', notDetermined('cross-env-shell')],
  ['dotenv-cli', withFile(DOTENV)],
  ['env-cmd', withFile(ENV_CMD)],
  ['supergateway', supergateway],
  ['mcp-remote', bridge],
  ['mcp-proxy', proxyOfNpm],
  ['@modelcontextprotocol/inspector', inspector],
  ...[
    '@smithery/cli',
    'npm',
    'npx',
    'pnpm',
    'yarn',
    'concurrently',
    'npm-run-all',
    'pm2',
    'forever',
    'shx',
    '@dotenvx/dotenvx',
    'dotenvx',
    'envmcp',
    'nx',
    'bunx',
    'corepack',
    'ni',
    '@antfu/ni',
    'npm-run-all2',
    'run-script-os',
    'wireit',
    'turbo',
  ].map((name): [string, Runner] => [name, notDetermined(name)]),
]);

/** Packages of PyPI that start something else, by their normalized names. */
const PYPI: ReadonlyMap<string, Runner> = new Map<string, Runner>([
  ...['ipython', 'jupyter', 'jupyter-console', 'ptpython', 'bpython'].map((name): [string, Runner] => [
    name,
    interpreter(name),
  ]),
  ['fastmcp', runOf('fastmcp')],
  ['mcp', runOf('mcp')],
  ['mcp-proxy', proxyOfPypi],
  ['python-dotenv', notDetermined('python-dotenv')],
  ...[
    'uv',
    'pip',
    'pipx',
    'poetry',
    'pdm',
    'hatch',
    'honcho',
    'invoke',
    'nox',
    'tox',
    'uvicorn',
    'gunicorn',
  ].map((name): [string, Runner] => [name, notDetermined(name)]),
]);

/**
 * What a package starts beside itself; undefined if it is a server, as far as is known.
 * @param name `npm:name` or `pypi:name`
 * @param args those of the package
 */
function startedBy(name: string, args: readonly string[], start: Start): Launch | undefined {
  const [, kind = '', own = ''] = /^(npm|pypi):(.*)$/.exec(name) ?? [];
  const runner = kind === 'npm' ? NPM.get(own) : PYPI.get(normalizedPypiName(own));
  return runner?.(args, start);
}

/**
 * A launch with what its program starts: all of it counts.
 * @param programs the references of which one has the program that runs
 * @param args those of the program
 */
export function withStarted(
  launch: Launch,
  programs: readonly Reference[],
  args: readonly string[],
  start: Start,
): Launch {
  const started = programs.flatMap((program) => startedBy(program.name, args, start) ?? []);
  const refusal = started.find(({ refused: reason }) => reason !== undefined);
  if (refusal !== undefined) return refusal;
  if (started.length > 0) return started.reduce(joined, startingOthers(launch));
  // A server may be one that starts others, too.
  const problem = startedByArguments(programs.map(({ name }) => name).join(' or '), args);
  return problem === undefined ? launch : refused(problem);
}

/** A launch whose commands start something else, and need not be servers. */
const startingOthers = (launch: Launch): Launch =>
  launch.commands === undefined
    ? launch
    : { ...launch, commands: launch.commands.map((each) => ({ ...each, startsOthers: true as const })) };
