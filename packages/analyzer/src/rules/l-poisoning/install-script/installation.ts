import type { CallEvent } from '../../../engine/events.js';
import { folderOf, withoutDots } from '../../../files/package-path.js';
import type { Severity } from '../../../findings/finding.js';
import type { Found } from '../../../findings/found.js';
import { filesRunBy, scriptsRunBy, scriptsUnder } from '../../../packages/commands.js';
import type { InstallScript, Manifest } from '../../../packages/package-facts.js';
import { isCodeFile } from '../../support/code-files.js';
import { lineIn } from '../../support/locations.js';
import type { PackageView, Report } from '../../rule.js';
import { conductOf } from '../command-conduct.js';
import { conductOfCode, conductOfShell } from './script-conduct.js';
import { filesRunning, KeyFiles, operationsOf, type Operation } from './start-up-code.js';

const ENDINGS = ['', '.js', '.cjs', '.mjs', '.ts', '.py', '/index.js'];

/** The commands of a script and of the scripts that it runs, each script once. */
export function commandsOf(
  { name, command }: Pick<InstallScript, 'name' | 'command'>,
  { scripts }: Pick<Manifest, 'scripts'>,
): readonly string[] {
  const taken = new Set([name]);
  const commands = [command];
  for (const each of commands)
    for (const called of scriptsRunBy(each).flatMap((name) => scriptsUnder(name, scripts))) {
      const inner = taken.has(called) ? undefined : scripts.get(called);
      taken.add(called);
      if (inner !== undefined) commands.push(inner);
    }
  return commands;
}

/** Build outputs, which a repository does not contain. */
const BUILT = /(?:^|\/)(?:dist|build|lib|out|target|\.next|node_modules|\.venv|venv)\//u;

/** What a finding says about a step of an installation. */
const reportFlow = (
  who: string,
  action: string,
  severity: Severity,
): Pick<Found, 'description' | 'severity' | 'confidence'> => ({
  description: action.startsWith('sends ')
    ? `${who} ${action} while the package is installed, before anybody has looked at it or was asked.`
    : `${who} ${action} while the package is installed: its publisher, or whoever answers there, runs code on every machine.`,
  severity,
  confidence: severity === 'critical' ? 'high' : 'medium',
});

/** A file that runs at installation, and who runs it. */
interface Runner {
  /** Its name in a finding: `postinstall`. */
  readonly by: string;
  readonly manifest: Pick<Manifest, 'scripts'>;
  /** The folder of the manifest, in which commands run. */
  readonly folder: string;
  /** The dependencies in the manifest. */
  readonly own: ReadonlySet<string>;
  /** `prepare` runs only where the package is built: there, only what is critical counts. */
  readonly onlySevere: boolean;
  readonly visited: Set<string>;
}

/** Where a file is run. */
type Start = Pick<Found, 'at' | 'lines'>;

/** Follows what runs when a package is installed, from script to script: npm scripts, code, shell scripts. */
export class Installation {
  private readonly operations = new Map<string, Operation[]>();
  private readonly keyFiles = new KeyFiles();

  readonly onCall = (event: CallEvent): void => {
    this.keyFiles.onCall(event);
    const operations = operationsOf(event, this.keyFiles);
    if (operations.length === 0) return;
    for (const file of filesRunning(event.frame)) {
      const known = this.operations.get(file) ?? [];
      if (known.length < 200) known.push(...operations);
      this.operations.set(file, known);
    }
  };

  check(view: PackageView, report: Report): void {
    for (const manifest of view.facts.manifests) {
      const own = new Set(manifest.dependencies.map(({ name }) => name));
      for (const script of manifest.installScripts)
        new Chain(view, report, this.operations, {
          by: `\`${script.name}\``,
          manifest: script.scripts ? { scripts: script.scripts } : manifest,
          folder: script.folder ?? folderOf(script.manifest),
          own,
          onlySevere: /^(?:pre|post)?prepare$/u.test(script.name),
          visited: new Set(),
        }).script(script);
    }
    for (const path of view.paths)
      if (isSetup(path))
        new Chain(view, report, this.operations, {
          by: 'setup.py',
          manifest: { scripts: new Map() },
          folder: folderOf(path),
          own: new Set(),
          onlySevere: false,
          visited: new Set(),
        }).setup(path);
  }
}

/** Whether a file is run when a Python package is installed or built. */
export const isSetup = (path: string): boolean => /(?:^|\/)(?:setup|hatch_build|pdm_build)\.py$/u.test(path);

/** One installation script, and all that it runs. */
class Chain {
  private readonly paths: ReadonlySet<string>;
  private reports = 0;

  constructor(
    private readonly view: PackageView,
    private readonly report: Report,
    private readonly operations: ReadonlyMap<string, readonly Operation[]>,
    private readonly runner: Runner,
  ) {
    this.paths = new Set(view.paths);
  }

  /** An npm script and the scripts that it calls. */
  script(script: InstallScript): void {
    const start = lineIn(script.manifest, script.line);
    for (const command of commandsOf(script, this.runner.manifest)) {
      const conduct = conductOf(command, this.runner.own);
      if (conduct)
        this.found(start, `The script \`${script.name}\``, conduct.kind, conduct.severe, script.name);
      this.command(command, start, this.runner.folder, true, conduct !== undefined);
    }
  }

  setup(path: string): void {
    this.runner.visited.add(path);
    this.code(path, '`setup.py`, which runs at installation,');
  }

  /** The files that a command runs; `isFirst` for a command of the manifest itself. */
  private command(command: string, start: Start, folder: string, isFirst: boolean, isReported = false): void {
    for (const file of filesRunBy(command)) {
      const path = this.resolve(file, folder);
      if (path !== undefined) this.file(path, start);
      else if (isFirst && !isReported) this.missing(file, start);
    }
    if (isFirst) return;
    const { scripts } = this.runner.manifest;
    for (const name of scriptsRunBy(command).flatMap((called) => scriptsUnder(called, scripts))) {
      const inner = scripts.get(name);
      if (inner === undefined || this.runner.visited.has(`script ${name}`)) continue;
      this.runner.visited.add(`script ${name}`);
      const conduct = conductOf(inner, this.runner.own);
      if (conduct) this.found(start, `The script \`${name}\``, conduct.kind, conduct.severe);
      this.command(inner, start, this.runner.folder, false);
    }
  }

  /** The path of a file that a command names, below the folder of the manifest or of the file that runs it. */
  private resolve(file: string, folder: string): string | undefined {
    // What precedes the name may be a folder that is computed: `${__dirname}/setup.sh`.
    const name = file.replace(/^(?:\$\{?\w+\}?)?\/+/u, '');
    for (const base of new Set([this.runner.folder, folder])) {
      const target = withoutDots(`${base}${name}`);
      const path = ENDINGS.map((ending) => `${target ?? ''}${ending}`).find((each) => this.paths.has(each));
      if (target !== undefined && path !== undefined) return path;
    }
    return undefined;
  }

  private missing(file: string, start: Start): void {
    const name = file.replace(/^(?:\.\/)+/u, '');
    if (this.runner.onlySevere || BUILT.test(name) || !/^[\w./@-]+$/u.test(name) || name.startsWith('../'))
      return;
    this.report({
      ...start,
      description: `The script ${this.runner.by} runs \`${name}\`, which is not in the package: nobody can see what runs while it is installed.`,
      sink: `${this.runner.by}: missing file`,
      severity: 'medium',
      confidence: 'medium',
    });
  }

  private file(path: string, start: Start): void {
    if (this.runner.visited.has(path)) return;
    this.runner.visited.add(path);
    const who = `The file, which ${this.runner.by} runs,`;
    if (isCodeFile(path)) this.code(path, who);
    else this.shell(path, who, start);
  }

  private shell(path: string, who: string, start: Start): void {
    const lines = this.view.file(path)?.lines ?? [];
    const conducts = conductOfShell(lines, this.runner.own);
    for (const { line, kind, severe } of conducts) this.found(lineIn(path, line), who, kind, severe);
    const before = this.reports;
    for (const [index, line] of lines.entries())
      if (!/^\s*#/u.test(line)) this.command(line, lineIn(path, index + 1), folderOf(path), false);
    if (conducts.length > 0 || this.reports > before) return;
    // Nothing in it is known to be bad, but it may do anything.
    if (this.runner.onlySevere) return;
    this.reports += 1;
    this.report({
      ...start,
      description: `${this.runner.by} runs a shell script, \`${path}\`, while the package is installed, before anybody has looked at it.`,
      sink: 'shell script',
      severity: 'medium',
      confidence: 'medium',
    });
  }

  private code(path: string, who: string): void {
    const operations = this.operations.get(path) ?? [];
    const found = conductOfCode(operations, this.runner.own);
    if (found) {
      const { operation, action, severity } = found;
      this.found({ at: operation.frame, lines: operation.lines }, who, action, severity === 'critical');
    }
    for (const { what, command, frame, lines } of operations)
      if (what === 'runs a program' && command !== undefined)
        this.command(command, { at: frame, lines }, folderOf(path), false);
  }

  private found(start: Start, who: string, action: string, severe: boolean, script?: string): void {
    if (this.runner.onlySevere && !severe) return;
    this.reports += 1;
    this.report({
      ...start,
      ...reportFlow(who, action, severe ? 'critical' : 'medium'),
      sink: script === undefined ? action : `${script}: ${action}`,
    });
  }
}
