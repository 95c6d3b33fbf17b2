import type { CycloneDx } from '@mcp-hub/analyzer';
import { describe, expect, it } from '@jest/globals';
import { aFinding, anAnalysis } from '../support/analyses.js';
import { reportDependencies } from '../../src/reports/data/bill-of-materials.js';
import { countsOf } from '../../src/reports/data/snapshot-difference.js';

describe('reportDependencies', () => {
  it('lists direct dependencies first, and counts licenses over all of them', async () => {
    const { sbom, report } = await anAnalysis();
    const part = (
      name: string,
      properties: Readonly<Record<string, string>>,
      license?: string,
    ): CycloneDx['components'][number] => ({
      type: 'library',
      name,
      ...(properties['declared-range'] === undefined && { version: '1.0.0' }),
      ...(license !== undefined && { licenses: [{ expression: license }] }),
      properties: Object.entries(properties).map(([key, value]) => ({ name: `mcp-analyze:${key}`, value })),
    });
    const components = [
      part('b', { ecosystem: 'npm', direct: 'false', development: 'true' }, 'MIT'),
      { ...part('c', { ecosystem: 'npm', direct: 'true', 'install-script': 'true' }, 'MIT'), group: '@acme' },
      part('a', { ecosystem: 'npm', direct: 'true', 'declared-range': '^1' }),
    ];
    const dependencies = reportDependencies({ ...sbom, components }, report.dependencies);
    expect(dependencies).toMatchObject({
      total: 3,
      direct: 2,
      development: 1,
      licenses: [
        { license: 'MIT', components: 2 },
        { license: null, components: 1 },
      ],
    });
    expect(dependencies.components.map(({ name, version, range }) => [name, version, range])).toEqual([
      ['@acme/c', '1.0.0', null],
      ['a', null, '^1'],
      ['b', '1.0.0', null],
    ]);
    expect(dependencies.components[0]).toMatchObject({ install_script: true, license: 'MIT' });
  });
});

describe('countsOf', () => {
  it('counts by severity', () => {
    const findings = [
      aFinding({ severity: 'critical' }),
      aFinding({ severity: 'low' }),
      aFinding({ severity: 'low' }),
    ];
    expect(countsOf(findings)).toEqual({ total: 3, critical: 1, high: 0, medium: 0, low: 2 });
  });
});
