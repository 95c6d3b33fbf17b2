import { folderOf } from '../../../files/package-path.js';
import { withoutCredentials } from '../../../packages/credentials.js';
import { matchingLines } from '../../../packages/matching-lines.js';
import type {
  DependencySource,
  Lockfile,
  Manifest,
  ResolvedDependency,
} from '../../../packages/package-facts.js';
import { declaredIn, type PackagingFile, UnreadablePackaging } from '../../../packages/packaging-file.js';
import { eachOnce, namesCommit, reachable } from '../../../packages/resolved.js';
import { entriesAt, type Fields, fieldsOf, textAt, valueAt } from '../../../packages/values.js';
import { readYaml } from '../../../packages/yaml-document.js';
import { missingFrom, registryPackage, resolvedSource } from './npm-spec.js';

const RUNTIME = ['dependencies', 'optionalDependencies'];
const SECTIONS = [...RUNTIME, 'devDependencies'];

/** A package's key without its peer versions: `(react@18.0.0)`, before version 6 `_react@18.0.0`. */
function baseKey(key: string, version: number): string {
  const bracket = key.indexOf('(');
  const bare = bracket === -1 ? key : key.slice(0, bracket);
  if (version >= 6) return bare.startsWith('/') ? bare.slice(1) : bare;
  const slash = bare.lastIndexOf('/');
  const peers = bare.indexOf('_', slash);
  return peers === -1 ? bare : bare.slice(0, peers);
}

/** The key of a dependency, from its name and its version reference. */
function keyOf(name: string, reference: string, version: number): string {
  if (version < 6)
    return baseKey(
      reference.startsWith('/') || reference.includes('/') ? reference : `/${name}/${reference}`,
      version,
    );
  const base = baseKey(reference, version);
  // For an alias, the reference is the key of the other package.
  const itself = reference.startsWith('/') || /^(?:@[^/@]+\/)?[^/@:]+@/.test(base);
  return itself ? base : `${name}@${base}`;
}

function nameAndVersion(key: string, entry: unknown, version: number): { name: string; version: string } {
  const base = withoutCredentials(baseKey(key, version));
  const at =
    version < 6 ? base.lastIndexOf('/') : base.indexOf('@', base.startsWith('@') ? base.indexOf('/') : 1);
  const name = at <= 0 ? base : base.slice(0, at);
  return {
    name: textAt(entry, 'name') ?? name.slice(version < 6 ? name.indexOf('/') + 1 : 0),
    version: textAt(entry, 'version') ?? (at <= 0 ? '' : base.slice(at + 1)),
  };
}

function sourceOf(resolution: unknown): DependencySource {
  if (textAt(resolution, 'type') === 'git' || textAt(resolution, 'repo') !== undefined) return 'git';
  if (textAt(resolution, 'directory') !== undefined) return 'file';
  const tarball = textAt(resolution, 'tarball');
  return tarball === undefined ? 'registry' : resolvedSource(tarball);
}

/** Where a package comes from that is not taken from a registry. */
function locationOf(resolution: unknown): string {
  const repository = textAt(resolution, 'repo');
  return repository === undefined
    ? (textAt(resolution, 'tarball') ?? textAt(resolution, 'directory') ?? '')
    : `${repository}#${textAt(resolution, 'commit') ?? ''}`;
}

/** The names of dependencies that are links to folders of the workspace. */
const membersIn = (importers: readonly unknown[]): string[] =>
  importers.flatMap((importer) =>
    SECTIONS.flatMap((section) =>
      entriesAt(importer, section).flatMap(([name, wanted]) => {
        const reference = typeof wanted === 'string' ? wanted : textAt(wanted, 'version');
        return reference?.startsWith('link:') === true ? [name] : [];
      }),
    ),
  );

/** The keys of the dependencies in the given sections. */
const keysIn = (value: unknown, sections: readonly string[], version: number): string[] =>
  sections.flatMap((section) =>
    entriesAt(value, section).flatMap(([name, wanted]) => {
      const reference = typeof wanted === 'string' ? wanted : textAt(wanted, 'version');
      return reference === undefined || reference.startsWith('link:')
        ? []
        : [keyOf(name, reference, version)];
    }),
  );

interface Graph {
  readonly version: number;
  /** The names of packages of the workspace. */
  readonly members: readonly string[];
  readonly direct: ReadonlySet<string>;
  /** The keys needed at run time; undefined if each package has its own `dev` flag. */
  readonly runtime: ReadonlySet<string> | undefined;
}

function graphOf(document: Fields): Graph {
  const version = Number.parseFloat(
    textAt(document, 'lockfileVersion') ?? textAt(document, 'shrinkwrapVersion') ?? '',
  );
  if (Number.isNaN(version)) throw new UnreadablePackaging('has no lockfileVersion');
  const importers = fieldsOf(document['importers'])
    ? entriesAt(document, 'importers').map(([, value]) => value)
    : [document];
  const direct = new Set(importers.flatMap((importer) => keysIn(importer, SECTIONS, version)));
  const members = membersIn(importers);
  if (version < 9) return { version, members, direct, runtime: undefined };
  const needed = Map.groupBy(entriesAt(document, 'snapshots'), ([key]) => baseKey(key, version));
  const roots = importers.flatMap((importer) => keysIn(importer, RUNTIME, version));
  const runtime = reachable(roots, (key) =>
    (needed.get(key) ?? []).flatMap(([, snapshot]) => keysIn(snapshot, RUNTIME, version)),
  );
  return { version, members, direct, runtime };
}

/** The document with the packages. From version 11 on, a document about pnpm itself may precede it. */
function mainDocument(text: string): Fields {
  const documents = text.split(/^---[ \t]*\r?$/m).filter((part) => part.trim() !== '');
  return readYaml(documents.at(-1) ?? '');
}

function linesOfPackages(text: string): ReadonlyMap<string, number> {
  const start = text.search(/^packages:/m);
  const before = text.slice(0, Math.max(start, 0)).split('\n').length - 1;
  const keys = matchingLines(text.slice(Math.max(start, 0)), /^ {2}(\S.*?):(?:\s|$)/);
  // The first occurrence counts: `snapshots` repeats the keys.
  return new Map(
    keys.map(({ line, found }) => [found.replace(/^(['"])(.*)\1$/, '$2'), line + before] as const).reverse(),
  );
}

/** For packages of other platforms, pnpm does not know this, and sets the flag. */
const needsBuild = (entry: unknown): boolean =>
  textAt(entry, 'requiresBuild') === 'true' && textAt(entry, 'optional') !== 'true';

/** pnpm's lockfile, versions 5 to 9: `pnpm-lock.yaml`. */
export function readPnpmLock({ path, text }: PackagingFile, governed: readonly Manifest[]): Lockfile {
  const document = mainDocument(text);
  const { version, members, direct, runtime } = graphOf(document);
  const lines = linesOfPackages(text);
  const packages = entriesAt(document, 'packages').map(([key, entry]): ResolvedDependency => {
    const base = baseKey(key, version);
    const resolution = valueAt(entry, 'resolution');
    const origin = textAt(resolution, 'commit') ?? textAt(resolution, 'tarball') ?? '';
    const source = sourceOf(resolution);
    const { name, version: exact } = nameAndVersion(key, entry, version);
    return {
      ecosystem: 'npm',
      ...(source === 'registry'
        ? registryPackage(name, exact, textAt(resolution, 'tarball'))
        : { name, version: exact, location: locationOf(resolution) }),
      source,
      direct: direct.has(base),
      dev: runtime === undefined ? textAt(entry, 'dev') === 'true' : !runtime.has(base),
      hashed: textAt(resolution, 'integrity') !== undefined || namesCommit(origin),
      installScript: needsBuild(entry),
      lockfile: path,
      line: lines.get(key) ?? 1,
    };
  });
  const dependencies = eachOnce(packages);
  const beside = governed.filter((manifest) => folderOf(manifest.path) === folderOf(path));
  return { path, dependencies, missing: missingFrom(dependencies, declaredIn(beside), members), members };
}
