/** Longer commands are truncated: they are not written by hand. */
const MAX_COMMAND = 6000;

/**
 * The part of a command that is analyzed: with runs of whitespace collapsed, which could push its end out of sight, and
 * truncated.
 */
export const readOf = (written: string): string => written.replaceAll(/\s{2,}/gu, ' ').slice(0, MAX_COMMAND);

/** Programs that run a script file, by name or path. */
const RUNNING =
  /(?:^|\/)(?:node|bun|deno|tsx|ts-node|sh|bash|zsh|dash|python3?|cross-env|powershell|pwsh)(?:\.exe)?$|^(?:source|\.)$/iu;
/** A file that is run by its name. */
const RUN_FILE = /^\.{1,2}\/|\.(?:sh|bash|bat|cmd|ps1)$/iu;
/** Words before the program: `sudo`, keywords of a shell. */
const BEFORE = /^(?:sudo|exec|env|nohup|time|call|then|do|else|if|!|-E)$/u;
const PRELOAD = /^(?:-r|--require|--import|--loader)$/u;
/** Options that take code or a module name, not a file. */
const NO_FILE = /^(?:-e|-p|-pe|-c|-m|--eval|--print|eval)$/u;

/** The files in the arguments of such a program: modules it preloads, and the script itself. */
function scriptsAmong(words: readonly string[]): readonly string[] {
  const files: string[] = [];
  for (let index = 0; index < words.length; index += 1) {
    const word = words[index] ?? '';
    if (NO_FILE.test(word)) return files;
    const [option = '', given] = word.split('=');
    if (PRELOAD.test(option)) {
      files.push(given ?? words[(index += 1)] ?? '');
      continue;
    }
    if (!word.startsWith('-') && word !== 'run' && word !== 'Bypass') return [...files, word];
  }
  return files;
}

/** Files that a command runs: `node scripts/x.js`, `sh ./x.sh`, `python x.py`, `./x`. */
export function filesRunBy(written: string): readonly string[] {
  const command = readOf(written);
  const files: string[] = [];
  for (const part of command.split(/&&|\|\||[;|&\n()]/u)) {
    const all = part
      .trim()
      .split(/\s+/u)
      .filter((word) => !/^\w+=/u.test(word));
    const words = all.slice(all.findIndex((word) => !BEFORE.test(word)));
    const [program = '', ...rest] = words;
    const given = RUNNING.test(program)
      ? scriptsAmong(rest)
      : RUN_FILE.test(program.replace(/["']+$/u, ''))
        ? [program]
        : [];
    for (const file of given) files.push(file.replace(/^["']|["']$/gu, ''));
  }
  for (const [, required = ''] of command.matchAll(/require\(\s*\\?["'`](\.[^"'`\\]+)/gu))
    files.push(required);
  return files;
}

/** Manifest scripts that a command runs: `npm run build`, `yarn x`. */
export const scriptsRunBy = (written: string): readonly string[] =>
  [
    ...readOf(written).matchAll(
      /\b(?:npm\s+run(?:-script)?|pnpm(?:\s+run)?|yarn(?:\s+run)?|bun\s+run)\s+(?:-{1,2}[\w-]+\s+)*([\w:.-]+)/gu,
    ),
  ].map(([, name = '']) => name);
