import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { Ajv } from 'ajv';
import formats from 'ajv-formats';
import fc from 'fast-check';
import { analyze, incompleteAnalysis } from '../analysis/analyze.js';
import { parseAdvisories } from '../dependencies/advisories.js';
import type { AdvisoryMatch } from '../dependencies/match-advisories.js';
import type {
  DeclaredDependency,
  Lockfile,
  Manifest,
  PackageFacts,
  ResolvedDependency,
} from '../packages/package-facts.js';
import { prettyJson } from './canonical-json.js';
import type { CycloneComponent, CycloneDx } from './cyclonedx.js';
import type { PackageIdentity } from './report.js';
import { knownVersions } from '../dependencies/known-versions.js';
import { toSbom } from './sbom.js';

const require = createRequire(import.meta.url);
const folder = join(dirname(require.resolve('@cyclonedx/cyclonedx-library/package.json')), 'res', 'schema');
const schemaOf = (name: string): Record<string, unknown> =>
  JSON.parse(readFileSync(join(folder, `${name}.SNAPSHOT.schema.json`), 'utf8')) as Record<string, unknown>;

const ajv = new Ajv({ strict: false, allErrors: true });
formats.default(ajv);
// Formats that do not occur in the documents under test.
for (const format of ['iri-reference', 'idn-email']) ajv.addFormat(format, true);
for (const name of ['spdx', 'jsf-0.82'])
  ajv.addSchema(schemaOf(name), `http://cyclonedx.org/schema/${name}.SNAPSHOT.schema.json`);
const validate = ajv.compile(schemaOf('bom-1.6'));

const IDENTITY: PackageIdentity = {
  ecosystem: 'npm',
  name: '@acme/server',
  version: '1.0.0',
  license: 'MIT',
};

const resolved = (name: string, changes: Partial<ResolvedDependency> = {}): ResolvedDependency => ({
  ecosystem: 'npm',
  name,
  version: '1.0.0',
  source: 'registry',
  direct: true,
  dev: false,
  hashed: true,
  installScript: false,
  lockfile: 'package-lock.json',
  line: 1,
  ...changes,
});

const declared = (name: string, changes: Partial<DeclaredDependency> = {}): DeclaredDependency => ({
  ecosystem: 'npm',
  name,
  range: '^1.0.0',
  source: 'registry',
  kind: 'runtime',
  manifest: 'package.json',
  line: 1,
  ...changes,
});

const lockfile = (dependencies: readonly ResolvedDependency[], path = 'package-lock.json'): Lockfile => ({
  path,
  dependencies,
  missing: [],
});

const manifest = (dependencies: readonly DeclaredDependency[]): Manifest => ({
  path: 'package.json',
  ecosystem: 'npm',
  dependencies,
  installScripts: [],
  scripts: new Map(),
  entrypoints: [],
  commands: [],
});

const factsOf = (
  lockfiles: readonly Lockfile[],
  manifests: readonly Manifest[] = [],
  problems: PackageFacts['problems'] = [],
): PackageFacts => ({
  lockfiles,
  manifests,
  problems,
  unreadLockfiles: [],
  unlisted: [],
});

function expectValid(sbom: CycloneDx): void {
  validate(JSON.parse(prettyJson(sbom)));
  expect(validate.errors ?? []).toEqual([]);
}

/** The SBOM, after checks that it is valid and that its references resolve. */
function sbomOf(
  facts: PackageFacts,
  more: { identity?: PackageIdentity | null; advisories?: AdvisoryMatch[]; complete?: boolean } = {},
): CycloneDx {
  const sbom = toSbom({
    facts,
    known: knownVersions(facts),
    identity: IDENTITY,
    scannerVersion: '1.2.3',
    complete: true,
    ...more,
  });
  expectValid(sbom);
  const refs = [sbom.metadata.component, ...sbom.components].map((component) => component['bom-ref']);
  expect(new Set(refs).size).toBe(refs.length);
  for (const { ref, dependsOn } of sbom.dependencies)
    for (const each of [ref, ...dependsOn]) expect(refs).toContain(each);
  return sbom;
}

const componentOf = (dependency: ResolvedDependency): CycloneComponent | undefined =>
  sbomOf(factsOf([lockfile([dependency])])).components[0];

const propertiesOf = (component: CycloneComponent | undefined): Record<string, string> =>
  Object.fromEntries((component?.properties ?? []).map(({ name, value }) => [name, value]));

describe('toSbom', () => {
  it('describes the package', () => {
    expect(sbomOf(factsOf([])).metadata).toMatchObject({
      tools: { components: [{ name: 'mcp-analyze', version: '1.2.3' }] },
      component: {
        type: 'application',
        'bom-ref': 'pkg:npm/%40acme/server@1.0.0',
        group: '@acme',
        name: 'server',
        version: '1.0.0',
        licenses: [{ expression: 'MIT' }],
        purl: 'pkg:npm/%40acme/server@1.0.0',
      },
    });
    const nameless = { ecosystem: 'PyPI', name: null, version: null, license: null } as const;
    for (const identity of [null, nameless])
      expect(sbomOf(factsOf([]), { identity }).metadata.component).toEqual({
        type: 'application',
        'bom-ref': 'package',
        name: 'package',
      });
  });

  it.each([
    ['npm', 'express', '4.1.0', 'pkg:npm/express@4.1.0'],
    ['npm', '@types/node', '24.0.0', 'pkg:npm/%40types/node@24.0.0'],
    ['PyPI', 'ruamel-yaml', '0.18', 'pkg:pypi/ruamel-yaml@0.18'],
    ['Go', 'github.com/Acme/x', 'v1.2.3', 'pkg:golang/github.com/Acme/x@v1.2.3'],
  ] as const)('names the %s package %s %s by %s', (ecosystem, name, version, purl) => {
    expect(componentOf(resolved(name, { ecosystem, version }))).toMatchObject({
      purl,
      'bom-ref': purl,
      version,
    });
  });

  it('includes the facts that lockfiles have about a dependency', () => {
    const component = componentOf(
      resolved('left-pad', { dev: true, hashed: false, installScript: true, license: 'WTFPL' }),
    );
    expect(component).toMatchObject({
      type: 'library',
      scope: 'excluded',
      licenses: [{ expression: 'WTFPL' }],
    });
    expect(propertiesOf(component)).toEqual({
      'mcp-analyze:ecosystem': 'npm',
      'mcp-analyze:direct': 'true',
      'mcp-analyze:development': 'true',
      'mcp-analyze:source': 'registry',
      'mcp-analyze:locked-with-digest': 'false',
      'mcp-analyze:install-script': 'true',
      'mcp-analyze:lockfile': 'package-lock.json',
    });
  });

  it('uses a license that is not an SPDX expression as a name', () => {
    expect(componentOf(resolved('x', { license: 'Do what you like' }))?.licenses).toEqual([
      { license: { name: 'Do what you like' } },
    ]);
    expect(componentOf(resolved('x', { license: ' ' }))).not.toHaveProperty('licenses');
  });

  it('does not identify a dependency from elsewhere as a registry package', () => {
    for (const source of ['git', 'http', 'file'] as const)
      expect(componentOf(resolved('x', { source }))).not.toHaveProperty('purl');
  });

  it('lists a dependency of several lockfiles once', () => {
    const facts = factsOf([
      lockfile([resolved('a', { direct: false, dev: true })]),
      lockfile([resolved('a', { hashed: false }), resolved('b')], 'web/package-lock.json'),
    ]);
    const { components, dependencies } = sbomOf(facts);
    expect(components.map(({ name, scope }) => [name, scope])).toEqual([
      ['a', 'required'],
      ['b', 'required'],
    ]);
    expect(propertiesOf(components[0])).toMatchObject({
      'mcp-analyze:direct': 'true',
      'mcp-analyze:locked-with-digest': 'false',
    });
    expect(dependencies[0]?.dependsOn).toEqual(['pkg:npm/a@1.0.0', 'pkg:npm/b@1.0.0']);
  });

  it('lists direct dependencies in the dependency graph, and no others', () => {
    const facts = factsOf([lockfile([resolved('a'), resolved('deep', { direct: false })])]);
    expect(sbomOf(facts).dependencies).toEqual([
      { ref: 'pkg:npm/%40acme/server@1.0.0', dependsOn: ['pkg:npm/a@1.0.0'] },
    ]);
  });

  it('lists unresolved dependencies without a version, and is marked as incomplete', () => {
    const { components, compositions, dependencies } = sbomOf(
      factsOf(
        [],
        [manifest([declared('a'), declared('b', { kind: 'dev' }), declared('here', { source: 'file' })])],
      ),
    );
    expect(components.map(({ purl, version, scope }) => [purl, version, scope])).toEqual([
      ['pkg:npm/a', undefined, 'required'],
      ['pkg:npm/b', undefined, 'excluded'],
    ]);
    expect(propertiesOf(components[0])).toMatchObject({ 'mcp-analyze:declared-range': '^1.0.0' });
    expect(dependencies[0]?.dependsOn).toEqual(['pkg:npm/a', 'pkg:npm/b']);
    expect(compositions[0]?.aggregate).toBe('incomplete');
  });

  it('is marked as complete when the lockfiles resolve all declared dependencies', () => {
    const locked = lockfile([resolved('a')]);
    const asked = manifest([declared('a'), declared('win32-only', { conditional: true })]);
    const aggregateOf = (facts: PackageFacts): string | undefined => sbomOf(facts).compositions[0]?.aggregate;
    expect(aggregateOf(factsOf([locked], [asked]))).toBe('complete');
    expect(aggregateOf(factsOf([{ ...locked, missing: ['b'] }], [asked]))).toBe('incomplete');
    expect(aggregateOf(factsOf([locked], [asked], [{ path: 'bun.lock', reason: 'not read' }]))).toBe(
      'incomplete',
    );
  });

  it('is marked as incomplete when the analysis is', async () => {
    const { compositions } = sbomOf(factsOf([lockfile([resolved('a')])]), { complete: false });
    expect(compositions[0]?.aggregate).toBe('incomplete');
    const { sbom } = await incompleteAnalysis('the analysis did not end');
    expectValid(sbom);
    expect(sbom.compositions[0]?.aggregate).toBe('incomplete');
  });

  it('lists each advisory once, with all affected dependencies', () => {
    const newer = resolved('a', { version: '1.1.0' });
    const dependencies = [resolved('a', { version: '1.0.0' }), newer];
    const match = (dependency: ResolvedDependency, changes: Partial<AdvisoryMatch> = {}): AdvisoryMatch => ({
      dependency,
      id: 'GHSA-2',
      aliases: ['CVE-2026-1'],
      summary: 'Bad',
      severity: 'high',
      cvss: 7.5,
      malicious: false,
      fixedVersions: ['1.2.0'],
      ...changes,
    });
    const advisories = [
      ...dependencies.map((dependency) => match(dependency)),
      match(newer, {
        id: 'GHSA-1',
        severity: 'critical',
        malicious: true,
        fixedVersions: [],
        aliases: [],
      }),
      match(resolved('not listed'), { id: 'GHSA-3' }),
    ];
    const { vulnerabilities } = sbomOf(factsOf([lockfile(dependencies)]), { advisories });
    expect(vulnerabilities?.map(({ id, affects }) => [id, affects.map(({ ref }) => ref)])).toEqual([
      ['GHSA-1', ['pkg:npm/a@1.1.0']],
      ['GHSA-2', ['pkg:npm/a@1.0.0', 'pkg:npm/a@1.1.0']],
      ['GHSA-3', []],
    ]);
    expect(vulnerabilities?.[0]?.properties).toEqual([{ name: 'mcp-analyze:malicious', value: 'true' }]);
    expect(vulnerabilities?.[1]).toMatchObject({
      source: { name: 'GitHub' },
      references: [{ id: 'CVE-2026-1', source: { name: 'NVD' } }],
      ratings: [{ score: 7.5, severity: 'high' }],
      recommendation: 'Fixed in 1.2.0.',
    });
    expect(sbomOf(factsOf([]))).not.toHaveProperty('vulnerabilities');
  });

  it('lists an advisory once for a dependency of several lockfiles', async () => {
    const lockOf = (dev: boolean): Buffer =>
      Buffer.from(
        JSON.stringify({ lockfileVersion: 3, packages: { 'node_modules/a': { version: '1.0.0', dev } } }),
      );
    const files = new Map([
      ['package-lock.json', lockOf(true)],
      ['web/package-lock.json', lockOf(false)],
    ]);
    const affected = [{ package: { ecosystem: 'npm', name: 'a' }, versions: ['1.0.0'] }];
    const { report, sbom } = await analyze(files, {
      advisories: parseAdvisories({ id: 'GHSA-1', affected }),
    });
    expectValid(sbom);
    expect(sbom.vulnerabilities?.map(({ affects }) => affects.map(({ ref }) => ref))).toEqual([
      ['pkg:npm/a@1.0.0'],
    ]);
    expect(report.dependencies.advisories.map(({ id, name }) => [id, name])).toEqual([['GHSA-1', 'a']]);
  });

  it('has no timestamp, and a serial number derived from its content', () => {
    const { serialNumber } = sbomOf(factsOf([lockfile([resolved('a')])]));
    expect(serialNumber).toMatch(
      /^urn:uuid:[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/,
    );
    expect(sbomOf(factsOf([lockfile([resolved('a')])])).serialNumber).toBe(serialNumber);
    expect(sbomOf(factsOf([lockfile([resolved('b')])])).serialNumber).not.toBe(serialNumber);
    expect(prettyJson(sbomOf(factsOf([])))).not.toContain('timestamp');
  });

  it('is valid with any names, and does not depend on their order', () => {
    const text = fc.oneof(
      fc.constantFrom('a', 'A', '@a/b', 'a@1', '', '../x', 'a\u202eb', '\ud800', 'pkg:npm/a@1'),
      fc.array(fc.integer({ min: 0, max: 0xffff })).map((units) => String.fromCharCode(...units)),
    );
    const dependency = fc
      .record({
        name: text,
        version: text,
        license: text,
        lockfile: fc.constant('l'),
        ecosystem: fc.constantFrom('npm' as const, 'PyPI' as const, 'Go' as const),
        source: fc.constantFrom('registry' as const, 'git' as const),
        direct: fc.boolean(),
      })
      .map(({ name, ...changes }) => resolved(name, changes));
    const lists = fc.uniqueArray(dependency, {
      selector: ({ name, version, ecosystem, source }) => [name, version, ecosystem, source].join('\0'),
    });
    const asked = fc.uniqueArray(text).map((names) => names.map((name) => declared(name)));
    fc.assert(
      fc.property(lists, asked, text, (dependencies, manifestDependencies, name) => {
        const identity = { ...IDENTITY, name };
        const sbom = sbomOf(factsOf([lockfile(dependencies)], [manifest(manifestDependencies)]), {
          identity,
        });
        const turned = factsOf(
          [lockfile(dependencies.toReversed())],
          [manifest(manifestDependencies.toReversed())],
        );
        expect(sbomOf(turned, { identity })).toEqual(sbom);
      }),
      { numRuns: 100 },
    );
  });
});
