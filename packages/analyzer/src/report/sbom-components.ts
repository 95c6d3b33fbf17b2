import { printable } from '../findings/printable.js';
import { packagingOf } from '../languages/index.js';
import { classifyLicense } from '../licenses/classify-license.js';
import type {
  DeclaredDependency,
  Ecosystem,
  PackageFacts,
  ResolvedDependency,
} from '../packages/package-facts.js';
import { distinct, keyOf } from '../packages/resolved.js';
import { compareText } from '../text-order.js';
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

function resolvedPart(dependency: ResolvedDependency): Draft {
  const { ecosystem, name, version, source, direct, dev, hashed, installScript, license, lockfile } =
    dependency;
  const licenses = licensesOf(license);
  // A dependency from elsewhere is not the registry package of that name.
  const purl = source === 'registry' ? purlOf(ecosystem, name, version) : undefined;
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
        property('lockfile', lockfile),
      ],
    },
  };
}

const SCOPES = { runtime: 'required', peer: 'required', optional: 'optional', dev: 'excluded' } as const;

/** A dependency that no lockfile resolves: its version is chosen at installation. */
function declaredPart(dependency: DeclaredDependency): Draft {
  const { ecosystem, name, range, source, kind, manifest } = dependency;
  const purl = source === 'registry' ? purlOf(ecosystem, name) : undefined;
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
      ],
    },
  };
}

const packageKey = ({ ecosystem, name }: { readonly ecosystem: Ecosystem; readonly name: string }): string =>
  `${ecosystem}\0${name}`;

/** Declared dependencies that no lockfile resolves, without those in folders of the package. */
export function unresolvedIn({ manifests, lockfiles }: PackageFacts): DeclaredDependency[] {
  const resolved = new Set(lockfiles.flatMap(({ dependencies }) => dependencies.map(packageKey)));
  return manifests
    .flatMap(({ dependencies }) => dependencies)
    .filter((dependency) => dependency.source !== 'file' && !resolved.has(packageKey(dependency)));
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
 * @param taken references of other components
 */
export function partsOf(facts: PackageFacts, taken: Iterable<string>): Part[] {
  const resolved = distinct(facts.lockfiles.flatMap(({ dependencies }) => dependencies));
  const declared = new Map(
    unresolvedIn(facts)
      .map(declaredPart)
      .map((draft) => [draft.key, draft]),
  );
  const drafts = [...resolved.map(resolvedPart), ...declared.values()];
  return referenced(
    drafts.sort((one, other) => compareText(one.key, other.key)),
    taken,
  );
}
