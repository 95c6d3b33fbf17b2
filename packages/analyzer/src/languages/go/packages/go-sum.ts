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
  /** Modules whose code it has a digest of, by `name@version`. */
  readonly code: ReadonlyMap<string, SumLine>;
  /** Modules of which it knows at least the manifest. */
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

/** Whether the manifest names all modules that are needed, those that others bring along too. */
function namesAll({ go }: GoMod): boolean {
  const minor = /^1\.([0-9]+)/.exec(go ?? '')?.[1];
  return go !== undefined && (minor === undefined || Number(minor) >= 17);
}

/** A text that is no version is below all that are. */
const isHigher = (one: string, other: string): boolean =>
  semver.valid(one) !== null && (semver.valid(other) === null || semver.gt(one, other));

/** Modules that only go.sum knows, each in its highest version: Go takes the highest that anyone asks for. */
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
 * What a `go.mod` and the `go.sum` beside it resolve. Go takes the versions of the first; the second has the digests.
 * @param sum Undefined when there is none: the versions are known without it.
 */
export function readGoModules(mod: PackagingFile, sum: PackagingFile | undefined): Lockfile {
  const manifest = parseGoMod(mod.text);
  const sums = parseGoSum(sum?.text ?? '');
  const path = sum?.path ?? mod.path;
  const required = manifest.required.map(({ name, version, source, indirect, line }): ResolvedDependency => {
    const summed = sums.code.get(`${name}@${version}`);
    return {
      ecosystem: 'Go',
      name,
      version,
      source,
      direct: !indirect,
      dev: false,
      // Of a module that is needed for nothing but its manifest, there is no more to have.
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
    format: 'go',
    dependencies: eachOnce([...required, ...further]),
    missing: [...new Set(missing)].sort(),
  };
}
