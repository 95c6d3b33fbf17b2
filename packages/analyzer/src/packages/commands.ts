/** Longer commands are truncated: they are not written by hand. */
const MAX_COMMAND = 6000;

/**
 * The part of a command that is analyzed: with runs of whitespace collapsed, which could push its end out of sight, and
 * truncated.
 */
export const readOf = (written: string): string => written.replaceAll(/\s{2,}/gu, ' ').slice(0, MAX_COMMAND);

/** Whether a command is longer than the part that is analyzed. */
export const isCutOff = (written: string): boolean =>
  written.length > MAX_COMMAND && written.replaceAll(/\s{2,}/gu, ' ').length > MAX_COMMAND;

/** Programs that run a script file, by name or path. */
const RUNNING =
  /(?:^|\/)(?:node|nodejs|bun|deno|tsx|ts-node(?:-esm|-dev)?|esno|esr|jiti|vite-node|babel-node|nodemon|forever|sh|bash|zsh|dash|ash|ksh|python[\d.]*|pypy3?|powershell|pwsh)(?:\.exe)?$|^(?:source|\.)$/iu;
/** A file that is run by its name: what has a slash is no program of the search path. */
const RUN_FILE = /^\.{0,2}[\w.@-]*\/|\.(?:sh|bash|bat|cmd|ps1)$/iu;
/** Words before the program: `sudo`, keywords of a shell. */
const BEFORE = /^(?:sudo|exec|env|nohup|time|call|then|do|else|if|while|until|!|\{|-E)$/u;
/** Programs that run the rest of their arguments as a command. */
const WRAPPERS =
  /^(?:npx|pnpx|bunx|cross-env(?:-shell)?|c8|nyc|dotenv|env-cmd|timeout|nice|xvfb-run|xargs|eval)$/u;
const MANAGERS = /^(?:npm|pnpm|yarn|bun)$/u;
/** Subcommands of package managers that run the rest as a command. */
const EXECUTES = /^(?:exec|x|dlx|node)$/u;
const PRELOAD = /^(?:-r|--require|--import|--loader|--experimental-loader|--preload)$/u;
/** Options that take code or a module name, not a file. */
const NO_FILE = /^(?:-e|-p|-pe|-c|-m|--eval|--print|eval)$/u;
/** Options of these programs whose value is the next word. */
const WITH_VALUE =
  /^(?:-C|-W|-X|-P|--conditions|--env-file|--env-file-if-exists|--max-old-space-size|--title|--project|--tsconfig|--cwd|--watch-path)$/u;
const SUBCOMMANDS = new Set(['run', 'start', 'watch', 'Bypass']);
/** What separates the commands of a line. */
const SEPARATORS = /(&&|\|\||[;|&\n()])/u;
const QUOTED = /"((?:[^"\\]|\\.){1,2000})"|'([^']{1,2000})'/gu;
const MAX_NESTING = 3;
/** Options for each Node.js that a command starts. */
const NODE_OPTIONS =
  /(["'])NODE_OPTIONS=([^"']*)\1|\bNODE_OPTIONS\s*\+?=(?:\s*"([^"]*)"|\s*'([^']*)'|((?:(?:-r|--require|--import|--loader|--experimental-loader)\s+)?\S*))/gu;
const SAME_OPTIONS = /^\$\{?NODE_OPTIONS\}?$|^%NODE_OPTIONS%$/u;

/** One command of a line. */
interface Step {
  /** The folder in which it runs, relative to that of the whole line, with a slash at its end; empty for that one. */
  readonly folder: string;
  readonly words: readonly string[];
  /** All words, with the programs that only pass a command on, and without variables. */
  readonly all: readonly string[];
  /** The files that Node.js loads first. */
  readonly preloaded: readonly string[];
  /** Whether another command reads what it prints. */
  readonly isPiped: boolean;
}

const unquoted = (word: string): string => word.replaceAll(/^\\?["']|\\?["']$/gu, '').replaceAll('\\', '/');

/** The folder of the command or of its script, as it is computed. */
const OWN_FOLDER =
  /\$\(\s*(?:pwd|dirname(?: --)? "?(?:\$0|\$\{BASH_SOURCE(?:\[0\])?\})"?)\s*\)|\$(?:PWD\b|\{PWD\})|%~dp0/gu;
const OWN_FOLDER_AGAIN = /\$\(\s*cd "?\."? (?:&&|;) (?:pwd|\.)(?: -P)?\s*\)/gu;

const withOwnFolder = (command: string): string =>
  command.replaceAll(OWN_FOLDER, '.').replaceAll(OWN_FOLDER_AGAIN, '.');

/** The folder after `cd`: one that is computed stays part of the paths in it. One outside of the package is not followed. */
const moved = (folder: string, target: string): string =>
  target === '' || target === '-' || target.startsWith('~') || target.startsWith('/')
    ? folder
    : `${folder}${target.replace(/\/+$/u, '')}/`;

/** The commands of a line, each in the folder to which those before it have changed. */
function* stepsOf(command: string): Generator<Step> {
  const parts = withOwnFolder(command).split(SEPARATORS);
  const outer: string[] = [];
  let folder = '';
  for (const [index, part] of parts.entries()) {
    if (part === '(') outer.push(folder);
    else if (part === ')') folder = outer.pop() ?? folder;
    if (index % 2 === 1) continue;
    const preloaded: string[] = [];
    const rest = part.replace(NODE_OPTIONS, (...given: readonly (string | undefined)[]) => {
      const options = (given[2] ?? given[3] ?? given[4] ?? given[5] ?? '').trim().split(/\s+/u);
      preloaded.push(...scriptsAmong(options.filter((word) => !SAME_OPTIONS.test(word))));
      return '';
    });
    const all = rest
      .trim()
      .split(/\s+/u)
      .filter((word) => !/^\w+=/u.test(word));
    const words = all.slice(all.findIndex((word) => !BEFORE.test(word)));
    const [program = '', target = ''] = words;
    if (/^(?:cd|pushd|chdir)$/u.test(program))
      folder = moved(folder, unquoted(/^\/d$/iu.test(target) ? (words[2] ?? '') : target));
    else yield { folder, words: withoutWrappers(words), all, preloaded, isPiped: parts[index + 1] === '|' };
  }
}

/** A command without the programs that only pass it on: `npx -y cross-env node x.js`. */
function withoutWrappers(words: readonly string[]): readonly string[] {
  let rest = words;
  for (let left = 10; left > 0; left -= 1) {
    const [program = '', second = ''] = rest;
    const executes = MANAGERS.test(program) && EXECUTES.test(second);
    if (!executes && !WRAPPERS.test(program)) return rest;
    const inner = rest.slice(executes && second !== 'node' ? 2 : 1);
    rest = inner.slice(inner.findIndex((word) => !/^-|^\d+$/u.test(word)));
    if (rest.length === words.length) return rest;
  }
  return rest;
}

/** The files in the arguments of such a program: modules it preloads, and the script itself. */
function scriptsAmong(words: readonly string[]): readonly string[] {
  const files: string[] = [];
  // Without names, the runner of tests looks for them itself.
  if (words.includes('--test')) {
    const named = words.filter((word) => !word.startsWith('-'));
    return named.length === 0 ? ['**'] : named;
  }
  for (let index = 0; index < words.length; index += 1) {
    const word = words[index] ?? '';
    if (NO_FILE.test(word)) {
      const code = words[index + 1] ?? '';
      return isVariable(code) ? [...files, code] : files;
    }
    const [option = '', given] = word.split('=');
    if (PRELOAD.test(option)) files.push(given ?? words[(index += 1)] ?? '');
    else if (WITH_VALUE.test(word)) index += 1;
    else if (word.startsWith('<') && !word.startsWith('<<'))
      return [...files, word === '<' ? (words[index + 1] ?? '') : word.slice(1)];
    else if (!word.startsWith('-') && !SUBCOMMANDS.has(word)) return [...files, word];
  }
  return files;
}

/** A word that is computed as a whole. */
const isVariable = (word: string): boolean => /^["']?(?:\$(?:\w+|\{[^}]*\}|[@*]|$)|%\w+%$|`)/u.test(word);

function filesOfStep({ words, all, preloaded, isPiped }: Step): readonly string[] {
  return [...preloaded, ...filesOfProgram(words, all.includes('xargs'), isPiped)];
}

function filesOfProgram(words: readonly string[], isRepeated: boolean, isPiped: boolean): readonly string[] {
  const [program = '', ...rest] = words;
  if (isVariable(program)) return [program];
  // What is printed names the files.
  if (isRepeated && RUNNING.test(program)) return [...scriptsAmong(rest), '**'];
  const run = words.findIndex((word) => /^-exec(?:dir)?$/u.test(word));
  if (program === 'find' && run !== -1) return filesOfProgram(words.slice(run + 1), false, false);
  if (RUNNING.test(program)) return scriptsAmong(rest);
  if (RUN_FILE.test(program.replace(/["']+$/u, ''))) return [program];
  // What is printed may be a script that the next one runs.
  return isPiped && program === 'cat' ? rest.filter((word) => !word.startsWith('-')) : [];
}

/** The texts in quotes that may be commands: `sh -c "node x.js"`. */
const innerCommands = (command: string): string[] =>
  [...command.matchAll(QUOTED)].flatMap(([, one, other]) => {
    const inner = (one ?? other ?? '').replaceAll(/\\(["'])/gu, '$1');
    return /\s/u.test(inner) ? [inner] : [];
  });

/** Files that a command runs, relative to its folder: `node scripts/x.js`, `cd x && sh ./x.sh`, `python x.py`, `./x`. */
export function filesRunBy(written: string, depth = 0): readonly string[] {
  const command = withOwnFolder(readOf(written));
  const files = new Set<string>();
  for (const step of stepsOf(command))
    for (const file of filesOfStep(step))
      // Between the quotes of other quoted texts: `"$(x "y z")"`.
      if (depth === 0 || !/^["']?\$$/u.test(file)) files.add(`${step.folder}${unquoted(file)}`);
  for (const [, required = ''] of command.matchAll(
    /(?:require|import|fork|Worker)\s*\(\s*\\?["'`](\.[^"'`\\]+)/gu,
  ))
    files.add(required);
  if (depth < MAX_NESTING)
    for (const inner of innerCommands(command))
      for (const file of filesRunBy(inner, depth + 1)) files.add(file);
  return [...files];
}

/**
 * Whether the name of a file, or the folder that it is in, is computed when a command runs: `$X`, `x/*.js`. `*` stands for files
 * that a program finds itself.
 */
export const isComputed = (file: string): boolean =>
  /[*?$`{}]|\[|%\w+%/u.test(file.replace(/^\$(?:PSScriptRoot|\{__dirname\})\//u, ''));

const ENV_FILE = /^--env-file(?:-if-exists)?$/u;
const ENV_PROGRAMS = /^(?:dotenvx?|env-cmd)$/u;

/** Files with variables for the programs that a command starts: `node --env-file=.env x.js`, `dotenv -e .env node x.js`. */
export const envFilesOf = (written: string): readonly string[] =>
  [...stepsOf(readOf(written))].flatMap(({ folder, all }) => {
    const files = all.some((word) => ENV_PROGRAMS.test(word)) ? ['.env'] : [];
    const hasProgram = files.length > 0;
    for (const [index, word] of all.entries()) {
      const [option = '', given] = word.split('=');
      if (ENV_FILE.test(option) || (hasProgram && /^(?:-[ef]|--file)$/u.test(option)))
        files.push(given ?? all[index + 1] ?? '');
    }
    return files.map((file) => `${folder}${unquoted(file)}`);
  });

/** Programs that run what a file of their own says, with its usual names. */
const BUILDERS: readonly (readonly [program: RegExp, names: readonly string[]])[] = [
  [/^(?:[gbn]|mingw32-)?make$/u, ['Makefile', 'makefile', 'GNUmakefile', 'BSDmakefile']],
  [/^cmake(?:-js)?$/u, ['CMakeLists.txt']],
  [/^ninja$/u, ['build.ninja']],
  [/^meson$/u, ['meson.build']],
  [/^scons$/u, ['SConstruct']],
  [/^just$/u, ['justfile', 'Justfile', '.justfile']],
  [/^(?:task|go-task)$/u, ['Taskfile.yml', 'Taskfile.yaml', 'taskfile.yml']],
  [/^rake$/u, ['Rakefile', 'rakefile', 'Rakefile.rb']],
  [/^jake$/u, ['Jakefile', 'Jakefile.js', 'jakefile.js']],
  [/^gulp$/u, ['gulpfile.js', 'gulpfile.mjs', 'gulpfile.cjs', 'gulpfile.ts', 'Gulpfile.js']],
  [/^grunt$/u, ['Gruntfile.js', 'Gruntfile.cjs', 'Gruntfile.ts', 'gruntfile.js']],
  [/^ant$/u, ['build.xml']],
  [/^mvnw?$/u, ['pom.xml']],
  [/^gradlew?$/u, ['build.gradle', 'build.gradle.kts']],
  [/^cargo$/u, ['Cargo.toml', 'build.rs']],
];

/** The files that programs for builds may run in a command, by their options and usual names. Most of them do not exist. */
export const buildFilesOf = (written: string): readonly string[] =>
  [...stepsOf(readOf(written))].flatMap(({ folder, words }) => {
    const [program = '', ...rest] = words.map(unquoted);
    const names = BUILDERS.find(([pattern]) => pattern.test(program.replace(/^.*\/|\.exe$/gu, '')))?.[1];
    if (names === undefined) return [];
    const files = rest.slice(0, 20).flatMap((word) => {
      const named = word.replace(/^(?:-[fCSP]|--[a-z-]+=)(?=.)/u, '');
      return named.startsWith('-') || /^\w+=/u.test(named)
        ? []
        : [named, ...names.map((name) => `${named}/${name}`)];
    });
    return [...names, ...files].map((file) => `${folder}${file}`);
  });

/** Modules that Python runs or imports in a command: `python -m x.y`, `python -c "import x"`. */
export const modulesRunBy = (written: string): readonly string[] => {
  const command = readOf(written);
  if (!/\b(?:python|pypy)/u.test(command)) return [];
  return [...command.matchAll(/\s-m\s+([A-Za-z_][.\w]*)|\b(?:import|from)\s+([A-Za-z_][.\w]*)/gu)].map(
    ([, run = '', imported = '']) => run + imported,
  );
};

/** A script of a manifest that a command runs. */
export interface ScriptCall {
  /** The folder of the manifest, relative to that of the command, with a slash at its end; empty for that one. */
  readonly folder: string;
  /** `install` for an installation. */
  readonly name: string;
}

const FOLDER_OPTION = /^(?:--prefix|-C|--dir|--cwd)$/u;
const OTHER_OPTION = /^(?:-w|--workspace|--filter|-F|--loglevel)$/u;
const RUN = /^(?:run|run-script|rum|urn)$/u;
const INSTALL = /^(?:install|i|ci|add|clean-install|install-test|it|rebuild)$/u;
/** Scripts that npm has a command of their own for. */
const NAMED: Readonly<Record<string, string>> = { t: 'test', tst: 'test', test: 'test', start: 'start', stop: 'stop', restart: 'restart' }; // prettier-ignore

function callsOfManager(program: string, words: readonly string[], base: string): ScriptCall[] {
  let folder = base;
  const plain: string[] = [];
  for (let index = 0; index < words.length && words[index] !== '--'; index += 1) {
    const word = unquoted(words[index] ?? '');
    const [option = '', given] = word.split('=');
    if (FOLDER_OPTION.test(option)) folder = moved(base, unquoted(given ?? words[(index += 1)] ?? ''));
    else if (OTHER_OPTION.test(option)) index += given === undefined ? 1 : 0;
    else if (!word.startsWith('-')) plain.push(word);
  }
  const [first = 'install', second = ''] = plain;
  if (RUN.test(first)) return second === '' ? [] : [{ folder, name: second }];
  if (INSTALL.test(first) || (plain.length === 0 && program !== 'npm')) return [{ folder, name: 'install' }];
  const named = NAMED[first];
  if (named !== undefined) return [{ folder, name: named }];
  return program === 'npm' ? [] : [{ folder, name: first }];
}

function callsOfStep({ words, folder }: Step): ScriptCall[] {
  const [program = '', ...rest] = words.map(unquoted);
  if (MANAGERS.test(program)) return callsOfManager(program, rest, folder);
  if (/^(?:run-[sp]|npm-run-all\d?)$/u.test(program))
    return rest.filter((word) => !word.startsWith('-')).map((name) => ({ folder, name }));
  const run = rest.findIndex((word) => /^--run(?:=|$)/u.test(word));
  if (!/^node(?:js)?$/u.test(program) || run === -1) return [];
  return [{ folder, name: (rest[run] ?? '').split('=')[1] ?? rest[run + 1] ?? '' }];
}

/** Scripts of manifests that a command runs, also in other folders: `npm test`, `cd x && yarn y`, `pnpm -C x run y`. */
export function scriptCallsIn(written: string, depth = 0): readonly ScriptCall[] {
  const command = readOf(written);
  const calls = [...stepsOf(command)].flatMap(callsOfStep);
  for (const [, run = '', listed = ''] of command.matchAll(
    /\b(?:npm\s+run(?:-script)?|pnpm\s+run|yarn\s+run|bun\s+run)\s+(?:-{1,2}[\w-]+\s+)*([\w:.-]+)|\bnpm:([\w:.*-]+)/gu,
  ))
    if (!calls.some(({ name }) => name === run + listed)) calls.push({ folder: '', name: run + listed });
  if (depth < MAX_NESTING)
    for (const inner of innerCommands(command)) calls.push(...scriptCallsIn(inner, depth + 1));
  return calls;
}

/** Scripts of the same manifest that a command runs: `npm run build`, `yarn x`. */
export const scriptsRunBy = (written: string): readonly string[] => [
  ...new Set(scriptCallsIn(written).flatMap(({ folder, name }) => (folder === '' ? [name] : []))),
];

/** The scripts that run under a name, in order: with those before and after it, or all that match `build:*`. */
export function scriptsUnder(name: string, scripts: ReadonlyMap<string, string>): readonly string[] {
  if (!name.includes('*')) return [`pre${name}`, name, `post${name}`].filter((each) => scripts.has(each));
  const [start = '', ...rest] = name.split(/\*+/u);
  return [...scripts.keys()].filter((each) => each.startsWith(start) && each.endsWith(rest.at(-1) ?? ''));
}
