import type { Ecosystem } from '../ir/language-names.js';
import { packagingOf } from '../languages/index.js';
import { gitReference, hostedReference } from '../packages/package-archives.js';
import type {
  DeclaredDependency,
  DependencySource,
  PackageFacts,
  ResolvedDependency,
} from '../packages/package-facts.js';
import { keyOf } from '../packages/resolved.js';
import { isComparable, memberTest, packageKey, unresolvedIn } from './known-versions.js';
import type { AdvisoryMatch } from './match-advisories.js';

/** Why the absence of an advisory says nothing about a dependency. */
export const NOT_COMPARED = [
  'open_range',
  'git',
  'url',
  'file',
  'unknown_alias',
  'private_index',
  'unreadable_version',
  'no_advisories',
  'excluded',
] as const;
export type NotCompared = (typeof NOT_COMPARED)[number];

/** What is known of a dependency's version, and whether it was compared with advisories. */
export interface ObservedDependency {
  readonly ecosystem: Ecosystem;
  readonly name: string;
  /** Undefined if it is chosen at installation. */
  readonly version?: string;
  /** As a manifest declares it; undefined for what only a lockfile has. */
  readonly range?: string;
  readonly source: DependencySource;
  readonly direct: boolean;
  readonly dev: boolean;
  /** Whether an installation needs it: not for development, and no extra. */
  readonly isRequired: boolean;
  readonly path: string;
  readonly line: number;
  /** Undefined if it was compared. */
  readonly reason?: NotCompared;
  /** The reason in words. */
  readonly because?: string;
}

type Reason = readonly [NotCompared, string];

/** The reference in a Git location of any notation: behind `#` or `@`, or in the path of an archive. */
function referenceIn(location: string): string {
  const [path = '', fragment] = location.split('#', 2);
  if (fragment !== undefined && !/^(?:egg|subdirectory|semver)[=:]/u.test(fragment))
    return fragment.split(/[&:]/u, 1)[0]?.replace(/^(?:commit|tag|head)=/u, '') ?? '';
  const bare = path
    .replace(/^[a-z+]+:\/\/[^/]*/iu, '')
    .replace(/^git@/u, '')
    .replace(/\?.*$/su, '');
  const at = bare.indexOf('@');
  return at === -1 ? (hostedReference(path) ?? '') : bare.slice(at + 1);
}

function gitWords(location: string): string {
  const { kind, name } = gitReference(referenceIn(location));
  if (kind === 'default branch') return 'the default branch of a Git repository';
  if (kind === 'reference') return `the branch or tag ${name} of a Git repository`;
  return `the ${kind} ${name} of a Git repository`;
}

/** Ranges without a version, which another file or registry would resolve. */
const ELSEWHERE = /^(?:catalog|jsr):/u;

function openReason(range: string): Reason {
  const written = range.trim();
  if (ELSEWHERE.test(written)) return ['unknown_alias', `${written} is not resolved`];
  const isAny = ['', '*', 'x'].includes(written);
  return ['open_range', isAny ? 'any version may be installed' : `${written} allows several versions`];
}

/** Why a known version says little about what is installed; undefined if it says all. */
function reasonOf(
  { ecosystem, version, source, location = '', index }: ResolvedDependency,
  compared: ReadonlySet<Ecosystem>,
): Reason | undefined {
  if (source === 'git') return ['git', gitWords(location === '' ? version : location)];
  if (packagingOf(ecosystem).versions.read(version) === undefined)
    return source === 'http'
      ? ['url', 'its address names no version']
      : [
          'unreadable_version',
          version === '' ? 'its version is not given' : `${version} is no version that can be compared`,
        ];
  if (index !== undefined)
    return [
      'private_index',
      index === ''
        ? 'it comes from no index'
        : `it comes from ${index}, where the name may be another package's`,
    ];
  if (!compared.has(ecosystem)) return ['no_advisories', `there are no advisories about ${ecosystem}`];
  return undefined;
}

const reasoned = (reason: Reason | undefined): Pick<ObservedDependency, 'reason' | 'because'> =>
  reason === undefined ? {} : { reason: reason[0], because: reason[1] };

/** Why the version of a declared dependency is not known. */
function unknownReason({ range, source, excluded }: DeclaredDependency): Reason {
  if (excluded === true) return ['excluded', 'its marker holds in no environment'];
  if (source === 'git') return ['git', gitWords(range)];
  if (source === 'http') return ['url', 'its address names no version'];
  return source === 'file' ? ['file', `it is at ${range}, and no released version`] : openReason(range);
}

function ofDeclared(dependency: DeclaredDependency): ObservedDependency {
  const { ecosystem, name, range, source, kind, conditional, excluded, manifest, line } = dependency;
  return {
    ecosystem,
    name,
    range,
    source,
    direct: true,
    dev: kind === 'dev',
    isRequired: kind === 'runtime' && conditional !== true && excluded !== true && source !== 'file',
    path: manifest,
    line,
    ...reasoned(unknownReason(dependency)),
  };
}

/**
 * All dependencies, each with its version or the reason why that is not known, and whether it was compared with advisories. A
 * version that an advisory affects counts as compared, wherever it comes from. Packages of the workspace are not listed.
 * @param compared the ecosystems of the advisories
 */
export function observedDependencies(
  facts: PackageFacts,
  known: readonly ResolvedDependency[],
  matches: readonly AdvisoryMatch[],
  compared: ReadonlySet<Ecosystem>,
): ObservedDependency[] {
  const matched = new Set(matches.map(({ dependency }) => keyOf(dependency)));
  const all = facts.manifests.flatMap(({ dependencies }) => dependencies);
  // What several manifests ask for differently is not shown.
  const ranges = new Map<string, string | undefined>();
  for (const each of all) {
    const key = packageKey(each);
    ranges.set(key, ranges.has(key) && ranges.get(key) !== each.range ? undefined : each.range);
  }
  const versions = known.map((dependency): ObservedDependency => {
    const { ecosystem, name, version, source, direct, dev, lockfile, line, location = '' } = dependency;
    const range = direct ? ranges.get(packageKey(dependency)) : undefined;
    const isFolder = !isComparable(dependency);
    const reason: Reason | undefined = isFolder
      ? ['file', `it is at ${location === '' ? version : location}, and no released version`]
      : reasonOf(dependency, compared);
    return {
      ecosystem,
      name,
      ...(version !== '' && { version }),
      ...(range !== undefined && { range }),
      source,
      direct,
      dev,
      isRequired: !dev && !isFolder,
      path: lockfile,
      line,
      ...(matched.has(keyOf(dependency)) ? {} : reasoned(reason)),
    };
  });
  return [...versions, ...unknownVersions(facts, all)];
}

/** Declared dependencies whose version is not known, each once. */
function unknownVersions(facts: PackageFacts, all: readonly DeclaredDependency[]): ObservedDependency[] {
  const isMember = memberTest(facts);
  const unresolved = new Set(unresolvedIn(facts));
  const resolved = new Set(facts.lockfiles.flatMap(({ dependencies }) => dependencies.map(packageKey)));
  const excluded = [
    ...all.filter((each) => each.excluded === true),
    ...facts.lockfiles.flatMap((lockfile) => lockfile.excluded ?? []),
  ];
  const folders = all.filter(
    (each) =>
      each.source === 'file' && !isMember(each) && !unresolved.has(each) && !resolved.has(packageKey(each)),
  );
  const open = [...unresolved].filter(({ version }) => version === undefined);
  const found = [...open, ...folders, ...excluded].map(ofDeclared);
  return [
    ...new Map(
      found.map((each) => [[packageKey(each), each.range, each.reason, each.dev].join('\0'), each]),
    ).values(),
  ];
}
