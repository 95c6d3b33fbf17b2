import { extensionOf } from '../files/package-path.js';
import type { PackageFiles } from '../files/source-file.js';
import { languageOf } from '../sources/language-of.js';
import { choosingVariable, ownFolders, ownPath, programOf } from './launch-words.js';
import type { DeclaredLaunch } from './manifest.js';
import type { JudgedLaunch, Start } from './judged-launch.js';
import { startedByArguments } from '../common/launcher-words.js';
import { startedPackage } from './package-launchers.js';

/** Where a launch is looked up. */
export interface LaunchContext {
  readonly files: PackageFiles;
  /** The programs that a manifest of the bundle declares, such as the console scripts of a Python project. */
  readonly scripts: ReadonlySet<string>;
}

const unknown = (reason: string): Start => ({ kind: 'unknown', reason });

/** Options of Node.js that load nothing. */
const NODE_FLAGS =
  /^--(?:no-warnings|no-deprecation|trace-warnings|trace-deprecation|trace-uncaught|enable-source-maps|experimental-(?:sqlite|vm-modules|fetch|strip-types|modules)|max-old-space-size=\d+)$/u;
/** Options of Python that load nothing. */
const PYTHON_FLAGS = /^-[uBsEIO]+$/u;
const PYTHON = /^python(?:3(?:\.\d+)?)?$/u;
const UV_FLAGS =
  /^(?:-q|--quiet|--frozen|--locked|--no-dev|--no-sync|--no-progress|--offline|--isolated|--no-config|--no-env-file)$/u;
const UV_FOLDERS = new Set(['--directory', '--project']);
const PYTHON_VERSION = /^3(?:\.\d+){0,2}$/u;
/** What `cmd.exe` gives a meaning to, also inside of words. */
const FOR_CMD = /[&|<>^"%\r\n]/u;
const MAX_DEPTH = 4;

/** Judges the launches of one bundle. */
class LaunchJudge {
  constructor(
    private readonly context: LaunchContext,
    private readonly variables: ReadonlyMap<string, string>,
  ) {}

  /** @param folder of the bundle in which the program runs, with a slash at its end; undefined if clients choose it */
  start(words: readonly string[], folder: string | undefined, depth = 0): Start {
    const [first = '', ...rest] = words;
    if (depth > MAX_DEPTH) return unknown('the command is behind too many others');
    const own = this.pathOf(first, undefined);
    if (own !== undefined) return this.program(own);
    const program = programOf(first);
    if (program === undefined) return unknown(`${first} is no program of the bundle`);
    const fetched = startedPackage([program, ...rest]);
    if (fetched !== undefined) return { kind: 'package', ...fetched };
    if (program === 'cmd' && /^\/c$/iu.test(rest[0] ?? '')) {
      const line = rest.slice(1);
      return line.some((word) => FOR_CMD.test(word))
        ? unknown('it is a line for a shell, which may run anything')
        : this.start(line, folder, depth + 1);
    }
    if (program === 'node') return this.script(rest, NODE_FLAGS, folder);
    if (PYTHON.test(program)) return this.python(rest, folder);
    if (program === 'uv') return this.uv(rest, folder, depth);
    return unknown(`${first} is a program of the machine`);
  }

  /** A path of the bundle that is there; on Windows, programs have endings that commands leave out. */
  private pathOf(word: string, folder: string | undefined): string | undefined {
    const isRelative = folder !== undefined && /^[\w@.-][\w@./ -]*$/u.test(word);
    return ownPath(isRelative ? `\${__dirname}/${folder}${word}` : word);
  }

  /** A file of the bundle that runs by itself. */
  private program(path: string): Start {
    const found = [path, `${path}.exe`].find((each) => this.context.files.has(each));
    if (found === undefined) return unknown(`${path} is not in the bundle`);
    return (
      this.code(found) ?? {
        kind: 'unknown',
        reason: `${found} is a program that cannot be analyzed`,
        isProgramOfBundle: true,
      }
    );
  }

  private code(path: string): Start | undefined {
    const bytes = this.context.files.get(path);
    const isCode = bytes !== undefined && languageOf(path, bytes) !== undefined;
    return isCode ? { kind: 'bundle', path } : undefined;
  }

  /** The file that a runtime is given, as Node.js finds it. */
  private file(word: string, folder: string | undefined): Start {
    const path = this.pathOf(word, folder);
    if (path === undefined) return unknown(`${word} is no file of the bundle`);
    for (const ending of ['', '.js', '.mjs', '.cjs', '/index.js', '/__main__.py']) {
      const found = this.code(`${path}${ending}`);
      if (found !== undefined) return found;
    }
    return unknown(
      this.context.files.has(path) ? `${path} is no code that is analyzed` : `${path} is not in the bundle`,
    );
  }

  private script(words: readonly string[], flags: RegExp, folder: string | undefined): Start {
    const at = words.findIndex((word) => !flags.test(word));
    const word = words[at];
    if (word === undefined) return unknown('no file is named');
    return word.startsWith('-') ? unknown(`the option ${word} is not understood`) : this.file(word, folder);
  }

  private python(words: readonly string[], folder: string | undefined): Start {
    const at = words.findIndex((word) => !PYTHON_FLAGS.test(word));
    return words[at] === '-m'
      ? this.module(words[at + 1] ?? '', folder)
      : this.script(words, PYTHON_FLAGS, folder);
  }

  /** A module in a folder of the bundle that Python searches. */
  private module(name: string, folder: string | undefined): Start {
    const path = name.replaceAll('.', '/');
    const searched = ownFolders(this.variables.get('PYTHONPATH') ?? '') ?? [];
    const folders = [
      ...(folder === undefined ? [] : [folder]),
      ...searched.map((each) => (each === '' ? '' : `${each}/`)),
    ];
    if (/^[\w./]+$/u.test(path))
      for (const each of folders)
        for (const found of [`${path}.py`, `${path}/__main__.py`]) {
          const start = this.code(`${each}${found}`);
          if (start !== undefined) return start;
        }
    return unknown(`the module ${name} is not in the bundle`);
  }

  /** `uv run` starts a file or a program of the project in a folder. */
  private uv(words: readonly string[], outer: string | undefined, depth: number): Start {
    let folder = outer;
    let at = 0;
    let runs = false;
    for (; at < words.length; at += 1) {
      const word = words[at] ?? '';
      if (!runs && word === 'run') runs = true;
      else if (UV_FOLDERS.has(word)) {
        const path = ownPath(words[(at += 1)] ?? '');
        if (path === undefined) return unknown(`${word} leads out of the bundle`);
        folder = path === '' ? '' : `${path}/`;
      } else if (word === '--python' || word === '-p') {
        if (!PYTHON_VERSION.test(words[(at += 1)] ?? '')) return unknown(`${word} names another program`);
      } else if (word === '--with') {
        const reference = words[at + 1] ?? '';
        return {
          kind: 'package',
          reference,
          isPinned: /^[\w.-]+(?:\[[\w.,-]*\])?==\d[\w.!+-]*$/u.test(reference),
        };
      } else if (word.startsWith('-') && !UV_FLAGS.test(word))
        return unknown(`the option ${word} is not understood`);
      else if (!word.startsWith('-')) break;
    }
    const [target = '', ...rest] = words.slice(at);
    if (!runs || target === '') return unknown('uv is understood only as uv run with a file or a program');
    return this.uvTarget(target, rest, folder, depth);
  }

  private uvTarget(
    target: string,
    rest: readonly string[],
    folder: string | undefined,
    depth: number,
  ): Start {
    if (PYTHON.test(target)) return this.start([target, ...rest], folder, depth + 1);
    if (extensionOf(target) === 'py' || ownPath(target) !== undefined) return this.file(target, folder);
    const isOwn = folder !== undefined && this.context.scripts.has(target);
    return isOwn
      ? { kind: 'bundle', path: `${folder}pyproject.toml` }
      : unknown(`${target} is no program of the bundle's project`);
  }
}

/**
 * What a launch starts. Only what is certain to be code of the bundle counts as that: a positive list of programs, options and
 * variables.
 */
export function judgedLaunch(launch: DeclaredLaunch, context: LaunchContext): JudgedLaunch {
  const start = new LaunchJudge(context, launch.variables).start(launch.command, undefined);
  const variable = choosingVariable(launch.variables);
  const others = startedByArguments('the server', launch.command.slice(1));
  if (start.kind === 'bundle' && others !== undefined) return { ...launch, start: unknown(others) };
  // A package that is fetched is not made harmless by a variable, and says more.
  if (variable === undefined || start.kind === 'package') return { ...launch, start };
  return { ...launch, start: unknown(`the variable ${variable} may choose other code`) };
}
