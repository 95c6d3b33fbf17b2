import { describe, expect, it } from '@jest/globals';
import { CONTROL_CATALOG, CONTROLS_CATALOG_VERSION } from './control-catalog.js';

describe('the catalog', () => {
  it('is controls-1.0.0', () => {
    expect(CONTROLS_CATALOG_VERSION).toBe('controls-1.0.0');
    expect(
      CONTROL_CATALOG.map((control) => [
        control.id,
        control.name,
        control.category,
        control.isMcpCritical,
        control.weight,
        control.severity,
      ]),
    ).toEqual([
      ['SEC-001', 'Injection prevention', 'SECURITY', false, 10, 'critical'],
      ['SEC-002', 'Filesystem boundary', 'SECURITY', false, 8, 'high'],
      ['SEC-003', 'No hard-coded secrets', 'SECURITY', false, 9, 'high'],
      ['SEC-004', 'Egress and data-exposure control', 'SECURITY', false, 8, 'high'],
      ['SEC-005', 'Tool definition integrity', 'SECURITY', true, 10, 'critical'],
      ['SEC-006', 'Prompt-injection-safe output', 'SECURITY', true, 7, 'high'],
      ['SEC-007', 'Tool input schema validation', 'SECURITY', true, 7, 'medium'],
      ['SEC-008', 'Least privilege and authorization', 'SECURITY', true, 8, 'high'],
      ['SEC-009', 'Secure transport', 'SECURITY', true, 6, 'medium'],
      ['SEC-010', 'Resource limits and timeouts', 'SECURITY', false, 5, 'medium'],
      ['SEC-011', 'Safe storage and logging', 'SECURITY', false, 5, 'medium'],
      ['SUP-001', 'No vulnerable, malicious or install-script dependency', 'SUPPLY_CHAIN', false, 8, 'high'],
      ['SUP-002', 'Dependencies locked with integrity', 'SUPPLY_CHAIN', false, 6, 'medium'],
      ['SUP-003', 'Licence declared and compatible', 'SUPPLY_CHAIN', false, 3, 'low'],
      ['MAT-001', 'Documentation and security policy', 'MATURITY', false, 3, 'low'],
      ['MAT-002', 'Automated tests', 'MATURITY', false, 4, 'low'],
      ['MAT-003', 'Continuous integration', 'MATURITY', false, 3, 'low'],
    ]);
  });
});
