import { local, refused, withUses, type Launch } from '../server-entry.js';
import { containers } from './containers.js';
import {
  environmentProblem,
  joinedUses,
  usedVariables,
  variableOf,
  type UsedVariables,
} from './environment.js';
import { readFlags, type FlagTable } from './flags.js';
import { quoted } from '../documents/configuration-document.js';
import { go } from './go.js';
import { commandProblem, hasCommands, startedByArguments } from '@mcp-hub/analyzer/launches';
import { bun, bunx, dlx, npm, npx, pnpx } from './npm.js';
import { isFarAway, runsAnything } from './programs.js';
import { pipx, uv, uvx } from './python.js';
import { mcpHub, smcp } from './registry-clients.js';
import type { Start } from './runners.js';

type Starter = (words: readonly string[], start: Start) => Launch;

/** The programs that start servers from somewhere, by their names. */
const STARTERS: ReadonlyMap<string, Starter> = new Map<string, Starter>([
  ['npx', npx],
  ['npm', npm],
  ['pnpx', pnpx],
  ['pnpm', (words, start) => dlx('pnpm', words, start)],
  ['yarn', (words, start) => dlx('yarn', words, start)],
  ['bunx', bunx],
  ['bun', bun],
  ['uvx', uvx],
  ['uv', uv],
  ['pipx', pipx],
  ['docker', (words) => containers('docker', words)],
  ['podman', (words) => containers('podman', words)],
  ['go', go],
  ['mcp-hub', mcpHub],
  ['smcp', smcp],
]);

/** Programs that fetch what they run, or start images and containers, in ways that are not read here. */
const FETCHING: readonly string[] = [
  ...['deno', 'nix', 'nix-shell', 'dnx', 'jbang', 'mise', 'rtx', 'corepack', 'pkgx', 'pixi', 'pip', 'pip3'],
  ...['docker-compose', 'podman-compose', 'nerdctl', 'finch', 'ctr', 'crictl', 'kubectl', 'oc', 'helm'],
  ...['apptainer', 'singularity', 'devcontainer', 'distrobox', 'toolbox', 'limactl'],
];
/** These, and programs that interpret what they run. */
const UNREAD = new Set([...FETCHING, 'pwsh', 'powershell', 'curl', 'wget', 'ssh', 'sudo', 'xargs', 'eval']);
const SHELLS = new Set(['sh', 'bash', 'zsh', 'dash']);
/** A line that every shell splits at its spaces, and does nothing else with. */
const PLAIN_LINE = /^[\w@./:=+~^, -]*$/;
const ASSIGNMENT = /^([A-Za-z_][A-Za-z0-9_]*)=/;

/** Wrappers inside wrappers; no real configuration has as many. */
const MAX_WRAPPERS = 4;

/** Folders of installed programs. A program elsewhere may be a file of the repository with the name of a known one. */
const SYSTEM =
  /^(?:\/usr(?:\/local)?\/bin|\/bin|\/opt\/homebrew\/bin|\/home\/linuxbrew\/\.linuxbrew\/bin|\/snap\/bin|\/run\/current-system\/sw\/bin|\/nix\/var\/nix\/profiles\/default\/bin|(?:\/opt\/homebrew|\/usr\/local)\/(?:opt\/(?:node|uv|pnpm|yarn|pipx|go)(?:@\d+)?|Cellar\/(?:node|uv|pnpm|yarn|pipx|go)(?:@\d+)?\/[\d._]+)\/bin|c:\/program files(?: \(x86\))?\/(?:nodejs|go\/bin|docker\/docker\/resources\/bin)|c:\/nvm4w\/nodejs)\/([^/]+)$/i;
/** Folders of the user into which installers and version managers put programs. */
const OF_USER =
  /^(?:\/home\/[^/]+|\/Users\/[^/]+|\/root|c:\/users\/[^/]+)\/(?:\.nvm\/versions\/node\/v[\d.]+\/bin|\.volta\/bin|\.asdf\/shims|\.asdf\/installs\/[\w-]+\/[\w.-]+\/bin|\.local\/share\/mise\/(?:shims|installs\/[\w-]+\/[\w.-]+\/bin)|\.local\/share\/fnm\/node-versions\/v[\d.]+\/installation\/bin|Library\/Application Support\/fnm\/node-versions\/v[\d.]+\/installation\/bin|\.local\/share\/pnpm|Library\/pnpm|\.local\/bin|\.cargo\/bin|\.bun\/bin|\.pyenv\/shims|\.pyenv\/versions\/[\w.-]+\/bin|\.nodenv\/shims|go\/bin|appdata\/roaming\/npm|appdata\/roaming\/nvm\/v[\d.]+|appdata\/local\/volta\/bin|appdata\/local\/pnpm|scoop\/shims)\/([^/]+)$/i;

/** The name of a program of the system, without path and extension; undefined for a file anywhere else. */
function programName(command: string): string | undefined {
  const path = command.replaceAll('\\', '/');
  const name = path.includes('/') ? (SYSTEM.exec(path) ?? OF_USER.exec(path))?.[1] : path;
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
    const inside = words.slice(at + 1);
    // cmd.exe ends the name of a program there.
    return /[,;=]/.test(inside[0]?.split(' ')[0] ?? '')
      ? refused('it is a line for a shell, which may run anything')
      : plain(inside);
  }
  if (SHELLS.has(program)) {
    const [option = '', line, ...rest] = words;
    if (!option.startsWith('-')) return local(`${program} ${option}`.trimEnd());
    if (!/^-l?c$/.test(option) || line === undefined || rest.length > 0)
      return refused(`${program} is understood only with -c and one command`);
    return plain([line.replace(/^exec /, '')]);
  }
  if (program === 'env') return behindAssignments(words);
  return WRAPPERS.has(program) ? behindOptions(program, words) : undefined;
}

/** Programs that start the command behind their options, and how many words come before it. */
const WRAPPERS: ReadonlyMap<string, { readonly table: FlagTable; readonly words: number }> = new Map([
  [
    'timeout',
    {
      table: { switches: ['--foreground', '-v'], values: ['-k', '--kill-after', '-s', '--signal'] },
      words: 1,
    },
  ],
  ['nice', { table: { switches: [], values: ['-n', '--adjustment'] }, words: 0 }],
  ['nohup', { table: { switches: [], values: [] }, words: 0 }],
  ['stdbuf', { table: { switches: [], values: ['-i', '-o', '-e'], bundles: true }, words: 0 }],
]);

function behindOptions(program: string, words: readonly string[]): readonly string[] | Launch {
  const wrapper = WRAPPERS.get(program);
  if (wrapper === undefined) return refused(`${program} is not understood`);
  const flags = readFlags(words, wrapper.table);
  return flags.refused === undefined ? flags.rest.slice(wrapper.words) : refused(flags.refused);
}

/** The words of a command that some systems or shells read as a program: `npx ` and `@npx` start npx on Windows. */
const bareName = (command: string): string =>
  /[/\\]/.test(command) ? '' : (programName(command.replace(/^[^A-Za-z0-9]+|[^A-Za-z0-9]+$/g, '')) ?? '');

/** The name at the end of a path: of `/opt/node/lib/npx-cli.js` `npx`. */
const lastName = (path: string): string =>
  path
    .replace(/^.*[/\\]/, '')
    .toLowerCase()
    .replace(/\.(?:exe|cmd|bat|ps1)$/, '')
    .replace(/(?:-cli)?\.[cm]?js$/, '');

const startsPackages = (name: string): boolean => STARTERS.has(name) || FETCHING.includes(name);

/** Why it is not known which program a command is; undefined for a file or a name. */
function uncertain(command: string): string | undefined {
  const name = command.replace(/^.*[/\\]/, '');
  // A client replaces variables, also by a text that is in them.
  if (/[$%{]/.test(name) || command.includes(':-'))
    return `${command} is replaced before it starts, and may be any program`;
  return command !== name && startsPackages(lastName(command))
    ? `${command} may be ${lastName(command)}, and what that runs is not determined`
    : undefined;
}

/** A program of the machine; refused where it or its arguments name one that starts packages, which it may start. */
function localWith([command = '', ...words]: readonly string[], program = command): Launch {
  const bare = bareName(command);
  if (STARTERS.has(bare) || UNREAD.has(bare))
    return refused(`${quoted(command)} is no name of a program; write ${bare}`);
  const starting = startedByArguments(program, [bare, ...words]);
  const [first = ''] = words;
  const [file = ''] = words.filter((word) => !word.startsWith('-'));
  const problem =
    starting ??
    uncertain(command) ??
    (hasCommands(bare) ? commandProblem(bare, first) : undefined) ??
    (runsAnything(bare) && isFarAway(file) ? `${bare} fetches ${file}` : undefined);
  if (problem !== undefined) return refused(problem);
  const named = words
    .flatMap((word) => word.split(/[\s=;&|()"'`]+/))
    .map(lastName)
    .find(startsPackages);
  return named === undefined
    ? local(program)
    : refused(`${program} may start ${named}, and what that runs is not determined`);
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

/** The variables in front of a command, as `env` sets them. */
function assignmentsIn(words: readonly string[]): readonly string[] {
  const count = words.findIndex((word) => !ASSIGNMENT.test(word));
  return words.slice(0, count < 0 ? words.length : count);
}

function behindAssignments(words: readonly string[]): readonly string[] | Launch {
  const assigned = assignmentsIn(words);
  const problem = environmentProblem(assigned.map(variableOf));
  if (problem !== undefined) return refused(problem);
  const behind = words.slice(assigned.length);
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
export const launchOfCommand = (command: string, args: readonly string[]): Launch =>
  launchOfWords([command, ...args], 0);

function launchOfWords(whole: readonly string[], outer: number): Launch {
  let words = whole;
  let uses: UsedVariables = {};
  const wrappers: string[] = [];
  for (let depth = outer; depth <= MAX_WRAPPERS; depth += 1) {
    const [first = '', ...rest] = words;
    if (first === '') return refused('no command is given');
    const program = programName(first);
    if (hidesProgram(first)) return refused('the command has several words; put all but the first into args');
    if (program === undefined) return localWith(words);
    if (UNREAD.has(program)) return refused(`what ${program} runs is not understood`);
    const starter = STARTERS.get(program);
    if (starter !== undefined) {
      const launch = starter(rest, (inner) => launchOfWords(inner, depth + 1));
      return withUses(launch, {
        ...uses,
        ...(launch.references.length > 0 && { launchers: [...wrappers, program] }),
      });
    }
    if (program === 'env') uses = joinedUses(uses, usedVariables(assignmentsIn(rest).map(variableOf)));
    const inside = unwrapped(program, rest);
    if (inside === undefined) return localWith(words, words.slice(0, 2).join(' '));
    if (isLaunch(inside)) return inside;
    wrappers.push(program);
    words = inside;
  }
  return refused('the command is behind too many wrappers');
}
