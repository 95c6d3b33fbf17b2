import { posix } from 'node:path';
import { EXACT, LATEST, refused, runs, withUses, type Launch } from '../server-entry.js';
import { containerProblem, usedVariables, variableOf } from './environment.js';
import { readFlags, valuesOf, type Flags, type FlagTable } from './flags.js';
import { commandProblem, startedByArguments } from '@mcp-hub/analyzer/launches';
import { runsAnything } from './programs.js';

/** Options of `docker run` and `podman run`. One with a value that is not here would make its value the image. */
const RUN: FlagTable = {
  bundles: true,
  switches: [
    ...[
      '-i',
      '--interactive',
      '-t',
      '--tty',
      '-d',
      '--detach',
      '-q',
      '--quiet',
      '--rm',
      '--init',
      '--read-only',
    ],
    ...[
      '--no-healthcheck',
      '-P',
      '--publish-all',
      '--privileged',
      '--oom-kill-disable',
      '--disable-content-trust',
    ],
    '--sig-proxy',
  ],
  values: [
    ...[
      '-e',
      '--env',
      '--env-file',
      '-v',
      '--volume',
      '--mount',
      '--tmpfs',
      '--volumes-from',
      '-w',
      '--workdir',
    ],
    ...[
      '-p',
      '--publish',
      '--expose',
      '--network',
      '--net',
      '--network-alias',
      '--add-host',
      '--dns',
      '--dns-search',
    ],
    ...[
      '--name',
      '-h',
      '--hostname',
      '-l',
      '--label',
      '--label-file',
      '-u',
      '--user',
      '--group-add',
      '--userns',
    ],
    ...[
      '-m',
      '--memory',
      '--memory-swap',
      '--memory-reservation',
      '-c',
      '--cpu-shares',
      '--cpus',
      '--cpuset-cpus',
    ],
    ...['--pids-limit', '--ulimit', '--shm-size', '--restart', '--platform', '--pull', '--gpus'],
    ...[
      '--cap-add',
      '--cap-drop',
      '--security-opt',
      '--sysctl',
      '--device',
      '--ipc',
      '--pid',
      '--uts',
      '--cgroupns',
    ],
    ...['--log-driver', '--log-opt', '--stop-signal', '--stop-timeout', '--cidfile', '--ip', '--annotation'],
  ],
  refused: {
    '--entrypoint': 'starts another program of the image',
    '--rootfs': 'runs a folder of the machine',
    '--runtime': 'starts another program for the container',
  },
};

/** A reference of an image, with or without a tag and a digest. */
const IMAGE = /^([a-z0-9](?:[a-z0-9._/-]|:\d+\/)*?)(?::([\w][\w.-]{0,127}))?(?:@(sha256:[0-9a-f]{64}))?$/;

function image(text: string): Launch {
  const [, name, tag, digest] = IMAGE.exec(text) ?? [];
  if (name === undefined) return refused(`${text} is not the name of an image`);
  if (digest !== undefined) return runs({ name: `${name}@${digest}`, version: LATEST, pin: EXACT });
  // A name without a digest is not asked about: it may be that of an MCP in the catalog, which is something else.
  return refused(
    `no digest is pinned${tag === undefined ? '' : `, and the tag ${tag} can be moved`}; use ${name}@sha256:…`,
  );
}

/** A variable that a client replaces in front of the target, without a colon of its own: `${workspaceFolder}`. */
const VARIABLE = /^\$\{(?:(?:env|input|config|userHome):)?[\w.]+\}/;

/**
 * The target of `source:target:options`, or of `type=bind,src=…,dst=…`. A drive of Windows has a colon of its own.
 * @returns undefined where it is not certain
 */
function mountTarget(option: string, value: string): string | undefined {
  if (option === '--mount') {
    // The last one counts for docker, which also reads the names in any case, and fields in quotes.
    const targets = [...value.matchAll(/(?:^|,)(?:dst|destination|target)=([^,]*)/gi)].map(
      ([, target]) => target,
    );
    return targets.length === 1 && !value.includes('"') ? certain(targets[0]) : undefined;
  }
  const [first = '', second] = value
    .replace(VARIABLE, '')
    .replace(/^[a-z]:(?=[\\/])/i, '')
    .split(':');
  return certain(option === '--tmpfs' ? first : (second ?? first));
}

/** A path that no client replaces a part of. */
const certain = (path: string | undefined): string | undefined =>
  path === undefined || /[$%{}]/.test(path) || !path.startsWith('/') ? undefined : path;

/** Folders in which images have their programs, or whose files programs load. */
const OF_PROGRAMS =
  /^\/(?:(?:app|usr|s?bin|lib(?:32|64|x32)?|opt|etc|root|home|code|src|server|srv|dist|build|venv|\.venv|node_modules|nix|proc|sys|dev|boot|run)(?:\/.*)?)?$/;
/** Folders for files of the user. Mounts elsewhere get a warning. */
const OF_FILES =
  /^\/(?:data|database|db|mnt|media|vol|volumes?|projects?|workspaces?|work|files?|docs?|documents?|downloads?|inputs?|outputs?|exports?|imports?|shared?|storage|backups?|repos?|repository|repositories|vaults?|notes|images?|tmp|logs?|memory|local-directory)(?:\/.*)?$/i;

/** What runs: a script, or something that programs load. */
const CODE =
  /\.(?:[cm]?[jt]sx?|py[cwz]?|pth|(?:ba|z|k)?sh|rb|pl|php|lua|jar|wasm|node|so(?:\.\d+)*|dll|exe)$/i;

/** A path of a container as it is opened: without `//`, `.` and a slash at the end. */
const opened = (path: string): string => posix.normalize(path).replace(/(?<=.)\/$/, '');

const isWithin = (path: string, folder: string): boolean =>
  path === folder || path.startsWith(folder === '/' ? folder : `${folder}/`);

/** What of a command comes from mounted folders of the machine. */
interface Mounted {
  /** Why what runs may come from there: a mount over programs, over the folder in which it starts, or over code that it names. */
  readonly problem?: string;
  readonly warnings: readonly string[];
}

function mountedIn(flags: Flags, command: readonly string[]): Mounted {
  if (valuesOf(flags, '--volumes-from').length > 0)
    return { problem: 'the option --volumes-from may replace programs of the image', warnings: [] };
  const [workdir] = valuesOf(flags, '-w', '--workdir').slice(-1);
  const mounts = flags.options.filter(([name]) => ['-v', '--volume', '--mount', '--tmpfs'].includes(name));
  const found = mounts.map(([name, value]) => mountTarget(name, value));
  const unclear = mounts[found.indexOf(undefined)];
  if (unclear !== undefined)
    return {
      problem: `where ${unclear[0]} ${unclear[1]} mounts is not certain; it may replace programs of the image`,
      warnings: [],
    };
  const targets = found.filter((target) => target !== undefined);
  if (targets.length > 0 && /[$%{]/.test(workdir ?? ''))
    return { problem: 'the folder in which it starts is a variable, and may be a mount', warnings: [] };
  const words = command.map((word) => opened(word.replace(/^-[^=/]*=?/, '')));
  const replaced = targets.find((target) => {
    const folder = opened(target);
    return (
      OF_PROGRAMS.test(folder) ||
      CODE.test(folder) ||
      (workdir !== undefined && isWithin(opened(workdir), folder)) ||
      words.some(
        (word, index) => isWithin(word, folder) && (CODE.test(word) || (index === 0 && word !== folder)),
      )
    );
  });
  if (replaced !== undefined)
    return { problem: `the mount at ${opened(replaced)} may replace programs of the image`, warnings: [] };
  const named = words.filter((word) => targets.some((target) => isWithin(word, opened(target))));
  const others = targets.map(opened).filter((target) => !OF_FILES.test(target));
  return {
    warnings: [
      ...named.map((word) => `${word} comes from the machine, and was not evaluated`),
      ...others.map((target) => `the mount at ${target} may replace programs of the image`),
    ],
  };
}

/** `docker run` and `podman run`. */
export function containers(program: string, words: readonly string[]): Launch {
  const [command, ...rest] = words[0] === 'container' ? words.slice(1) : words;
  if (command === undefined || command.startsWith('-'))
    return refused(`${program} without "run" as its first argument is not understood`);
  // Images that a file of the folder names, or containers that run already.
  if (command !== 'run') return refused(commandProblem(program, command) ?? `${program} is not understood`);
  const flags = readFlags(rest, RUN);
  if (flags.refused !== undefined) return refused(flags.refused);
  const [name, first = ''] = flags.rest;
  if (name === undefined) return refused('no image is named');
  const variables = valuesOf(flags, '-e', '--env').map(variableOf);
  const problem = containerProblem(variables);
  if (problem !== undefined) return refused(problem);
  if (runsAnything(first.replace(/^.*\//, ''))) return refused(`${first} is another program of the image`);
  // The program of the image may be one that starts others.
  const started = startedByArguments('the image', flags.rest.slice(1));
  if (started !== undefined) return refused(started);
  const mounted = mountedIn(flags, flags.rest.slice(1));
  if (mounted.problem !== undefined) return refused(mounted.problem);
  return withUses(
    { ...image(name), warnings: mounted.warnings },
    {
      ...usedVariables(variables),
      environmentFiles: valuesOf(flags, '--env-file'),
    },
  );
}
