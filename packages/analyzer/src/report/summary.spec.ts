import { describe, expect, it } from '@jest/globals';
import { countFindings, toolchainOf } from './summary.js';

describe('countFindings', () => {
  it('counts all findings, in total and by severity', () => {
    const findings = (['high', 'low', 'high', 'critical'] as const).map((severity) => ({ severity }));
    expect(countFindings(findings)).toEqual({ total: 4, critical: 1, high: 2, medium: 0, low: 1 });
    expect(countFindings([])).toEqual({ total: 0, critical: 0, high: 0, medium: 0, low: 0 });
  });
});

describe('toolchainOf', () => {
  it('lists each component with its version, and the date of the advisories', () => {
    expect(toolchainOf({ analyzer: '1.2.3', rules: '4.5.6', advisories: '2026-01-31' })).toEqual({
      scanner_version: '1.2.3',
      scoring_version: expect.stringMatching(/^scoring-/),
      controls_catalog_version: expect.stringMatching(/^controls-/),
      toolchain_version: expect.stringMatching(
        /^analyzer:1\.2\.3 rules:4\.5\.6 scoring:\d+\.\d+\.\d+ controls:\d+\.\d+\.\d+ advisories:2026-01-31$/,
      ),
    });
    const { toolchain_version: text } = toolchainOf({ analyzer: '1.0.0', rules: '1.0.0', advisories: null });
    expect(text).toMatch(/ advisories:none$/);
  });
});
