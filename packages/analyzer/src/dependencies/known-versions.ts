import type { Ecosystem } from '../ir/language-names.js';
import { archiveName } from '../packages/package-archives.js';
import type { DeclaredDependency, PackageFacts, ResolvedDependency } from '../packages/package-facts.js';
import { distinct } from '../packages/resolved.js';

const ARCHIVE = /\.(?:whl|zip|tgz|tar(?:\.(?:gz|bz2|xz))?)$/iu;

/** The identity of a package in whatever version. */
export const packageKey = ({
  ecosystem,
  name,
}: {
  readonly ecosystem: Ecosystem;
  readonly name: string;
}): string => `${ecosystem}\0${name}`;

const versionKey = (dependency: {
  readonly ecosystem: Ecosystem;
  readonly name: string;
  readonly version?: string;
}): string => `${packageKey(dependency)}\0${dependency.version ?? ''}`;

/** Whether a dependency is an archive of a released version in the package, unlike a folder of it. */
const isArchive = (location: string | undefined): boolean =>
  location !== undefined && ARCHIVE.test(archiveName(location));

/** Whether advisories can be about a dependency: a folder is no version that somebody has released. */
export const isComparable = ({ source, location }: ResolvedDependency): boolean =>
  source !== 'file' || isArchive(location);

/** The names that lockfiles take from folders of the workspace. */
const membersOf = ({ lockfiles }: PackageFacts): ReadonlySet<string> =>
  new Set(
    lockfiles.flatMap(({ members = [], dependencies: [first] }) =>
      first === undefined
        ? members.map((name) => `\0${name}`)
        : members.map((name) => packageKey({ ...first, name })),
    ),
  );

/** Returns whether a declared dependency is a package of the same workspace, which no registry is asked for. */
export function memberTest(facts: PackageFacts): (dependency: DeclaredDependency) => boolean {
  const members = membersOf(facts);
  return (dependency) =>
    dependency.isMember === true ||
    ((dependency.source === 'registry' || dependency.source === 'file') &&
      (members.has(packageKey(dependency)) || members.has(`\0${dependency.name}`)));
}

/** A declared dependency as one in the version that its manifest names. */
const pinned = (
  { ecosystem, name, version = '', range, source, index, kind, manifest, line }: DeclaredDependency,
  direct: boolean,
): ResolvedDependency => ({
  ecosystem,
  name,
  version,
  source,
  ...(source !== 'registry' && { location: range }),
  ...(index !== undefined && { index }),
  direct,
  dev: kind === 'dev',
  hashed: false,
  installScript: false,
  lockfile: manifest,
  line,
});

/** The versions that manifests name and no lockfile has. */
function pinsIn(facts: PackageFacts, locked: readonly ResolvedDependency[]): ResolvedDependency[] {
  const known = new Set(locked.map(versionKey));
  const isMember = memberTest(facts);
  const isPin = (dependency: DeclaredDependency): boolean =>
    dependency.version !== undefined &&
    dependency.excluded !== true &&
    !isMember(dependency) &&
    !known.has(versionKey(dependency)) &&
    (dependency.source !== 'file' || isArchive(dependency.range));
  const required = facts.manifests.flatMap(({ dependencies }) => dependencies).filter(isPin);
  // npm's lockfile has what comes of overrides.
  const isLocked = locked.some(({ ecosystem }) => ecosystem === 'npm');
  const limited = facts.manifests
    .filter(({ ecosystem }) => ecosystem !== 'npm' || !isLocked)
    .flatMap(({ constraints = [] }) => constraints)
    .filter(isPin);
  return [
    ...required.map((dependency) => pinned(dependency, true)),
    ...limited.map((dependency) => pinned(dependency, false)),
  ];
}

/**
 * The versions of dependencies that are known, each once: those in lockfiles, and those that manifests name themselves, whether
 * or not other lines of a manifest leave versions open.
 */
export function knownVersions(facts: PackageFacts): ResolvedDependency[] {
  const tags = new Map(
    facts.manifests
      .flatMap(({ dependencies }) => dependencies)
      .flatMap((each) =>
        each.source === 'git' && each.version !== undefined ? [[packageKey(each), each.version]] : [],
      ),
  );
  // A lockfile has the commit, and the manifest the tag that names its version.
  const locked = facts.lockfiles
    .flatMap(({ dependencies }) => dependencies)
    .map((each) =>
      each.source === 'git' && each.version === ''
        ? { ...each, version: tags.get(packageKey(each)) ?? '' }
        : each,
    );
  return distinct([...locked, ...pinsIn(facts, locked)]);
}

/** Declared dependencies that no lockfile resolves, without those in folders of the package. */
export function unresolvedIn(facts: PackageFacts): DeclaredDependency[] {
  const resolved = new Set(facts.lockfiles.flatMap(({ dependencies }) => dependencies.map(packageKey)));
  const isMember = memberTest(facts);
  return facts.manifests
    .flatMap(({ dependencies }) => dependencies)
    .filter(
      (dependency) =>
        dependency.excluded !== true &&
        !isMember(dependency) &&
        (dependency.source !== 'file' || isArchive(dependency.range)) &&
        !resolved.has(packageKey(dependency)),
    );
}
