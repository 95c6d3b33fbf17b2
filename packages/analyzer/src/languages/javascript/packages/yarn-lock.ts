import { createRequire } from 'node:module';
import { folderOf } from '../../../files/package-path.js';
import { withoutCredentials } from '../../../packages/credentials.js';
import { matchingLines } from '../../../packages/matching-lines.js';
import type {
  DependencySource,
  Lockfile,
  Manifest,
  ResolvedDependency,
} from '../../../packages/package-facts.js';
import {
  checkCount,
  declaredIn,
  type PackagingFile,
  runtimeNames,
  UnreadablePackaging,
} from '../../../packages/packaging-file.js';
import { eachOnce, namesCommit, reachable } from '../../../packages/resolved.js';
import { defined, entriesAt, fieldsOf, textAt, valueAt } from '../../../packages/values.js';
import { readYaml } from '../../../packages/yaml-document.js';
import { missingFrom, npmSource, realName, registryPackage, resolvedSource } from './npm-spec.js';

const { parse } = createRequire(import.meta.url)('@yarnpkg/lockfile') as {
  parse: (text: string) => { readonly object: unknown };
};

/** A package of the lockfile, with all descriptors that resolve to it: `name@range`. */
interface Entry {
  readonly descriptors: readonly string[];
  readonly value: unknown;
}

interface Origin {
  readonly name: string;
  readonly source: DependencySource;
  readonly hashed: boolean;
  /** The address of the tarball, or the location. */
  readonly address?: string;
}

const CLASSIC = /^# yarn lockfile v1\s*$/m;

const rangeStart = (descriptor: string): number => descriptor.indexOf('@', 1);

/** Whether a line has an unclosed quote, as the parser reads quotes, or one inside a word. */
function hasOpenQuote(line: string): boolean {
  if (/^ *#/.test(line)) return false;
  for (let open = line.indexOf('"'); open !== -1;) {
    if (open > 0 && !/[\s,:]/.test(line[open - 1] ?? '')) return true;
    let close = line.indexOf('"', open + 1);
    while (close !== -1 && line[close - 1] === '\\' && line[close - 2] !== '\\')
      close = line.indexOf('"', close + 1);
    if (close === -1) return true;
    open = line.indexOf('"', close + 1);
  }
  return false;
}

/** The parser loops forever on an unclosed quote or comment, and its messages quote the file. */
function parsed(text: string): unknown {
  if (['<<<<<<<', '=======', '>>>>>>>'].every((marker) => text.includes(marker)))
    throw new UnreadablePackaging('contains merge conflicts');
  if (text.split('\n').some(hasOpenQuote)) throw new UnreadablePackaging('is not a valid yarn.lock');
  try {
    return parse(`${text}\n`).object;
  } catch {
    throw new UnreadablePackaging('is not a valid yarn.lock');
  }
}

function classicEntries(text: string): Entry[] {
  const object = parsed(text);
  const byValue = Map.groupBy(entriesAt(object), ([, value]) => value);
  return [...byValue].map(([value, entries]) => ({
    descriptors: entries.map(([descriptor]) => descriptor),
    value,
  }));
}

function classicOrigin({ descriptors: [first = ''], value }: Entry): Origin {
  const descriptor = withoutCredentials(first);
  const at = rangeStart(descriptor);
  const range = at === -1 ? '' : descriptor.slice(at + 1);
  const resolved = textAt(value, 'resolved');
  const source = resolved === undefined ? npmSource(range) : resolvedSource(resolved);
  return {
    name: realName(at === -1 ? descriptor : descriptor.slice(0, at), range),
    source,
    hashed: textAt(value, 'integrity') !== undefined || (source === 'git' && namesCommit(resolved ?? '')),
    ...defined('address', source === 'registry' ? resolved : (resolved ?? range)),
  };
}

const berryEntries = (text: string): Entry[] =>
  entriesAt(readYaml(text))
    .filter(([key]) => key !== '__metadata')
    .map(([key, value]) => ({ descriptors: key.split(/,\s*/), value }));

/** Whether an entry is the project itself or a package of its workspace. */
const isMember = ({ value }: Entry): boolean => textAt(value, 'resolution')?.includes('@workspace:') === true;

function berryOrigin({ descriptors: [descriptor = ''], value }: Entry): Origin {
  const resolution = withoutCredentials(textAt(value, 'resolution') ?? descriptor);
  const at = rangeStart(resolution);
  const reference = at === -1 ? '' : resolution.slice(at + 1);
  const [protocol = ''] = reference.split(':', 1);
  // `npm:1.0.0::__archiveUrl=https%3A%2F%2F…`, for a registry that is not the usual one.
  const archiveUrl = /[?&:]__archiveUrl=([^&#]+)/u
    .exec(reference)?.[1]
    ?.replaceAll(/%3A/giu, ':')
    .replaceAll(/%2F/giu, '/');
  const registry = protocol === 'npm' || protocol === 'patch' || !reference.includes(':');
  const git = /[#&](?:commit|head|tag)=/.test(reference);
  const source = registry ? 'registry' : git ? 'git' : resolvedSource(reference);
  return {
    name: at === -1 ? resolution : resolution.slice(0, at),
    source,
    hashed: textAt(value, 'checksum') !== undefined || (git && namesCommit(reference)),
    ...defined('address', source === 'registry' ? archiveUrl : reference),
  };
}

/** Newer versions of yarn write `npm:^1.0.0` for `^1.0.0`. An alias, `npm:other@^1.0.0`, is kept. */
const withoutProtocol = (range: string): string =>
  range.startsWith('npm:') && !range.includes('@', 'npm:@'.length) ? range.slice('npm:'.length) : range;

/** The dependencies of the entries: real names by real names. */
function edgesOf(entries: readonly (Entry & Origin)[]): ReadonlyMap<string, string[]> {
  const edges = new Map<string, string[]>();
  for (const { name, value } of entries) {
    const needed = ['dependencies', 'optionalDependencies'].flatMap((section) =>
      entriesAt(value, section).map(([other, range]) =>
        realName(other, withoutProtocol(typeof range === 'string' ? range : '')),
      ),
    );
    const existing = edges.get(name);
    if (existing === undefined) edges.set(name, needed);
    else for (const other of needed) existing.push(other);
  }
  return edges;
}

/** The descriptors in the manifests: `name@range`. */
const descriptorsOf = (governed: readonly Manifest[]): ReadonlySet<string> =>
  new Set(declaredIn(governed).map(({ name, range }) => `${name}@${withoutProtocol(range)}`));

/** A descriptor in the same form, with the real name of an aliased package. */
function realDescriptor(descriptor: string): string {
  const at = rangeStart(descriptor);
  if (at === -1) return descriptor;
  const range = withoutProtocol(descriptor.slice(at + 1));
  return `${realName(descriptor.slice(0, at), range)}@${range}`;
}

/** yarn's lockfile, version 1 and later: `yarn.lock`. It does not mark development dependencies: the manifests do. */
export function readYarnLock({ path, text }: PackagingFile, governed: readonly Manifest[]): Lockfile {
  const berry = !CLASSIC.test(text) && /^__metadata:/m.test(text);
  const all = berry ? berryEntries(text) : classicEntries(text);
  const members = berry ? all.filter(isMember).map((entry) => berryOrigin(entry).name) : [];
  const entries = all
    .filter((entry) => fieldsOf(entry.value) !== undefined && !(berry && isMember(entry)))
    .map((entry) => ({ ...entry, ...(berry ? berryOrigin(entry) : classicOrigin(entry)) }));
  checkCount(entries.length);
  const edges = edgesOf(entries);
  const runtime = reachable(runtimeNames(governed), (name) => edges.get(name) ?? []);
  const declared = new Set(declaredIn(governed).map(({ name }) => name));
  const requested = descriptorsOf(governed);
  const keys = matchingLines(text, /^(["'\w@].*):\s*$/);
  const lines = new Map(
    keys.map(({ line, found }) => [found.replaceAll(/["']/g, '').split(/,\s*/, 1)[0] ?? '', line]),
  );
  const dependencies = eachOnce(
    entries.map((entry): ResolvedDependency => {
      const { name, source, hashed, value, address } = entry;
      const version = textAt(value, 'version') ?? '';
      return {
        ecosystem: 'npm',
        ...(source === 'registry'
          ? registryPackage(name, version, address)
          : { name, version, ...defined('location', address) }),
        source,
        direct:
          entry.descriptors.some((text) => requested.has(realDescriptor(text))) ||
          (source !== 'registry' && declared.has(name)),
        dev: governed.length > 0 && !runtime.has(name),
        hashed,
        installScript: valueAt(value, 'hasInstallScript') === true,
        lockfile: path,
        line: lines.get(entry.descriptors[0] ?? '') ?? 1,
      };
    }),
  );
  const beside = governed.filter((manifest) => folderOf(manifest.path) === folderOf(path));
  return { path, dependencies, missing: missingFrom(dependencies, declaredIn(beside), members), members };
}
