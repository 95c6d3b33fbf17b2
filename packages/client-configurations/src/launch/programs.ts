/** Programs that run whatever their arguments say. */
const RUNS_ANYTHING =
  /^(?:python[\d.]*w?|py|pypy[\d.]*|node|nodejs|deno|bun|bunx|npm|npx|pnpm|pnpx|yarn|tsx|ts-node|nodemon|uv|uvx|pip[\d.]*|pipx|sh|bash|zsh|dash|ash|ksh|fish|csh|tcsh|pwsh|powershell|cmd|busybox|env|exec|eval|sudo|su|doas|nohup|timeout|nice|time|script|start|open|osascript|rundll32|mshta|wscript|cscript|perl[\d.]*|ruby[\d.]*|php[\d.]*|lua[\d.]*|tclsh|awk|gawk|mawk|sed|find|xargs|make|git|ssh|curl|wget|tar|vi|vim|emacs|docker|podman|go|cargo|java|dotnet|gdb)$/;

/** `python.exe` as `python`. */
const plainName = (command: string): string => command.toLowerCase().replace(/\.(?:exe|cmd|bat|ps1)$/, '');

/** Whether a program runs what its arguments say, such as an interpreter. */
export const runsAnything = (command: string): boolean => RUNS_ANYTHING.test(plainName(command));

/** Whether a file of an interpreter is one that it fetches, by its address. A drive of Windows has one letter. */
export const isFarAway = (file: string): boolean => /^[a-z][a-z\d+.-]+:/i.test(file);

/** The last part of a name: of `https://github.com/owner/repo#src/folder` `folder`, of `npm:@scope/name` `name`. */
const lastPart = (name: string): string => name.replace(/^(?:npm|pypi):/, '').replace(/^.*[/#]/, '');

const comparable = (name: string): string => plainName(name).replaceAll(/[._-]+/g, '-');

/** Whether a command is called like a package, which says nothing about whether the package has it. */
export const isNamedLike = (command: string, name: string): boolean =>
  comparable(lastPart(name)) === comparable(command);

/** Whether a word can be the command of a package, and is no path, variable, or program that runs whatever its arguments say. */
export const isCommandName = (command: string): boolean => !/[/\\$%]/.test(command) && !runsAnything(command);

/** The packages of which one may have a command: the one that is called like it, else all of them. */
export function packagesWith<Named extends { readonly name: string }>(
  command: string,
  packages: readonly Named[],
): readonly Named[] {
  const alike = packages.find(({ name }) => isNamedLike(command, name));
  return alike === undefined ? packages : [alike];
}
