import { isPackage } from '@mcp-hub/analyzer/package-names';
import type { SettingsLauncher } from '@mcp-hub/client-configurations';
import { parseSemanticVersion } from '../../../common/values/semantic-version.js';
import type { Decided, DecidedServer } from '../catalog-decisions/decided.js';
import type { VersionDecision } from '../catalog-decisions/catalog-evaluator.js';
import { VERSION_PLACEHOLDER } from '../launch/launch-request.js';
import type { VersionSource } from '../../catalog/mcps/version-source.js';
import { isOf, isRunner, programOf } from './launcher.js';
import { packageCommand } from './package-command.js';
import { runCommands, type RunCommand } from './run-commands.js';

/** How a client starts a version of a server, or where it finds it running. */
export type Start =
  | { readonly command: readonly string[]; readonly url?: undefined }
  | { readonly url: string; readonly command?: undefined };

/** The command that starts an image. */
const imageCommand = (image: string): readonly string[] => ['docker', 'run', '-i', '--rm', image];

/** The newest version of a server that is not revoked, allowed or not: what an address without a version serves. */
export const newestVersion = ({ versions }: DecidedServer): VersionDecision | undefined =>
  versions.find(({ outcome }) => outcome !== 'revoked');

/**
 * How an allowed version may be started, best first: as the organization says, by the registry's clients, then as its image
 * or package.
 */
export function startsOf(
  server: DecidedServer,
  version: VersionDecision,
  packages: Decided['packages'],
  launcher: SettingsLauncher,
): readonly Start[] {
  const runs = runCommands(version, packages);
  const targets = server.launch?.targets ?? [];
  const isNewest = newestVersion(server) === version;
  const own = targets.filter(({ versionId }) => versionId === version.id || (versionId === null && isNewest));
  const images = own.filter(({ kind }) => kind === 'image').map(({ target }) => target);
  const commands = [
    ...statedCommands(server, version, { images, runs }),
    ...runs.map(({ command }) => command),
    ...images.map(imageCommand),
    ...(packages.has(version.id) ? [packageCommand(version.source)] : []),
  ];
  const urls = own.filter(({ kind }) => kind === 'remote').map(({ target }): Start => ({ url: target }));
  const starts = commands.flatMap((command): Start[] =>
    command === undefined || !isOf(launcher, command) ? [] : [{ command }],
  );
  return [...starts, ...urls];
}

/** The commands that the organization states, for one version. */
function statedCommands(
  { launch }: DecidedServer,
  version: VersionDecision,
  { images, runs }: { readonly images: readonly string[]; readonly runs: readonly RunCommand[] },
): readonly (readonly string[])[] {
  if (launch === undefined || launch.commands.length === 0) return [];
  const number = numberOf(version);
  return launch.commands.flatMap((command) => {
    if (isRunner(programOf(command))) return statedRuns(command, runs);
    if (startsAnotherPackage(command, version.source)) return [];
    const isNumbered = command.some((part) => part.includes(VERSION_PLACEHOLDER));
    if (!isNumbered) return command.some((part) => images.includes(part)) ? [command] : [];
    if (number === undefined) return [];
    return [command.map((part) => part.replaceAll(VERSION_PLACEHOLDER, () => number))];
  });
}

/** A stated command of the registry's clients, for each of the references by which they start the version itself. */
function statedRuns(command: readonly string[], runs: readonly RunCommand[]): readonly (readonly string[])[] {
  const at = command[0] === 'cmd' ? 2 : 0;
  return runs.flatMap(({ command: own, number }) => {
    const words = command.map((part) => part.replaceAll(VERSION_PLACEHOLDER, () => number));
    return own.every((word, index) => words[at + index] === word) ? [words] : [];
  });
}

/** Programs that start packages by their names. */
const OF_PACKAGES = new Set(['npx', 'npm', 'pnpm', 'pnpx', 'yarn', 'bunx', 'bun', 'uvx', 'uv', 'pipx']);

/**
 * Whether a stated command starts a package other than the one that the version is: the gate denies that one, because
 * it was not analyzed.
 */
function startsAnotherPackage(command: readonly string[], source: VersionSource | null): boolean {
  if (!isPackage(source)) return false;
  const program = programOf(command);
  if (program === undefined || !OF_PACKAGES.has(program)) return false;
  const own = [`${source.name}@${VERSION_PLACEHOLDER}`, `${source.name}==${VERSION_PLACEHOLDER}`];
  return command
    .filter((part) => part.includes(VERSION_PLACEHOLDER))
    .every((part) => !own.includes(part.replace(/^--?[a-z]+=/, '')));
}

/** The number that replaces the placeholder: that of the package, else the semantic version if it means this version. */
function numberOf({ source, semver, isResolvedByNumber }: VersionDecision): string | undefined {
  if (isPackage(source)) {
    return packageCommand(source) === undefined ? undefined : source.version;
  }
  return isResolvedByNumber && parseSemanticVersion(semver) !== undefined ? (semver ?? undefined) : undefined;
}
