import { local, refused, type Launch } from '../server-entry.js';
import { containers } from './containers.js';
import { go } from './go.js';
import { bun, bunx, dlx, npm, npx, pnpx } from './npm.js';
import { pipx, uv, uvx } from './python.js';

type Starter = (words: readonly string[]) => Launch;

/** The programs that start servers from somewhere, by their names. */
const STARTERS: ReadonlyMap<string, Starter> = new Map<string, Starter>([
  ['npx', npx],
  ['npm', npm],
  ['pnpx', pnpx],
  ['pnpm', (words) => dlx('pnpm', words)],
  ['yarn', (words) => dlx('yarn', words)],
  ['bunx', bunx],
  ['bun', bun],
  ['uvx', uvx],
  ['uv', uv],
  ['pipx', pipx],
  ['docker', (words) => containers('docker', words)],
  ['podman', (words) => containers('podman', words)],
  ['go', go],
]);

/** Programs that fetch or interpret what they run, in ways that are not read here. */
const UNREAD = new Set([
  'deno',
  'nix',
  'nix-shell',
  'dnx',
  'pwsh',
  'powershell',
  'curl',
  'wget',
  'ssh',
  'sudo',
  'xargs',
  'eval',
]);
const SHELLS = new Set(['sh', 'bash', 'zsh', 'dash']);
/** A line that every shell splits at its spaces, and does nothing else with. */
const PLAIN_LINE = /^[\w@./:=+~^, -]*$/;
const ASSIGNMENT = /^([A-Za-z_][A-Za-z0-9_]*)=/;

/** Wrappers inside wrappers; no real configuration has as many. */
const MAX_WRAPPERS = 4;

/** Folders of installed programs. A program elsewhere may be a file of the repository with the name of a known one. */
const SYSTEM =
  /^(?:\/usr(?:\/local)?\/bin|\/bin|\/opt\/homebrew\/bin|\/snap\/bin|c:\/program files(?: \(x86\))?\/(?:nodejs|go\/bin|docker\/docker\/resources\/bin))\/([^/]+)$/i;

/** Variables that change which code a program loads, or where it takes packages from. */
const VARIABLE =
  /^(?:npm_config_.*|yarn_.*|bun_config_.*|uv_(?:index.*|default_index|extra_index_url|find_links|override|constraint|build_constraint|config_file|env_file|with.*)|pip_.*|pipx_(?:default_backend|home)|go(?:proxy|flags|nosumdb|nosumcheck|sumdb|private|noproxy|toolchain|insecure)|node_(?:options|path|tls_reject_unauthorized)|python(?:path|home|startup|userbase)|ld_.*|dyld_.*|path|pathext|comspec|bash_env|env|docker_(?:host|context|config)|container_host|perl5.*|ruby.*|java_tool_options|_java_options|jdk_java_options)$/i;

/** Why the environment of a server makes it unknown what runs; undefined if it does not. */
export function environmentProblem(names: readonly string[]): string | undefined {
  const name = names.find((each) => VARIABLE.test(each));
  return name === undefined ? undefined : `the variable ${name} changes what runs`;
}

/** The name of a program of the system, without path and extension; undefined for a file anywhere else. */
function programName(command: string): string | undefined {
  const path = command.replaceAll('\\', '/');
  const name = path.includes('/') ? SYSTEM.exec(path)?.[1] : path;
  return name?.toLowerCase().replace(/\.(?:exe|cmd|bat|ps1)$/, '');
}

/** The words of a line for a shell, when the line is so plain that they are certain. */
const wordsOf = (line: string): string[] | undefined =>
  PLAIN_LINE.test(line) && !ASSIGNMENT.test(line) ? line.split(' ').filter((word) => word !== '') : undefined;

/** The command line inside a wrapper; a Launch when it is not understood. */
function unwrapped(program: string, words: readonly string[]): readonly string[] | Launch | undefined {
  if (program === 'cmd') {
    const at = words.findIndex((word) => /^\/[ck]$/i.test(word));
    const before = words.slice(0, Math.max(at, 0));
    if (at < 0 || !before.every((word) => /^\/[dsq]$/i.test(word)))
      return refused('cmd is understood only as "cmd /c" with a command');
    return plain(words.slice(at + 1));
  }
  if (SHELLS.has(program)) {
    const [option = '', line, ...rest] = words;
    if (!option.startsWith('-')) return local(`${program} ${option}`.trimEnd());
    if (!/^-l?c$/.test(option) || line === undefined || rest.length > 0)
      return refused(`${program} is understood only with -c and one command`);
    return plain([line.replace(/^exec /, '')]);
  }
  return program === 'env' ? behindAssignments(words) : undefined;
}

/** The command behind `cmd /c` or `sh -c`: words, or a line in one word. */
function plain(words: readonly string[]): readonly string[] | Launch {
  const [line = '', ...others] = words;
  const inside = others.length > 0 ? words : wordsOf(line);
  // What cmd.exe gives a meaning to, also inside of words.
  return inside === undefined || words.some((word) => /[&|<>^"%\r\n]/.test(word))
    ? refused('it is a line for a shell, which may run anything')
    : inside;
}

function behindAssignments(words: readonly string[]): readonly string[] | Launch {
  const count = words.findIndex((word) => !ASSIGNMENT.test(word));
  const names = words.slice(0, count < 0 ? words.length : count).map((word) => word.split('=', 1)[0] ?? '');
  const problem = environmentProblem(names);
  if (problem !== undefined) return refused(problem);
  const behind = count < 0 ? [] : words.slice(count);
  return behind[0]?.startsWith('-') === true
    ? refused(`the option ${behind[0]} of env is not understood`)
    : behind;
}

/** Whether the first of several words in one is a program that runs something else: some clients split a command at its spaces. */
function hidesProgram(command: string): boolean {
  const [first = '', ...others] = command.trim().split(/\s+/);
  const program = programName(first) ?? '';
  const isKnown = STARTERS.has(program) || UNREAD.has(program) || SHELLS.has(program);
  return others.length > 0 && (isKnown || program === 'cmd' || program === 'env');
}

const isLaunch = (value: readonly string[] | Launch): value is Launch => !Array.isArray(value);

/**
 * What a command runs, by its words as a client passes them. Pure, and never more trusting than what it understands: a
 * program that is not known is local, and a known one with unknown options is refused.
 */
export function launchOfCommand(command: string, args: readonly string[]): Launch {
  let words: readonly string[] = [command, ...args];
  for (let depth = 0; depth <= MAX_WRAPPERS; depth += 1) {
    const [first = '', ...rest] = words;
    if (first === '') return refused('no command is given');
    const program = programName(first);
    if (hidesProgram(first)) return refused('the command has several words; put all but the first into args');
    if (program === undefined) return local(first);
    if (UNREAD.has(program)) return refused(`what ${program} runs is not understood`);
    const starter = STARTERS.get(program);
    if (starter !== undefined) return starter(rest);
    const inside = unwrapped(program, rest);
    if (inside === undefined) return local([first, ...rest.slice(0, 1)].join(' '));
    if (isLaunch(inside)) return inside;
    words = inside;
  }
  return refused('the command is behind too many wrappers');
}
