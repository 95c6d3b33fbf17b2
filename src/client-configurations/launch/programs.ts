/** Programs that run whatever their arguments say. */
const RUNS_ANYTHING =
  /^(?:python[\d.]*w?|py|pypy[\d.]*|node|nodejs|deno|bun|bunx|npm|npx|pnpm|pnpx|yarn|tsx|ts-node|nodemon|uv|uvx|pip[\d.]*|pipx|sh|bash|zsh|dash|ash|ksh|fish|csh|tcsh|pwsh|powershell|cmd|busybox|env|exec|eval|sudo|su|doas|nohup|timeout|nice|time|script|start|open|osascript|rundll32|mshta|wscript|cscript|perl[\d.]*|ruby[\d.]*|php[\d.]*|lua[\d.]*|tclsh|awk|gawk|mawk|sed|find|xargs|make|git|ssh|curl|wget|tar|vi|vim|emacs|docker|podman|go|cargo|java|dotnet|gdb)$/;

/** `python.exe` as `python`. */
const plainName = (command: string): string => command.toLowerCase().replace(/\.(?:exe|cmd|bat|ps1)$/, '');

/** Whether a program runs what its arguments say, such as an interpreter. */
export const runsAnything = (command: string): boolean => RUNS_ANYTHING.test(plainName(command));

const wordsIn = (text: string): string[] => plainName(text).match(/[a-z]{2,}/g) ?? [];

/** `https://github.com/owner/repo#src/folder` as `repo#src/folder`, `npm:@scope/name` as `name`. */
const ownPart = (name: string): string =>
  name.replace(/^https:\/\/[^/]+\/[^/]+\//, '').replace(/^(?:npm|pypi):(?:@[^/]+\/)?/, '');

/**
 * Whether a command can be taken for a program of one of these packages. `npx -p` and `uvx --from` also start programs of
 * the machine, whatever the packages contain, and what a package contains is not known here: so the names must be related.
 */
export function isProgramOf(command: string, names: readonly string[]): boolean {
  if (/[/\\$%]/.test(command) || runsAnything(command)) return false;
  const words = new Set(names.flatMap((name) => wordsIn(ownPart(name))));
  return wordsIn(command).some((word) => words.has(word));
}
