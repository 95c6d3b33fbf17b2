import { lstatSync, readlinkSync, realpathSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Launch } from '../launch/launch.js';
import { programPath } from '../launch/runtimes.js';
import { Refusal } from '../refusal.js';
import type { SandboxPermissions } from './permissions.js';

/** Folders of the system that programs load from. Where one is a link, so is it in the sandbox. */
const SYSTEM = ['/usr', '/bin', '/sbin', '/lib', '/lib32', '/lib64', '/libx32'];
/** Files that programs read to find hosts, certificates, users and the time. None of them is secret. */
const SETTINGS = [
  ...['/etc/alternatives', '/etc/ld.so.cache', '/etc/ld.so.conf', '/etc/ld.so.conf.d', '/etc/localtime'],
  ...['/etc/ssl', '/etc/pki', '/etc/ca-certificates', '/etc/crypto-policies', '/etc/nsswitch.conf'],
  ...['/etc/hosts', '/etc/resolv.conf', '/etc/passwd', '/etc/group', '/etc/mime.types'],
];
const HOME = '/tmp/home';

/** A program in its sandbox, and the variables that it finds there. */
export interface Sandboxed {
  readonly launch: Launch;
  readonly variables: Readonly<Record<string, string>>;
}

const exists = (path: string): boolean => lstatSync(path, { throwIfNoEntry: false }) !== undefined;

/** Where a program and what it loads lie, if not in a folder of the system: `…/versions/22/bin/node` needs `…/versions/22`. */
function programFolders(program: string): string[] {
  const real = realpathSync(program);
  return real.startsWith('/usr/') ? [] : [dirname(dirname(real))];
}

function systemMounts(): string[] {
  return SYSTEM.filter(exists).flatMap((path) =>
    lstatSync(path).isSymbolicLink() ? ['--symlink', readlinkSync(path), path] : ['--ro-bind', path, path],
  );
}

/**
 * The same launch inside bubblewrap: system, runtime and bundle read-only, a home and a temporary folder of its own, no network
 * and no other files unless they are permitted.
 * @throws Refusal where there is no bubblewrap
 */
export function sandboxed(
  launch: Launch,
  { network, readable, writable }: SandboxPermissions,
  variables: Readonly<Record<string, string>>,
): Sandboxed {
  if (process.platform !== 'linux') throw new Refusal('--sandbox works on Linux only');
  const program = realpathSync(launch.program);
  const bound = (paths: readonly string[], option: string): string[] =>
    paths.filter(exists).flatMap((path) => [option, realpathSync(path), path]);
  const words = [
    ...['--unshare-all', '--die-with-parent', '--new-session', '--cap-drop', 'ALL'],
    ...(network ? ['--share-net'] : []),
    ...systemMounts(),
    ...bound(SETTINGS, '--ro-bind'),
    ...['--proc', '/proc', '--dev', '/dev', '--tmpfs', '/tmp', '--dir', HOME],
    ...bound(programFolders(program), '--ro-bind'),
    ...bound(readable, '--ro-bind'),
    ...bound(writable, '--bind'),
    ...['--ro-bind', launch.folder, launch.folder, '--chdir', launch.folder],
    ...['--', program, ...launch.arguments],
  ];
  return {
    launch: { program: bubblewrap(variables['PATH'] ?? ''), arguments: words, folder: launch.folder },
    variables: { ...variables, HOME, TMPDIR: '/tmp', TMP: '/tmp', TEMP: '/tmp', PATH: sandboxPath(program) },
  };
}

function bubblewrap(path: string): string {
  try {
    return programPath(['bwrap'], path);
  } catch (error) {
    throw new Refusal(
      '--sandbox needs bubblewrap (bwrap), which is not installed: apt install bubblewrap, or dnf install bubblewrap',
      { cause: error },
    );
  }
}

const sandboxPath = (program: string): string =>
  [...new Set([dirname(program), '/usr/local/bin', '/usr/bin', '/bin'])]
    .map((folder) => join(folder))
    .join(':');
