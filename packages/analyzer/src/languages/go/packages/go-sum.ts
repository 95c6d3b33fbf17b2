import semver from 'semver';
import type { Lockfile, ResolvedDependency } from '../../../packages/package-facts.js';
import { checkCount, type PackagingFile } from '../../../packages/packaging-file.js';
import { eachOnce } from '../../../packages/resolved.js';
import { parseGoMod, type GoMod } from './go-mod.js';

interface SumLine {
  readonly name: string;
  readonly version: string;
  readonly line: number;
}

interface GoSum {
  /** Modules with a digest of their code, by `name@version`. */
  readonly code: ReadonlyMap<string, SumLine>;
  /** Modules with a digest of at least their manifest. */
  readonly known: ReadonlySet<string>;
}

const SUFFIX = '/go.mod';

function parseGoSum(text: string): GoSum {
  const code = new Map<string, SumLine>();
  const known = new Set<string>();
  for (const [at, raw] of text.split('\n').entries()) {
    const [name, written, digest] = raw.trim().split(/\s+/);
    if (name === undefined || written === undefined || digest?.startsWith('h1:') !== true) continue;
    const manifest = written.endsWith(SUFFIX);
    const version = manifest ? written.slice(0, -SUFFIX.length) : written;
    known.add(`${name}@${version}`);
    if (!manifest) code.set(`${name}@${version}`, { name, version, line: at + 1 });
    checkCount(known.size);
  }
  return { code, known };
}

/** Whether the manifest lists all modules needed, including transitive ones. */
function namesAll({ go }: GoMod): boolean {
  const minor = /^1\.([0-9]+)/.exec(go ?? '')?.[1];
  return go !== undefined && (minor === undefined || Number(minor) >= 17);
}

/** A text that is not a version is lower than any version. */
const isHigher = (one: string, other: string): boolean =>
  semver.valid(one) !== null && (semver.valid(other) === null || semver.gt(one, other));

/** Modules that only go.sum lists, each in its highest version: Go selects the highest version required. */
function broughtAlong({ required }: GoMod, sums: GoSum, lockfile: string): ResolvedDependency[] {
  const named = new Set(required.map(({ name }) => name));
  const highest = new Map<string, SumLine>();
  for (const sum of sums.code.values()) {
    const other = highest.get(sum.name);
    if (!named.has(sum.name) && (other === undefined || isHigher(sum.version, other.version)))
      highest.set(sum.name, sum);
  }
  return [...highest.values()].map((sum) => ({
    ecosystem: 'Go',
    ...sum,
    source: 'registry',
    direct: false,
    dev: false,
    hashed: true,
    installScript: false,
    lockfile,
  }));
}

/**
 * The dependencies resolved by a `go.mod` and its `go.sum`: the versions are from the first, the digests from the
 * second.
 * @param sum undefined when there is none: the versions are known without it.
 * @param members the names of modules of the workspace, which come from their folders
 */
export function readGoModules(
  mod: PackagingFile,
  sum: PackagingFile | undefined,
  members: ReadonlySet<string> = new Set(),
): Lockfile {
  const parsed = parseGoMod(mod.text);
  const manifest = { ...parsed, required: parsed.required.filter(({ name }) => !members.has(name)) };
  const sums = parseGoSum(sum?.text ?? '');
  const path = sum?.path ?? mod.path;
  const required = manifest.required.map(({ name, version, source, indirect, line }): ResolvedDependency => {
    const summed = sums.code.get(`${name}@${version}`);
    return {
      ecosystem: 'Go',
      name,
      version,
      source,
      ...(source === 'file' && { location: version }),
      direct: !indirect,
      dev: false,
      // For a module of which only the manifest is needed, go.sum has no other digest.
      hashed: summed !== undefined || (indirect && sums.known.has(`${name}@${version}`)),
      installScript: false,
      lockfile: path,
      line: sum === undefined ? line : (summed?.line ?? 1),
    };
  });
  const further = namesAll(manifest) ? [] : broughtAlong(manifest, sums, path);
  const missing = manifest.required
    .filter(({ indirect, source }) => sum !== undefined && !indirect && source === 'registry')
    .filter(({ name, version }) => !sums.code.has(`${name}@${version}`))
    .map(({ name }) => name);
  return {
    path,
    dependencies: eachOnce([...required, ...further]),
    missing: [...new Set(missing)].sort(),
    members: parsed.required.filter(({ name }) => members.has(name)).map(({ name }) => name),
  };
}
