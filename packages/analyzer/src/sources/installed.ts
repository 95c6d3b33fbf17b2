import { folderOf, withoutDots } from '../files/package-path.js';
import {
  buildFilesOf,
  envFilesOf,
  filesRunBy,
  isComputed,
  isCutOff,
  modulesRunBy,
  scriptsRunBy,
  scriptsUnder,
} from '../packages/commands.js';
import type { InstallScript, Manifest, PackagingProblem } from '../packages/package-facts.js';
import { languageOf } from './language-of.js';
import type { RunFiles } from './run-files.js';

/** Larger shell scripts are not written by hand. */
const MAX_BYTES = 64 * 1024;
/** More commands, and more characters of commands, are not read in a package. */
const MAX_COMMANDS = 10_000;
const MAX_CHARACTERS = 2_000_000;
const MAX_PROBLEMS = 20;
/** The longest part of a command in a reason. */
const MAX_SHOWN = 80;
/** What only an installation from a repository runs. */
const BUILT = /^(?:pre|post)?prepare$/u;

/** A package manager that a program starts: `execSync("npm run x")`, `spawn("npm", ["run", "x"])`. */
const MANAGER_CALL =
  /\b(?:npm|pnpm|yarn|bun)(?:\.cmd)?["'`,[\s]{1,10}(?:run(?:-script)?["'`,\s]{1,10})?[\w:.-]{1,80}/gu;

/** A command of an installation. */
interface Command {
  readonly text: string;
  /** The folder in which it runs. */
  readonly folder: string;
  /** The file that has it. */
  readonly from: string;
}

/** Follows what runs when a package is installed, from script to script, within bounds for the whole package. */
class Installations {
  readonly problems: PackagingProblem[] = [];
  private commands = 0;
  private characters = 0;

  constructor(private readonly launched: RunFiles) {}

  follow(script: InstallScript, scripts: ReadonlyMap<string, string>): void {
    new Followed(this.launched, script, script.scripts ?? scripts, this).follow();
  }

  /** Whether another command may be read. */
  allows({ text, from }: Command): boolean {
    this.commands += 1;
    this.characters += text.length;
    const isAllowed = this.commands <= MAX_COMMANDS && this.characters <= MAX_CHARACTERS;
    if (!isAllowed) this.note(from, 'has commands that an installation runs, which are too many to read');
    return isAllowed;
  }

  note(path: string, reason: string): void {
    if (this.problems.length >= MAX_PROBLEMS) return;
    if (this.problems.some((problem) => problem.path === path && problem.reason === reason)) return;
    this.problems.push({ path, reason });
  }
}

/** One script of a manifest, and all that it runs. */
class Followed {
  private readonly commands = new Map<string, Command>();
  private readonly names = new Set<string>();
  private readonly read = new Set<string>();
  private readonly folder: string;
  private readonly manifest: string;

  constructor(
    private readonly launched: RunFiles,
    private readonly script: InstallScript,
    private readonly scripts: ReadonlyMap<string, string>,
    private readonly all: Installations,
  ) {
    this.folder = script.folder ?? folderOf(script.manifest);
    this.manifest = script.manifest;
  }

  follow(): void {
    this.add(this.script.command, this.folder, this.manifest);
    // Iterating over a map includes the items added on the way.
    for (const command of this.commands.values()) {
      if (!this.all.allows(command)) return;
      this.run(command);
    }
  }

  private add(text: string, folder: string, from: string): void {
    const key = `${folder}\0${text}`;
    if (!this.commands.has(key)) this.commands.set(key, { text, folder, from });
  }

  private note(path: string, reason: string): void {
    if (!BUILT.test(this.script.name)) this.all.note(path, reason);
  }

  private run({ text, folder, from }: Command): void {
    if (isCutOff(text)) this.note(from, 'has a command that an installation runs, which is too long to read');
    this.addCalled(text);
    for (const name of modulesRunBy(text)) this.launched.addModule(folder, name);
    for (const file of envFilesOf(text)) this.addVariables(folder, file, from);
    for (const file of filesRunBy(text)) this.addFile(folder, file, from);
    if (BUILT.test(this.script.name)) return;
    for (const file of buildFilesOf(text)) {
      const path = withoutDots(`${folder}${file}`);
      if (path !== undefined && this.launched.files.has(path)) this.addFile(folder, file, from);
      else if (isComputed(file)) this.noteComputed(from, file);
    }
  }

  /** The scripts of the manifest that a command runs. */
  private addCalled(text: string): void {
    for (const name of scriptsRunBy(text)) {
      if (this.names.has(name)) continue;
      this.names.add(name);
      for (const called of scriptsUnder(name, this.scripts))
        this.add(this.scripts.get(called) ?? '', this.folder, this.manifest);
    }
    // npm's default.
    if (/\bnpm\s+start\b/u.test(text) && !this.scripts.has('start'))
      this.launched.add(this.folder, 'server.js');
  }

  private addFile(folder: string, file: string, from: string): void {
    this.launched.add(folder, file);
    const path = this.launched.fileOf(folder, file);
    const isFolder = path === undefined && this.launched.isFolder(folder, file);
    const main = isFolder ? this.mainOf(folder, file) : undefined;
    if (isComputed(file)) this.noteComputed(from, file);
    else if (isFolder && main === undefined)
      this.note(from, `runs the files of a folder in an installation: ${file.slice(0, MAX_SHOWN)}`);
    for (const found of [path, main]) if (found !== undefined) this.addScript(found);
  }

  private noteComputed(from: string, file: string): void {
    this.note(
      from,
      `runs files in an installation that are only known while it runs: ${file.slice(0, MAX_SHOWN)}`,
    );
  }

  /** The file that Node.js runs for a folder, by its manifest. */
  private mainOf(folder: string, name: string): string | undefined {
    const inner = `${withoutDots(`${folder}${name}`) ?? ''}/`;
    const bytes = this.launched.files.get(`${inner}package.json`);
    if (bytes === undefined || bytes.length > MAX_BYTES) return undefined;
    try {
      const fields: unknown = JSON.parse(Buffer.from(bytes).toString('utf8'));
      const main =
        typeof fields === 'object' && fields !== null && 'main' in fields ? fields.main : undefined;
      return typeof main === 'string' ? this.launched.fileOf(inner, main) : undefined;
    } catch {
      return undefined;
    }
  }

  /** Adds a file that runs, and what its commands run, where it is started and beside it. */
  private addScript(path: string): void {
    this.launched.found.add(path);
    if (this.read.has(path)) return;
    this.read.add(path);
    for (const line of this.commandsIn(path)) {
      this.add(line, this.folder, path);
      this.add(line, folderOf(path), path);
    }
  }

  /** The options for Node.js in a file of variables. */
  private addVariables(folder: string, file: string, from: string): void {
    if (isComputed(file)) this.noteComputed(from, file);
    const path = withoutDots(`${folder}${file}`);
    if (path === undefined || this.read.has(`variables ${path}`)) return;
    this.read.add(`variables ${path}`);
    const bytes = this.launched.bytesOf(path);
    if (bytes.length > MAX_BYTES)
      this.note(path, 'has variables that an installation runs with, and is too large to read');
    else
      for (const line of Buffer.from(bytes)
        .toString('utf8')
        .split(/\r\n|\n|\r/u))
        if (/^\s*(?:export\s+)?NODE_OPTIONS\s*=/u.test(line)) {
          this.add(line.replace(/\s*=\s*/u, '='), this.folder, path);
          this.add(line.replace(/\s*=\s*/u, '='), folder, path);
        }
  }

  /** The commands in a script: the lines of a shell script, and those in the texts of a program. */
  private commandsIn(path: string): string[] {
    const bytes = this.launched.bytesOf(path);
    const text = Buffer.from(bytes).toString('utf8');
    if (languageOf(path, bytes) !== undefined)
      return [...text.matchAll(MANAGER_CALL)].map(([call]) => call.replaceAll(/["'`,[\]\s]+/gu, ' ').trim());
    if (bytes.length > MAX_BYTES) {
      this.note(path, 'is run by an installation, and is too large to read');
      return [];
    }
    return text
      .replaceAll(/\\\r?\n/gu, ' ')
      .split(/\r\n|\n|\r/u)
      .filter((line) => !/^\s*(?:#|$)/u.test(line));
  }
}

/**
 * Adds what an installation runs to the files that run.
 * @returns what it runs besides, and why that is not known
 */
export function followInstallations(
  launched: RunFiles,
  manifests: readonly Manifest[],
): readonly PackagingProblem[] {
  const installations = new Installations(launched);
  for (const { installScripts, scripts } of manifests)
    for (const script of installScripts) installations.follow(script, scripts);
  return installations.problems;
}
