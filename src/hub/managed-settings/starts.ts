import { parseSemanticVersion } from '../../common/values/semantic-version.js';
import type { Decided, DecidedServer } from '../decisions/decided.js';
import type { JudgedVersion } from '../decisions/judged-server.js';
import { VERSION_PLACEHOLDER } from '../launch/launch-request.js';
import type { VersionSource } from '../mcps/version-source.js';

/** How a client starts a version of a server, or where it finds it running. */
export type Start =
  | { readonly command: readonly string[]; readonly url?: undefined }
  | { readonly url: string; readonly command?: undefined };

// Stricter than what the registries accept: no name may be an option of the program that gets it.
const NPM_NAME = /^(?:@[a-z0-9][a-z0-9._-]*\/)?[a-z0-9][a-z0-9._-]*$/;
const PYPI_NAME = /^[A-Za-z0-9](?:[A-Za-z0-9._-]*[A-Za-z0-9])?$/;
// PEP 440
const PYPI_VERSION = /^\d[A-Za-z0-9.!+_-]*$/;
const MAX_NAME = 214;
const MAX_VERSION = 128;

/** The command that starts a version of a package; undefined for names and versions that no registry has. */
export function packageCommand(source: VersionSource | null): readonly string[] | undefined {
  if (source?.kind !== 'npm' && source?.kind !== 'pypi') return undefined;
  const { kind, name, version } = source;
  if (name.length > MAX_NAME || version.length > MAX_VERSION) return undefined;
  if (kind === 'npm') {
    const isValid = NPM_NAME.test(name) && parseSemanticVersion(version) !== undefined;
    return isValid ? ['npx', '-y', `${name}@${version}`] : undefined;
  }
  return PYPI_NAME.test(name) && PYPI_VERSION.test(version) ? ['uvx', `${name}==${version}`] : undefined;
}

/** The command that starts an image. */
const imageCommand = (image: string): readonly string[] => ['docker', 'run', '-i', '--rm', image];

/** The newest version of a server that is not revoked, allowed or not: what an address without a version serves. */
export const newestVersion = ({ versions }: DecidedServer): JudgedVersion | undefined =>
  versions.find(({ verdict }) => verdict !== 'revoked');

/** How an allowed version may be started: as the organization says, best first, then as its package. */
export function startsOf(
  server: DecidedServer,
  version: JudgedVersion,
  packages: Decided['packages'],
): readonly Start[] {
  const targets = server.launch?.targets ?? [];
  const isNewest = newestVersion(server) === version;
  const own = targets.filter(({ versionId }) => versionId === version.id || (versionId === null && isNewest));
  const images = own.filter(({ kind }) => kind === 'image').map(({ target }) => target);
  const commands = [
    ...statedCommands(server, version, images),
    ...images.map(imageCommand),
    ...(packages.has(version.id) ? [packageCommand(version.source)] : []),
  ];
  const urls = own.filter(({ kind }) => kind === 'remote').map(({ target }): Start => ({ url: target }));
  return [...commands.flatMap((command): Start[] => (command === undefined ? [] : [{ command }])), ...urls];
}

/** The commands that the organization states, for one version. */
function statedCommands(
  { launch }: DecidedServer,
  version: JudgedVersion,
  images: readonly string[],
): readonly (readonly string[])[] {
  if (launch === undefined || launch.commands.length === 0) return [];
  const number = numberOf(version);
  return launch.commands.flatMap((command) => {
    if (startsAnotherPackage(command, version.source)) return [];
    const isNumbered = command.some((part) => part.includes(VERSION_PLACEHOLDER));
    if (!isNumbered) return command.some((part) => images.includes(part)) ? [command] : [];
    if (number === undefined) return [];
    return [command.map((part) => part.replaceAll(VERSION_PLACEHOLDER, () => number))];
  });
}

/** Programs that start packages by their names. */
const OF_PACKAGES = new Set(['npx', 'npm', 'pnpm', 'pnpx', 'yarn', 'bunx', 'bun', 'uvx', 'uv', 'pipx']);

/**
 * Whether a stated command starts a package other than the one that the version is: the gate denies that one, because
 * it was not analyzed.
 */
function startsAnotherPackage(command: readonly string[], source: VersionSource | null): boolean {
  if (source?.kind !== 'npm' && source?.kind !== 'pypi') return false;
  const program = command[0] === 'cmd' ? command[2] : command[0];
  if (program === undefined || !OF_PACKAGES.has(program)) return false;
  const own = [`${source.name}@${VERSION_PLACEHOLDER}`, `${source.name}==${VERSION_PLACEHOLDER}`];
  return command
    .filter((part) => part.includes(VERSION_PLACEHOLDER))
    .every((part) => !own.includes(part.replace(/^--?[a-z]+=/, '')));
}

/** The number that replaces the placeholder: that of the package, else the semantic version if it means this version. */
function numberOf({ source, semver, isMeantByNumber }: JudgedVersion): string | undefined {
  if (source?.kind === 'npm' || source?.kind === 'pypi') {
    return packageCommand(source) === undefined ? undefined : source.version;
  }
  return isMeantByNumber && parseSemanticVersion(semver) !== undefined ? (semver ?? undefined) : undefined;
}
