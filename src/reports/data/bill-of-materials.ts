import type { CycloneDx, DependencySummary } from '@mcp-hub/analyzer';
import {
  MAX_COMPONENTS,
  type LicenseCount,
  type ReportComponent,
  type ReportDependencies,
  type ReportUncompared,
} from '../document/report-data.js';

type Component = CycloneDx['components'][number];

/** A fact that the analyzer has written beside a component; null without it. */
const property = ({ properties = [] }: Component, name: string): string | null =>
  properties.find((one) => one.name === `mcp-analyze:${name}`)?.value ?? null;

function licenseOf({ licenses = [] }: Component): string | null {
  const names = licenses.map((license) =>
    'expression' in license ? license.expression : license.license.name,
  );
  return names.length === 0 ? null : names.join(' AND ');
}

const component = (part: Component): ReportComponent => ({
  name: part.group === undefined ? part.name : `${part.group}/${part.name}`,
  version: part.version ?? null,
  range: property(part, 'declared-range'),
  ecosystem: property(part, 'ecosystem') ?? '',
  license: licenseOf(part),
  direct: property(part, 'direct') === 'true',
  development: property(part, 'development') === 'true',
  install_script: property(part, 'install-script') === 'true',
});

const compare = (one: string, other: string): number => (one < other ? -1 : Number(one > other));

const inOrder = (one: ReportComponent, other: ReportComponent): number =>
  Number(other.direct) - Number(one.direct) ||
  Number(one.development) - Number(other.development) ||
  compare(one.name, other.name) ||
  compare(one.version ?? '', other.version ?? '');

function licenseCounts(components: readonly ReportComponent[]): LicenseCount[] {
  const counts = new Map<string | null, number>();
  for (const { license } of components) counts.set(license, (counts.get(license) ?? 0) + 1);
  return [...counts]
    .map(([license, count]) => ({ license, components: count }))
    .sort(
      (one, other) => other.components - one.components || compare(one.license ?? '', other.license ?? ''),
    );
}

/** What was not compared with advisories; undefined in reports of earlier versions. */
function notCompared({ list, unknown = [] }: DependencySummary): ReportUncompared[] | undefined {
  return (
    list && [
      ...list
        .filter(({ compared }) => !compared)
        .map(({ name, version, because = '' }) => ({ name, version, because })),
      ...unknown.map(({ file_path: name, reason }) => ({ name, version: null, because: reason })),
    ]
  );
}

/** The dependencies of a bill of materials, with the advisories of the report. */
export function reportDependencies(sbom: CycloneDx, summary: DependencySummary): ReportDependencies {
  const components = sbom.components.map(component).sort(inOrder);
  const uncompared = notCompared(summary);
  return {
    total: components.length,
    direct: components.filter(({ direct }) => direct).length,
    development: components.filter(({ development }) => development).length,
    sbom_complete: sbom.compositions.every(({ aggregate }) => aggregate === 'complete'),
    advisories_observable: summary.advisories_observable,
    ...(uncompared && { not_compared: uncompared }),
    advisories: summary.advisories,
    components: components.slice(0, MAX_COMPONENTS),
    licenses: licenseCounts(components),
  };
}
