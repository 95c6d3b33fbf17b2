import type { AdvisoryMatch } from '../dependencies/match-advisories.js';
import { folderOf } from '../files/package-path.js';
import type { Release } from '../files/release.js';
import type { PackageFiles } from '../files/source-file.js';
import type { LicenseGroup } from '../licenses/license-group.js';
import type { Ecosystem, PackageFacts, ResolvedDependency } from '../packages/package-facts.js';
import type { ParsedPackage } from '../parse-package.js';
import type { Capability, Transport } from '../surface/surface.js';
import type { Finding } from '../findings/finding.js';
import { authenticates, networkListening, reachOfHost, speaksTls } from './listening.js';
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
  readonly findings: readonly Finding[];
  readonly incompleteReasons: readonly string[];
  /** Whether what is missing is product code. */
  readonly missesProduct: boolean;
  readonly license: LicenseGroup;
  /** All dependencies that lockfiles resolve, each once. */
  readonly resolved: readonly ResolvedDependency[];
  /** Undefined without a table of advisories. */
  readonly advisories: readonly AdvisoryMatch[] | undefined;
  /** The ecosystems that the table covers. */
  readonly advisoryEcosystems: ReadonlySet<Ecosystem>;
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
    checksOrigin: surface.checksOrigin,
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

function dependencyFacts({ facts, resolved, advisories, advisoryEcosystems }: Discoveries): DependencyFacts {
  const declared = new Map(
    facts.manifests.flatMap(({ dependencies }) =>
      dependencies.map((each) => [`${each.ecosystem}:${each.name}`, each] as const),
    ),
  );
  return {
    count: Math.max(resolved.length, declared.size),
    withKnownLicense: resolved.filter(({ license }) => license !== undefined).length,
    advisoriesObservable:
      resolved.length > 0 && resolved.every(({ ecosystem }) => advisoryEcosystems.has(ecosystem)),
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

function lockfileState({ facts }: Discoveries, bundle: boolean): LockfileState {
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
