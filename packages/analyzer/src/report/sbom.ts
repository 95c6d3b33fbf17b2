import type { AdvisoryMatch } from '../dependencies/match-advisories.js';
import { printable } from '../findings/printable.js';
import type { Distribution } from '../files/release.js';
import type { ObservedDependency } from '../dependencies/observed.js';
import { unresolvedIn } from '../dependencies/known-versions.js';
import type { PackageFacts, ResolvedDependency } from '../packages/package-facts.js';
import { keyOf } from '../packages/resolved.js';
import { compareText } from '../common/text-order.js';
import { digestOf } from './canonical-json.js';
import type { CycloneComponent, CycloneDx, CycloneVulnerability } from './cyclonedx.js';
import { purlOf } from './purl.js';
import { SEVERITIES } from '../findings/finding.js';
import type { PackageIdentity } from './report.js';
import { named, partsOf, type Part } from './sbom-components.js';

const SCHEMA = 'http://cyclonedx.org/schema/bom-1.6.schema.json';

/** The input of the SBOM. */
interface SbomSource {
  readonly facts: PackageFacts;
  /** The package itself, as identified in the report. */
  readonly identity: PackageIdentity | null;
  readonly scannerVersion: string;
  /** Whether all of the package was read: an unread part may declare more dependencies. */
  readonly complete: boolean;
  /** The versions of dependencies that are known. */
  readonly known: readonly ResolvedDependency[];
  /** Matches of advisories; without them, the SBOM makes no statement about vulnerabilities. */
  readonly advisories?: readonly AdvisoryMatch[];
  /** Which dependencies were compared with the advisories. */
  readonly observed?: readonly ObservedDependency[];
  /** The files of a Python release. */
  readonly distributions?: readonly Pick<Distribution, 'filename' | 'sha256'>[];
}

type Distributions = SbomSource['distributions'];

/** The files that are the package: an installer takes one of them. */
const distributed = (distributions: Distributions): Pick<CycloneComponent, 'externalReferences'> =>
  distributions === undefined
    ? {}
    : {
        externalReferences: distributions.map(({ filename, sha256 }) => ({
          type: 'distribution',
          url: encodeURI(printable(filename)),
          hashes: [{ alg: 'SHA-256', content: sha256 }],
        })),
      };

function rootOf(identity: PackageIdentity | null): CycloneComponent & { readonly 'bom-ref': string } {
  if (identity?.name == null) return { type: 'application', 'bom-ref': 'package', name: 'package' };
  const { ecosystem, name, version, license } = identity;
  const purl = purlOf(ecosystem, name, version ?? undefined);
  return {
    type: 'application',
    'bom-ref': purl ?? 'package',
    ...named(ecosystem, name),
    ...(version !== null && version !== '' && { version: printable(version) }),
    ...(license !== null && { licenses: [{ expression: license }] }),
    ...(purl !== undefined && { purl }),
  };
}

/** The issuer of an advisory identifier. */
function sourceOf(id: string): { readonly name: string } {
  if (id.startsWith('CVE-')) return { name: 'NVD' };
  return { name: id.startsWith('GHSA-') ? 'GitHub' : 'OSV' };
}

const identified = (id: string): { readonly id: string; readonly source: { readonly name: string } } => ({
  id: printable(id),
  source: sourceOf(id),
});

/** One vulnerability in all affected dependencies. */
function vulnerabilityOf(
  matches: readonly [AdvisoryMatch, ...AdvisoryMatch[]],
  refs: ReadonlyMap<string, string>,
): CycloneVulnerability {
  const worst =
    [...matches].sort(
      (one, other) => SEVERITIES.indexOf(one.severity) - SEVERITIES.indexOf(other.severity),
    )[0] ?? matches[0];
  const { id, aliases, summary, fixedVersions, severity, cvss, malicious } = worst;
  const affects = matches.flatMap(({ dependency }) => {
    const ref = refs.get(keyOf(dependency));
    const versions = [{ version: printable(dependency.version), status: 'affected' as const }];
    return ref === undefined ? [] : [{ ref, versions }];
  });
  const remedies = fixedVersions.slice(0, 3).map((version) => printable(version, 80));
  return {
    ...identified(id),
    references: [...aliases].sort(compareText).map(identified),
    ratings: [{ ...(cvss !== undefined && { score: cvss }), severity }],
    ...(summary !== '' && { description: printable(summary) }),
    ...(remedies.length > 0 && { recommendation: `Fixed in ${remedies.join(', ')}.` }),
    affects: affects.sort((one, other) => compareText(one.ref, other.ref)),
    ...(malicious && { properties: [{ name: 'mcp-analyze:malicious', value: 'true' }] }),
  };
}

function vulnerabilitiesOf(
  advisories: readonly AdvisoryMatch[],
  parts: readonly Part[],
): CycloneVulnerability[] {
  const refs = new Map(parts.map(({ key, component }) => [key, component['bom-ref']]));
  const groups = Map.groupBy(advisories, ({ id }) => id);
  return [...groups]
    .sort(([one], [other]) => compareText(one, other))
    .flatMap(([, [first, ...others]]) => (first ? [vulnerabilityOf([first, ...others], refs)] : []));
}

/** Whether the version of every dependency is known, as far as lockfiles show. */
const isComplete = (facts: PackageFacts): boolean =>
  facts.problems.length + facts.unreadLockfiles.length + facts.unlisted.length === 0 &&
  facts.lockfiles.every(({ missing }) => missing.length === 0) &&
  unresolvedIn(facts).every(({ conditional }) => conditional === true);

/** A UUID derived from a digest (RFC 9562, version 8). */
function uuidOf(digest: string): string {
  const variant = ((Number.parseInt(digest.slice(16, 17), 16) & 3) | 8).toString(16);
  const hex = `${digest.slice(0, 12)}8${digest.slice(13, 16)}${variant}${digest.slice(17, 32)}`;
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-');
}

/**
 * The SBOM of a package as CycloneDX 1.6: the dependencies whose versions lockfiles or manifests name, and declared ones beyond
 * them, which have no version. It has no timestamp, and its serial number is derived from its content: the same package has the same SBOM.
 */
export function toSbom({
  facts,
  identity,
  scannerVersion,
  complete,
  known,
  advisories,
  observed,
  distributions,
}: SbomSource): CycloneDx {
  const root = { ...rootOf(identity), ...distributed(distributions) };
  const rootRef = root['bom-ref'];
  const parts = partsOf(facts, known, advisories && observed, [rootRef]);
  const direct = parts.filter((part) => part.direct).map(({ component }) => component['bom-ref']);
  const content = {
    version: 1,
    metadata: {
      lifecycles: [{ phase: 'pre-build' }],
      tools: { components: [{ type: 'application', name: 'mcp-analyze', version: scannerVersion }] },
      component: root,
    },
    components: parts.map(({ component }) => component),
    // The graph of transitive dependencies is not read from lockfiles.
    dependencies: [{ ref: rootRef, dependsOn: direct.sort(compareText) }],
    compositions: [
      { aggregate: complete && isComplete(facts) ? 'complete' : 'incomplete', dependencies: [rootRef] },
    ],
    ...(advisories && { vulnerabilities: vulnerabilitiesOf(advisories, parts) }),
  } as const;
  return {
    $schema: SCHEMA,
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    serialNumber: `urn:uuid:${uuidOf(digestOf(content))}`,
    ...content,
  };
}
