/** The last part of a path, without the endings of programs. */
const nameOf = (word: string): string =>
  word
    .replace(/^.*[/\\]/, '')
    .toLowerCase()
    .replace(/\.(?:exe|cmd|bat|ps1)$/, '');

/** What separates the words of a line that is one argument. */
const SEPARATORS = /[\s=;&|()"'`]+/;

/** Programs that start a package, with the command that does: undefined where it is the only thing that they do. */
const STARTING: ReadonlyMap<string, RegExp | undefined> = new Map([
  ...['npx', 'pnpx', 'bunx', 'uvx', 'dnx'].map((name): [string, undefined] => [name, undefined]),
  ['npm', /^(?:exec|x)$/],
  ['pnpm', /^dlx$/],
  ['yarn', /^dlx$/],
  ['bun', /^x$/],
  ['uv', /^(?:run|tool|x)$/],
  ['pipx', /^run$/],
  ['docker', /^(?:run|container|compose)$/],
  ['podman', /^(?:run|container|compose)$/],
  ['go', /^run$/],
  ['dotnet', /^(?:dnx|tool)$/],
  ['mcp-hub', /^run$/],
  ['smcp', /^run$/],
]);
const SHELLS = new Set(['sh', 'bash', 'zsh', 'dash', 'ash', 'cmd', 'pwsh', 'powershell']);
/** Options of shells before a line: `-c`, `-lc`, `/c`, `-Command`. */
const LINE = /^(?:-[a-z]*c|\/[ck]|-command|-encodedcommand|-ec?)$/i;

/**
 * The launcher or shell that arguments make a program start, if it starts what they name: `-- npx name`, `--stdio "uvx name"`.
 * Undefined for arguments that only mention one, as `--package-manager npm` does.
 */
function launcherIn(args: readonly string[]): string | undefined {
  const words = args.flatMap((arg) => arg.split(SEPARATORS)).filter((word) => word !== '');
  for (const [at, word] of words.entries()) {
    const [name, behind] = [nameOf(word), words.slice(at + 1)];
    if (SHELLS.has(name) && LINE.test(behind[0] ?? '')) return name;
    if (!STARTING.has(name) || behind.length === 0) continue;
    const command = STARTING.get(name);
    if (command === undefined || behind.some((each) => command.test(each))) return name;
  }
  return undefined;
}

/** Commands of package managers that fetch a package and run it, although they are not for that: `npm init name`. */
const CREATES = /^(?:init|innit|create|c)$/;

const PROJECT = /^run$/;
const SCRIPTS = /^(?:run|start|stop|restart|test|dev|serve|server|mcp|[\w-]+:[\w:.-]+)$/;

/**
 * The commands of programs that run what is in the folder, and fetch nothing by a name. All others may fetch what they run: npm takes
 * every beginning of `exec` for it, and an installation runs scripts of packages.
 */
const OF_FOLDER: ReadonlyMap<string, RegExp> = new Map([
  ['npm', /^(?:run|run-script|start|stop|restart|test)$/],
  ['pnpm', SCRIPTS],
  ['yarn', SCRIPTS],
  ['bun', /^(?:run|\.{0,2}\/[^:]*|[^:-][^:]*\.[cm]?[jt]sx?)$/],
  ['uv', PROJECT],
  ['go', PROJECT],
  // Neither has one; a container or an application that runs already may be any.
  ['pipx', /^(?!)/],
  ['docker', /^(?!)/],
  ['podman', /^(?!)/],
  ['cargo', PROJECT],
  ['dotnet', /^(?:run|exec|.*\.dll)$/i],
  ...['poetry', 'pdm', 'hatch', 'rye', 'pipenv', 'conda', 'mamba', 'micromamba'].map(
    (name): [string, RegExp] => [name, PROJECT],
  ),
]);

/** Why a command of a launcher is no program of the machine that somebody can accept; undefined if it is one. */
export function commandProblem(launcher: string, command = ''): string | undefined {
  if (command.startsWith('-')) return `the option ${command} is not understood; write it behind the command`;
  if (CREATES.test(command)) return `${launcher} ${command} fetches what it runs`;
  return OF_FOLDER.get(launcher)?.test(command) === false
    ? `what ${launcher} ${command} runs is not determined`.replace('  ', ' ')
    : undefined;
}

/** Whether a program has commands that run what is in the folder, and others. */
export const hasCommands = (program: string): boolean => OF_FOLDER.has(program);

/** Why it is not known what a program starts that gets a launcher as an argument; undefined if it gets none. */
export function startedByArguments(program: string, args: readonly string[]): string | undefined {
  const launcher = launcherIn(args);
  return launcher === undefined
    ? undefined
    : `${program} may start ${launcher}, and what that runs is not determined`;
}
