import { EXACT, LATEST, local, refused, runs, type Launch } from '../server-entry.js';
import { readFlags, type FlagTable } from './flags.js';

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
    ...['--pids-limit', '--ulimit', '--shm-size', '--restart', '--platform', '--pull', '--runtime', '--gpus'],
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

/** `docker run` and `podman run`. */
export function containers(program: string, words: readonly string[]): Launch {
  const [command, ...rest] = words[0] === 'container' ? words.slice(1) : words;
  if (command === undefined || command.startsWith('-'))
    return refused(`${program} without "run" as its first argument is not understood`);
  if (command !== 'run') return local(`${program} ${command}`);
  const flags = readFlags(rest, RUN);
  if (flags.refused !== undefined) return refused(flags.refused);
  const [name] = flags.rest;
  return name === undefined ? refused('no image is named') : image(name);
}
