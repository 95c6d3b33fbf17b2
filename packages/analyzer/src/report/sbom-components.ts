import { printable } from '../findings/printable.js';
import { packagingOf } from '../languages/index.js';
import { classifyLicense } from '../licenses/classify-license.js';
import type { Ecosystem } from '../ir/language-names.js';
import type { DeclaredDependency, PackageFacts, ResolvedDependency } from '../packages/package-facts.js';
import { keyOf } from '../packages/resolved.js';
import { unresolvedIn } from '../dependencies/known-versions.js';
import type { ObservedDependency } from '../dependencies/observed.js';
import { compareText } from '../common/text-order.js';
import type { CycloneComponent, CycloneLicense, CycloneProperty } from './cyclonedx.js';
import { purlOf } from './purl.js';

/** A dependency as a component, and whether it is direct. */
export interface Part {
  readonly key: string;
  readonly component: CycloneComponent & { readonly 'bom-ref': string };
  readonly direct: boolean;
}

type Draft = Omit<Part, 'component'> & { readonly component: CycloneComponent };

/** Separates a scope from the name. */
export function named(ecosystem: Ecosystem, name: string): Pick<CycloneComponent, 'group' | 'name'> {
  const scope = packagingOf(ecosystem).namespaces === 'scope' ? /^(@[^/]+)\/(.+)$/su.exec(name) : null;
  const [, group, rest] = scope ?? [];
  return group === undefined || rest === undefined
    ? { name: printable(name) }
    : { group: printable(group), name: printable(rest) };
}

const property = (name: string, value: string | boolean): CycloneProperty => ({
  name: `mcp-analyze:${name}`,
  value: printable(String(value), 600),
});

function licensesOf(license: string | undefined): CycloneLicense[] {
  if (license === undefined || license.trim() === '') return [];
  const { id } = classifyLicense(license, undefined);
  return [id === null ? { license: { name: printable(license) } } : { expression: printable(id) }];
}

/** Whether a dependency was compared with advisories, and why not. */
const comparison = (observed: ObservedDependency | undefined): CycloneProperty[] =>
  observed === undefined
    ? []
    : [
        property('compared-with-advisories', observed.reason === undefined),
        ...(observed.because === undefined ? [] : [property('not-compared-because', observed.because)]),
      ];

/** What the manifests and lockfiles say about the dependencies, and what was compared; undefined if nothing was. */
type Observed = ReadonlyMap<string, ObservedDependency> | undefined;

const observedKey = (
  { ecosystem, name, source }: Pick<ObservedDependency, 'ecosystem' | 'name' | 'source'>,
  version: string,
  range?: string,
): string => [ecosystem, name, source, version, range].join('\0');

const byKey = (observed: readonly ObservedDependency[] | undefined): Observed =>
  observed &&
  new Map(
    observed.map((each) => [
      each.version === undefined && each.range !== undefined && each.direct
        ? observedKey(each, '', each.range)
        : observedKey(each, each.version ?? ''),
      each,
    ]),
  );

function resolvedPart(
  dependency: ResolvedDependency,
  observed: Observed,
  lockfiles: ReadonlySet<string>,
): Draft {
  const { ecosystem, name, version, source, location, index, direct, dev, hashed, installScript, lockfile } =
    dependency;
  const licenses = licensesOf(dependency.license);
  // A dependency from elsewhere is not the registry package of that name.
  const purl = source === 'registry' && index === undefined ? purlOf(ecosystem, name, version) : undefined;
  return {
    key: keyOf(dependency),
    direct,
    component: {
      type: 'library',
      ...named(ecosystem, name),
      ...(version !== '' && { version: printable(version) }),
      scope: dev ? 'excluded' : 'required',
      ...(licenses.length > 0 && { licenses }),
      ...(purl !== undefined && { purl }),
      properties: [
        property('ecosystem', ecosystem),
        property('direct', direct),
        property('development', dev),
        property('source', source),
        property('locked-with-digest', hashed),
        ...(installScript ? [property('install-script', true)] : []),
        ...(location === undefined ? [] : [property('location', location)]),
        ...(index === undefined ? [] : [property('index', index)]),
        property(lockfiles.has(lockfile) ? 'lockfile' : 'manifest', lockfile),
        ...comparison(observed?.get(observedKey(dependency, version))),
      ],
    },
  };
}

const SCOPES = { runtime: 'required', peer: 'required', optional: 'optional', dev: 'excluded' } as const;

/** A dependency that no lockfile resolves: its version is chosen at installation. */
function declaredPart(dependency: DeclaredDependency, observed: Observed): Draft {
  const { ecosystem, name, range, source, index, kind, manifest } = dependency;
  const purl = source === 'registry' && index === undefined ? purlOf(ecosystem, name) : undefined;
  return {
    key: [ecosystem, name, kind, range, manifest].join('\0'),
    direct: true,
    component: {
      type: 'library',
      ...named(ecosystem, name),
      scope: SCOPES[kind],
      ...(purl !== undefined && { purl }),
      properties: [
        property('ecosystem', ecosystem),
        property('direct', true),
        property('development', kind === 'dev'),
        property('source', source),
        property('declared-range', range),
        property('manifest', manifest),
        ...comparison(observed?.get(observedKey(dependency, '', range))),
      ],
    },
  };
}

/** Gives each component a unique reference: its package URL, or its name, with a number when it is taken. */
function referenced(drafts: readonly Draft[], others: Iterable<string>): Part[] {
  const taken = new Set(others);
  const numbers = new Map<string, number>();
  return drafts.map(({ component: { type, ...component }, ...draft }) => {
    const { group, name, version, purl } = component;
    const base = purl ?? `${group === undefined ? '' : `${group}/`}${name}@${version ?? ''}`;
    let number = numbers.get(base) ?? 1;
    let ref = base;
    while (taken.has(ref)) ref = `${base}#${(number += 1)}`;
    numbers.set(base, number);
    taken.add(ref);
    return { ...draft, component: { type, 'bom-ref': ref, ...component } };
  });
}

/**
 * The distinct dependencies of a package as components, in an order that depends on them alone.
 * @param known the versions that are known
 * @param observed which of them were compared with advisories; undefined without any
 * @param taken references of other components
 */
export function partsOf(
  facts: PackageFacts,
  known: readonly ResolvedDependency[],
  observed: readonly ObservedDependency[] | undefined,
  taken: Iterable<string>,
): Part[] {
  const comparisons = byKey(observed);
  const lockfiles = new Set(facts.lockfiles.map(({ path }) => path));
  const declared = new Map(
    unresolvedIn(facts)
      .filter(({ version }) => version === undefined)
      .map((dependency) => declaredPart(dependency, comparisons))
      .map((draft) => [draft.key, draft]),
  );
  const drafts = [
    ...known.map((dependency) => resolvedPart(dependency, comparisons, lockfiles)),
    ...declared.values(),
  ];
  return referenced(
    drafts.sort((one, other) => compareText(one.key, other.key)),
    taken,
  );
}
