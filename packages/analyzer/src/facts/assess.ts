import type { AdvisoryMatch } from '../dependencies/match-advisories.js';
import { folderOf } from '../files/package-path.js';
import type { Release } from '../files/release.js';
import type { PackageFiles } from '../files/source-file.js';
import type { LicenseGroup } from '../licenses/license-group.js';
import { memberTest, packageKey, unresolvedIn } from '../dependencies/known-versions.js';
import type { ObservedDependency } from '../dependencies/observed.js';
import { printable, printablePath } from '../findings/printable.js';
import type { PackageFacts, ResolvedDependency } from '../packages/package-facts.js';
import type { ParsedPackage } from '../analysis/parse-package.js';
import type { Capability, Transport } from '../surface/surface.js';
import type { Finding } from '../findings/finding.js';
import { authenticates, checksOrigin, networkListening, reachOfHost, speaksTls } from './listening.js';
import type {
  Assessment,
  DependencyFacts,
  LockfileState,
  SurfaceFacts,
  ToolFacts,
  TransportFacts,
} from '../scoring/assessment.js';
import type { Surface, Tool } from '../surface/surface.js';
import { blanketSuppressions, ciFacts, documentationFacts, readmeOf, testFacts } from './maturity.js';
import type { OutboundCalls } from './outbound-calls.js';

/** The results of an analysis before scoring. */
export interface Discoveries {
  readonly files: PackageFiles;
  readonly parsed: ParsedPackage;
  readonly facts: PackageFacts;
  readonly surface: Surface;
  readonly capabilities: readonly Capability[];
  readonly outbound: OutboundCalls;
  /** The versions of the protocol that the servers speak, oldest first; null if they are not known. */
  readonly protocolVersions: readonly string[] | null;
  /** The names of the environment variables that product code reads. */
  readonly variables: ReadonlySet<string>;
  readonly findings: readonly Finding[];
  /** The findings of preview rules, which nothing is computed from. */
  readonly previews: readonly Finding[];
  readonly incompleteReasons: readonly string[];
  /** Whether what is missing is product code. */
  readonly missesProduct: boolean;
  readonly license: LicenseGroup;
  /** The versions of dependencies that lockfiles or manifests name, each once. */
  readonly resolved: readonly ResolvedDependency[];
  /** All dependencies, and whether each was compared with advisories. */
  readonly observed: readonly ObservedDependency[];
  /** Undefined without a table of advisories. */
  readonly advisories: readonly AdvisoryMatch[] | undefined;
  /** The date of the newest advisory in the table. */
  readonly advisoriesDay: string | undefined;
  /** The Python release that the files are of. */
  readonly release?: Release;
}

/** The most exposed first. */
const BY_EXPOSURE: readonly Transport[] = ['http', 'sse', 'websocket', 'stdio'];

/** The server's transport: the most exposed one that it listens on. */
export const transportOf = ({ listening }: Surface): Transport =>
  BY_EXPOSURE.find((transport) => listening.some((each) => each.transport === transport)) ?? 'unknown';

function transportFacts(surface: Surface): TransportFacts {
  const hosts = networkListening(surface).flatMap(({ host }) => host ?? []);
  return {
    kind: transportOf(surface),
    bindsLoopback: hosts.length > 0 && hosts.every((host) => reachOfHost(host) === 'loopback'),
    usesTls: speaksTls(surface),
    checksOrigin: checksOrigin(surface),
    authenticates: authenticates(surface),
  };
}

function toolFacts(tool: Tool, readme: string | undefined): ToolFacts {
  const texts = tool.parameters.filter(({ type }) => type === 'string' || type === undefined);
  return {
    typedSchema: tool.typed && tool.parameters.every(({ type }) => type !== undefined),
    described: (tool.description ?? '').trim() !== '',
    stringParameters: texts.length,
    boundedStringParameters: texts.filter(({ bounded }) => bounded).length,
    namedInReadme: tool.name !== '' && (readme?.includes(tool.name) ?? false),
  };
}

function surfaceFacts({ surface, parsed }: Discoveries): SurfaceFacts {
  const readme = readmeOf(parsed.texts);
  return {
    tools: surface.tools.map((tool) => toolFacts(tool, readme)),
    transport: transportFacts(surface),
  };
}

const isUnpinned = ({ range, source }: { readonly range: string; readonly source: string }): boolean =>
  source === 'git' ||
  source === 'http' ||
  (source === 'registry' && ['', '*', 'latest', 'x'].includes(range.trim()));

/** More dependencies are counted in the message of a control. */
const NAMED = 3;

/** The dependencies that an installation needs and that were not compared, in words; empty without any. */
function uncomparedWords(observed: readonly ObservedDependency[]): string {
  const needed = observed.filter(({ isRequired, reason }) => isRequired && reason !== undefined);
  const named = needed
    .slice(0, NAMED)
    .map(({ name, because = '' }) => `${printable(name, 100)} (${printable(because, 150)})`);
  const more = needed.length - named.length;
  return [...named, ...(more > 0 ? [`${more} more`] : [])].join(', ');
}

/** Files whose dependencies are not known: of lockfiles, those without another one beside them. */
function unreadFiles({ problems, unlisted, lockfiles, unreadLockfiles }: PackageFacts): string[] {
  const readable = new Set(lockfiles.map(({ path }) => folderOf(path)));
  const locks = unreadLockfiles.filter(({ path }) => !readable.has(folderOf(path)));
  return [...new Set([...problems, ...unlisted, ...locks].map(({ path }) => path))];
}

/** Whether a lockfile has no version of something that an installation needs: then it has none of what that brings, either. */
const isTransitiveUnknown = (facts: PackageFacts): boolean =>
  unresolvedIn(facts).some(({ kind, conditional }) => kind === 'runtime' && conditional !== true);

/** What is not known of the dependencies, a sentence each. */
function unknownIn({ files: read, facts, observed }: Discoveries): string[] {
  if (read.size === 0) return ['The package was not read.'];
  const uncompared = uncomparedWords(observed);
  const files = unreadFiles(facts);
  const more = files.length > NAMED ? ` and ${files.length - NAMED} more` : '';
  return [
    ...(uncompared === '' ? [] : [`Not compared: ${uncompared}.`]),
    ...(files.length === 0
      ? []
      : [
          `The dependencies of ${files
            .slice(0, NAMED)
            .map((path) => printablePath(path))
            .join(', ')}${more} are not known.`,
        ]),
    ...(uncompared === '' && isTransitiveUnknown(facts)
      ? ['Without a lockfile, the versions of what the dependencies bring are not known.']
      : []),
  ];
}

function dependencyFacts(discoveries: Discoveries): DependencyFacts {
  const { facts, resolved, observed, advisories } = discoveries;
  const isMember = memberTest(facts);
  const declared = new Map(
    facts.manifests.flatMap(({ dependencies }) =>
      dependencies
        .filter((each) => each.excluded !== true && !isMember(each))
        .map((each) => [packageKey(each), each] as const),
    ),
  );
  const compared = observed.filter(({ reason }) => reason === undefined).length;
  const unknown = unknownIn(discoveries);
  return {
    count: Math.max(resolved.length, declared.size),
    withKnownLicense: resolved.filter(({ license }) => license !== undefined).length,
    compared,
    unknown,
    advisoriesObservable: compared > 0 && unknown.length === 0,
    matches: (advisories ?? []).map(({ dependency, severity, malicious }) => ({
      package: `${dependency.ecosystem}:${dependency.name}@${dependency.version}`,
      severity,
      context: dependency.dev ? 'dev' : dependency.direct ? 'direct' : 'transitive',
      malicious,
    })),
    directInstallScripts: resolved.filter(({ direct, installScript }) => direct && installScript).length,
    unpinned: [...declared.values()].filter((each) => each.kind !== 'dev' && isUnpinned(each)).length,
  };
}

function lockfileState({ files, facts }: Discoveries, bundle: boolean): LockfileState {
  if (files.size === 0) return { state: 'not_observable' };
  const wanted = facts.manifests.some(({ dependencies }) =>
    dependencies.some(({ kind }) => kind === 'runtime'),
  );
  const readable = new Set(facts.lockfiles.map(({ path }) => folderOf(path)));
  if (wanted && facts.unreadLockfiles.some(({ path }) => !readable.has(folderOf(path))))
    return { state: 'not_observable' };
  if (facts.lockfiles.length === 0) {
    if (!wanted) return { state: 'none_needed' };
    return { state: bundle ? 'not_observable' : 'none' };
  }
  const dependencies = facts.lockfiles.flatMap((lockfile) => lockfile.dependencies);
  return {
    state: 'present',
    locked: dependencies.length,
    hashed: dependencies.filter(({ hashed }) => hashed).length,
    inSync: facts.lockfiles.every(({ missing }) => missing.length === 0),
  };
}

/** Whether a package was packed by a publishing client: without tests, lockfiles and workflows. */
function isBundle({ facts, parsed }: Discoveries): boolean {
  const roles = new Set(parsed.roles.values());
  return (
    facts.lockfiles.length + facts.unreadLockfiles.length === 0 && !roles.has('test') && !roles.has('ci')
  );
}

/** Converts the results of an analysis into the input of the scores. */
export function assess(discoveries: Discoveries): Assessment {
  const { files, parsed, facts, findings, incompleteReasons, outbound, license } = discoveries;
  const bundle = isBundle(discoveries);
  const swallowed = findings.filter(({ cwe }) => cwe === 390 || cwe === 703).length;
  return {
    findings,
    scan: {
      complete: incompleteReasons.length === 0,
      reasons: incompleteReasons,
      missesProduct: discoveries.missesProduct,
      productFiles: parsed.productFiles,
      parsedProductFiles: parsed.parsedFiles,
    },
    bundle,
    surface: surfaceFacts(discoveries),
    codeQuality: {
      outboundCalls: outbound.count,
      outboundCallsWithTimeout: outbound.limited,
      swallowedExceptions: swallowed,
      blanketSuppressions: blanketSuppressions(parsed.texts),
    },
    dependencies: dependencyFacts(discoveries),
    lockfile: lockfileState(discoveries, bundle),
    license,
    documentation: documentationFacts(files, parsed.texts),
    tests: testFacts(parsed.texts, facts.manifests),
    ci: ciFacts(parsed.texts, [...files.keys()]),
    storedEvidence: { sbom: false, attestation: false },
  };
}
